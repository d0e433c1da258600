/**
 * A store that was copied without its write-ahead log: the newest records of a killed
 * process were in it.
 */

import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { corruptJournal } from '#values';

/**
 * The bytes of the header that say how a file is written and read: 1 in place, 2 through a
 * write-ahead log.
 */
const versionsAt = 18;
const throughLog = 2;

/**
 * Throws `CorruptJournal` if the records of a file are also in a write-ahead log, and the log is
 * missing. A store that was closed is one file, and needs none. No other process may be opening or
 * closing the file.
 */
export function requireLog(path: string): void {
  if (!existsSync(path) || existsSync(`${path}-wal`)) return;
  const versions = Buffer.alloc(2);
  const file = openSync(path, 'r');
  try {
    readSync(file, versions, 0, versions.length, versionsAt);
  } finally {
    closeSync(file);
  }
  if (!versions.includes(throughLog)) return;
  throw corruptJournal('the write-ahead log of the store is missing', {
    where: `${path}-wal`,
    expected: 'the file that a killed process left there, with its last records; copy both files',
    found: 'no such file',
  });
}
