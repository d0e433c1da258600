/** Read models in a folder, on Node's built-in SQLite: no installation needed. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadModels } from '../tables/read-models.js';
import { readModelsOver, type ReadModelsOptions } from '../sql/read-models-over.js';
import type { WithTables } from '../sql/sql-store.js';
import { openForWriting } from './sqlite-data-source.js';
import { coded, openSqliteStore } from './sqlite-store.js';

interface EmbeddedReadModelsOptions extends ReadModelsOptions {
  /** Created if missing. One process at a time. */
  readonly folder: string;
  /** Called for each transaction that failed because the file cannot be written. */
  readonly onWriteFailure?: (error: Error) => void;
}

/**
 * Opens the read models of a folder and migrates their tables. `Unavailable` if they
 * cannot be opened.
 */
export async function openEmbeddedReadModels(
  options: EmbeddedReadModelsOptions,
): Promise<ReadModels> {
  const { folder, onWriteFailure } = options;
  mkdirSync(folder, { recursive: true });
  const store = await openSqliteStore(join(folder, 'projections.sqlite'), onWriteFailure);
  const source = await openForWriting(join(folder, 'control.sqlite'), 'control');
  const read: WithTables = (work) => coded(() => work(source.manager));
  return readModelsOver(store, { source, read }, { ...options, identity: 'embedded' });
}
