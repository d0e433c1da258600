/**
 * An archive of the classes that Kafka loads, which Java writes at the first orderly stop: it
 * halves later starts.
 */

import { existsSync, renameSync, rmSync } from 'node:fs';

export interface ClassArchive {
  /** For the command line of java, of a broker. */
  readonly options: readonly string[];
  /** For that of another program with the same jars: it uses the archive, but never writes it. */
  readonly readOptions: readonly string[];
  /** To be called with how the process ended. */
  keep(how: string): void;
}

/** After SIGTERM Java ends in order, and with this code. */
const orderly = new Set(['exit code 0', 'exit code 143']);

/**
 * The archive in this file: used if it exists, otherwise written to a temporary file and kept
 * once complete.
 */
export function classArchive(file: string): ClassArchive {
  if (existsSync(file)) {
    const options = [`-XX:SharedArchiveFile=${file}`];
    return { options, readOptions: options, keep: () => {} };
  }
  const partial = `${file}.${process.pid}-${Date.now()}`;
  return {
    options: [`-XX:ArchiveClassesAtExit=${partial}`],
    readOptions: [],
    keep(how) {
      if (!existsSync(partial)) return;
      // Java trusts an archive: one that was cut off by a SIGKILL would end later brokers.
      if (orderly.has(how) && !existsSync(file)) renameSync(partial, file);
      else rmSync(partial);
    },
  };
}
