/**
 * Recordings in the folders of their runs: `recording.db`. One process writes them at a time, as
 * its result folder is locked.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { conflict } from '#values';
import { requireLog, SqliteStore, type SqliteStoreOptions } from '#store';
import { Recorded, Recording, type OpenStreams } from '../calls/recording.js';

/** The file of everything that is recorded beside a run's journal. */
export const recordingFileName = 'recording.db';

/** The folder of a run by its id; undefined if there is none. */
type FolderOfRun = (run: string) => string | undefined;

/**
 * Reads recordings and changes nothing. `CorruptJournal` for one that was copied without its log.
 */
export class FileRecording extends Recorded {
  constructor(folderOf: FolderOfRun) {
    super(streamsIn(folderOf, { readOnly: true }));
  }
}

interface FileStoreOptions {
  readonly folderOf: FolderOfRun;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Records beside journals. Each file stays open until this is closed. */
export class FileStore extends Recording {
  constructor({ folderOf, now }: FileStoreOptions) {
    super({ open: streamsIn(folderOf, { readOnly: false }), now });
  }
}

const streamsIn =
  (folderOf: FolderOfRun, mode: SqliteStoreOptions): OpenStreams =>
  (run, toWrite) => {
    const folder = folderOf(run);
    if (folder === undefined) {
      if (!toWrite) return undefined;
      throw conflict('the run has no folder to record in', { where: `run ${run}` });
    }
    const path = join(folder, recordingFileName);
    if (!toWrite && !existsSync(path)) return undefined;
    requireLog(path);
    const store = new SqliteStore(path, mode);
    return { store, claims: store, prefix: '', close: () => store.close() };
  };
