/** An archive of the classes that Kafka loads, which Java writes at the first orderly stop: it halves later starts. */

import { existsSync, renameSync, rmSync } from 'node:fs';

export interface ClassArchive {
  /** For the command line of java. */
  readonly options: readonly string[];
  /** To be called with how the process ended. */
  keep(how: string): void;
}

/** After SIGTERM Java ends in order, and with this code. */
const orderly = new Set(['exit code 0', 'exit code 143']);

/** The archive in this file: used if it exists, otherwise written to a temporary file and kept once complete. */
export function classArchive(file: string): ClassArchive {
  if (existsSync(file)) return { options: [`-XX:SharedArchiveFile=${file}`], keep: () => {} };
  const partial = `${file}.${process.pid}-${Date.now()}`;
  return {
    options: [`-XX:ArchiveClassesAtExit=${partial}`],
    keep(how) {
      if (!existsSync(partial)) return;
      // Java trusts an archive: one that was cut off by a SIGKILL would end later brokers.
      if (orderly.has(how) && !existsSync(file)) renameSync(partial, file);
      else rmSync(partial);
    },
  };
}
