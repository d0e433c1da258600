/** Read models in a folder: the SQLite that is built into Node, nothing to install. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadModels } from '../tables/read-models.js';
import { readModelsOver, type ReadModelsOptions } from '../sql/read-models-over.js';
import { openForWriting } from './sqlite-data-source.js';
import { openSqliteStore, readingFrom } from './sqlite-store.js';

interface EmbeddedReadModelsOptions extends ReadModelsOptions {
  /** Made when it is missing. One process at a time. */
  readonly folder: string;
  /** Told of each transaction that failed because the file cannot be written. */
  readonly onWriteFailure?: (error: Error) => void;
}

/** Opens the read models of a folder, and brings their tables to today's. `Unavailable` where they cannot be opened. */
export async function openEmbeddedReadModels(
  options: EmbeddedReadModelsOptions,
): Promise<ReadModels> {
  const { folder, onWriteFailure } = options;
  mkdirSync(folder, { recursive: true });
  const store = await openSqliteStore(
    join(folder, 'projections.sqlite'),
    join(folder, 'projections.shadow.sqlite'),
    onWriteFailure,
  );
  const source = await openForWriting(join(folder, 'control.sqlite'), 'control');
  const control = { source, read: readingFrom(source) };
  return readModelsOver(store, control, { ...options, identity: 'embedded' });
}
