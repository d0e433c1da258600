/** One set of projected tables in any database, written and read by TypeORM's query builder. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { DataSource, EntityManager } from 'typeorm';
import { conflict } from '#values';
import type { Table } from '../tables/table.js';

/** Work with the tables as one connection sees them. `Unavailable` if the database is. */
export type WithTables = <T>(work: (tables: EntityManager) => Promise<T>) => Promise<T>;

/** What differs between databases. */
export interface Database {
  readonly writing: DataSource;
  /** Other connections, which see whole transactions and wait for none. */
  readonly reading: DataSource;
  /** Gives `Unavailable` for errors of an unavailable database. */
  readonly coded: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * All or nothing; alone, it keeps out every other writer of these tables, in this process
   * and in others.
   */
  transaction<T>(work: (tables: EntityManager) => Promise<T>, isAlone: boolean): Promise<T>;
}

/** One set of projected tables. */
export interface SqlStore {
  readonly read: WithTables;
  /** All or nothing; one at a time. */
  readonly transaction: WithTables;
  /**
   * The same, without any other writer of these tables. `Conflict` if one such runs or
   * waits already.
   */
  readonly alone: WithTables;
  close(): Promise<void>;
}

export function storeOver({ writing, reading, coded, transaction }: Database): SqlStore {
  /** A connection has one transaction at a time. */
  const turns = new PQueue({ concurrency: 1 });
  let hasLoner = false;
  return {
    read: (work) => coded(() => work(reading.manager)),
    transaction: (work) => turns.add(() => transaction(work, false)),
    async alone(work) {
      if (hasLoner) throw conflict('these tables are being rebuilt already');
      hasLoner = true;
      return turns
        .add(() => transaction(work, true))
        .finally(() => {
          hasLoner = false;
        });
    },
    async close() {
      await turns.onIdle();
      await reading.destroy();
      await writing.destroy();
    },
  };
}

/**
 * Parameters of a statement. Making one, and in SQLite running it, blocks the event loop for some
 * ten milliseconds.
 */
const parametersMax = 3_000;

/**
 * Writes rows with distinct keys, as the table says where one exists. Each statement has a turn of
 * the event loop.
 */
export async function writeRows(
  tables: EntityManager,
  { entity, columns, keys, onConflict }: Table,
  rows: readonly object[],
): Promise<void> {
  const rowsMax = Math.floor(parametersMax / columns.length);
  for (let from = 0; from < rows.length; from += rowsMax) {
    const insert = tables.createQueryBuilder().insert().into(entity).updateEntity(false);
    if (onConflict === 'keep') insert.orIgnore();
    if (onConflict === 'replace') {
      const others = columns.filter(({ isKey }) => !isKey);
      insert.orUpdate(
        others.map(({ name }) => name),
        keys.map(({ name }) => name),
      );
    }
    await nextTurn();
    await insert.values(rows.slice(from, from + rowsMax)).execute();
  }
}
