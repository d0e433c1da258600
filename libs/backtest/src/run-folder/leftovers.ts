/**
 * Temporary files in the folder of a result: how they are named, and what a killed
 * process left of them.
 */

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { requireLog, SqliteStore } from '#store';
import { recordingFileName } from '#llm/embedded/file-store';
import { resultMarker } from '#agents/module/reading/closed-places';

/** The name under which a file is written before it is renamed. */
export const draftOf = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${process.pid}.draft`);

/** A draft, or what is left of taking a lock. */
const leftName = /^\.[^/]+\.\d+\.draft$|^\.tapefold-lock\.(?:\d+|next)(?:\.\d+)?$/;

/**
 * Removes the drafts below a folder, and folds the write-ahead log of each recording into its file,
 * so that the file alone has all records. The caller has locked the folder: no process writes
 * there. Results inside of it, which have locks of their own, and links are left alone.
 * `CorruptJournal` for a recording that is damaged, or that was copied without its log.
 */
export function foldLeftovers(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!existsSync(join(path, resultMarker))) foldLeftovers(path);
    } else if (entry.isFile() && leftName.test(entry.name)) {
      rmSync(path, { force: true });
    } else if (entry.name === recordingFileName && entry.isFile()) {
      foldLog(path);
    }
  }
}

function foldLog(recording: string): void {
  requireLog(recording);
  // Closing a store leaves one file.
  if (existsSync(`${recording}-wal`)) new SqliteStore(recording).close();
  rmSync(`${recording}-shm`, { force: true });
}
