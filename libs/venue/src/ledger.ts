/** A line-by-line log of what the server did: tests compare it with what a client made of it. */

import { closeSync, openSync, writeSync } from 'node:fs';
import type { Fault, Omission } from './faults/fault-line.js';
import type { OutgoingMessage } from './served/outgoing-message.js';

export type LedgerLine =
  /** A message, and the number of connections that received it. */
  | {
      readonly event: 'sent';
      readonly to: number;
      readonly fault?: Fault;
      readonly message: OutgoingMessage;
    }
  | {
      readonly event: 'omitted';
      readonly why: Omission | 'silenced';
      readonly fault?: Fault;
      readonly message: OutgoingMessage;
    }
  /** A connection was opened with valid credentials, or closed. */
  | { readonly event: 'connected' | 'closed'; readonly path: string; readonly code?: number }
  | { readonly event: 'disconnected' | 'restarted' | 'silent'; readonly seconds: number }
  | { readonly event: 'ended' };

export interface Ledger {
  write(line: LedgerLine): void;
  /** Hands all written lines to the operating system. */
  flush(): void;
  close(): void;
}

export const noLedger: Ledger = {
  write: () => undefined,
  flush: () => undefined,
  close: () => undefined,
};

const bufferedMax = 1 << 16;

/** A new file of JSON lines; replaces existing contents. */
export function ledgerFile(path: string): Ledger {
  const file = openSync(path, 'w');
  let [lines, chars]: [string[], number] = [[], 0];
  const flush = (): void => {
    if (chars > 0) writeSync(file, lines.join(''));
    [lines, chars] = [[], 0];
  };
  return {
    write: (line) => {
      const text = `${JSON.stringify(line)}\n`;
      lines.push(text);
      chars += text.length;
      if (chars > bufferedMax) flush();
    },
    flush,
    close: () => {
      flush();
      closeSync(file);
    },
  };
}
