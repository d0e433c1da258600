/** Projected tables in an SQLite file, with a second connection for reading. */

import type { EntityManager } from 'typeorm';
import { isFailure } from '#values';
import { unavailableOn } from '#store';
import { storeOver, type SqlStore } from '../sql/sql-store.js';
import { openForReading, openForWriting } from './sqlite-data-source.js';

export const coded = unavailableOn(
  /locked|busy|disk|full|readonly|not open/i,
  'the database does not take the statement',
);

/** Opens the tables in `file`, of which this process is the only writer. */
export async function openSqliteStore(
  file: string,
  onWriteFailure: (error: Error) => void = () => undefined,
): Promise<SqlStore> {
  const writing = await openForWriting(file, 'projections');
  const reading = await openForReading(file, 'projections');
  /** TypeORM's own transactions do not survive that a full disk ends one. */
  const transaction = async <T>(work: (tables: EntityManager) => Promise<T>): Promise<T> => {
    try {
      return await coded(async () => {
        await writing.query('BEGIN IMMEDIATE');
        const result = await work(writing.manager);
        await writing.query('COMMIT');
        return result;
      });
    } catch (error) {
      await writing.query('ROLLBACK').catch(() => undefined);
      if (isFailure(error, 'Unavailable')) onWriteFailure(error);
      throw error;
    }
  };
  return storeOver({ writing, reading, coded, transaction });
}
