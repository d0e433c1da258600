/** A folder that cannot be written, as on a full disk: reported once, and watched until it recovers. */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '#values';

export interface DiskWatch {
  /** Why the folder cannot be written; undefined while it can. */
  trouble(): string | undefined;
  /** Call it with each failed write. */
  failed(error: Error): void;
  close(): void;
}

/** As large as the largest message: once it fits, waiting writes can continue. */
const probe = Buffer.alloc(1 << 20);
const probeEveryMs = 1_000;

/** `say` prints a line to the terminal. */
export function watchDisk(folder: string, notify: (line: string) => void): DiskWatch {
  const file = join(folder, '.space');
  let trouble: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const lookAgain = (): void => {
    try {
      writeFileSync(file, probe);
      rmSync(file, { force: true });
    } catch {
      return;
    }
    clearInterval(timer);
    trouble = undefined;
    notify('the folder can be written again');
  };
  return {
    trouble: () => trouble,
    failed(error) {
      if (trouble !== undefined) return;
      trouble = printable(error.message, 300);
      notify(`${folder} cannot be written; work is paused until it can: ${trouble}`);
      timer = setInterval(lookAgain, probeEveryMs);
    },
    close: () => clearInterval(timer),
  };
}
