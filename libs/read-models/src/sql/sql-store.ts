/** What read models require of a database; queries are written once, over TypeORM's entity manager. */

import type { EntityManager } from 'typeorm';
import { isFailure, unavailable } from '#values';
import type { Table } from '../tables/table.js';

/** Reads only whole transactions, and waits for none. `Unavailable` if the database is. */
export type ReadTables = <T>(work: (tables: EntityManager) => Promise<T>) => Promise<T>;

/** The tables as one transaction sees and writes them. */
export interface SqlWriter {
  readonly tables: EntityManager;
  /** Writes many rows at once; their keys must be distinct. */
  write(table: Table, rows: readonly object[]): Promise<void>;
}

/** One set of projected tables. */
export interface SqlStore {
  readonly read: ReadTables;
  /** All or nothing; one at a time. */
  transaction<T>(work: (writer: SqlWriter) => Promise<T>): Promise<T>;
  /** Excludes every other writer of these tables, in this process and in others, while `work` runs. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** All rows in key order, with text compared by bytes, in portions. */
  rowsOf(table: Table): AsyncIterable<readonly object[]>;
  /** A second, empty set of tables with the same layout. `Conflict` if one exists already. */
  openShadow(): Promise<Shadow>;
  close(): Promise<void>;
}

export interface Shadow {
  readonly store: SqlStore;
  /** Replaces the live tables by the shadow's atomically; call it inside `exclusively`. */
  swapIn(): Promise<void>;
  /** Releases the shadow, and drops its tables unless they were swapped in. */
  discard(): Promise<void>;
}

/** Turns errors whose code and message match into `Unavailable`; others are bugs and are rethrown unchanged. */
export const unavailableOn =
  (passing: RegExp, message: string) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof Error) || isFailure(cause)) throw cause;
      const { code = '' } = cause as { code?: unknown };
      if (!passing.test(`${String(code)} ${cause.message}`)) throw cause;
      throw unavailable(message, { found: cause.message || String(code), cause });
    }
  };

/** Rows per read when a whole table is read: packed ones may hold thousands of records each. */
export const rowsAtOnce = ({ columns }: Table): number =>
  columns.some(({ kind }) => kind === 'packed json') ? 50 : 2000;

/** The table's name in SQL, with its schema. */
export const nameOf = ({ dataSource }: EntityManager, { entity }: Table): string =>
  `"${dataSource.getMetadata(entity).tablePath.replace('.', '"."')}"`;

/** The columns for INSERT. */
export const columnList = ({ columns }: Table): string =>
  columns.map(({ name }) => `"${name}"`).join(', ');

/** What an INSERT does with a row whose key exists. */
export function conflictClause({ columns, keys, onConflict }: Table): string {
  if (onConflict === 'append') return '';
  const target = `ON CONFLICT (${keys.map(({ name }) => `"${name}"`).join(', ')})`;
  if (onConflict === 'keep') return `${target} DO NOTHING`;
  const others = columns.filter(({ isKey }) => !isKey);
  return `${target} DO UPDATE SET ${others.map(({ name }) => `"${name}" = excluded."${name}"`).join(', ')}`;
}
