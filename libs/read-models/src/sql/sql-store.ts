/** What a database has to offer to read models; queries are written once, over TypeORM's manager of entities. */

import type { EntityManager } from 'typeorm';
import { isFailure, unavailable } from '#values';
import type { Table } from '../tables/table.js';

/** Reads whole transactions only, and waits for none. `Unavailable` when the database is away. */
export type ReadTables = <T>(work: (tables: EntityManager) => Promise<T>) => Promise<T>;

/** The tables as one transaction sees and writes them. */
export interface SqlWriter {
  readonly tables: EntityManager;
  /** Writes many rows at once; no key may be among them twice. */
  write(table: Table, rows: readonly object[]): Promise<void>;
}

/** One set of projected tables. */
export interface SqlStore {
  readonly read: ReadTables;
  /** All or nothing; one at a time. */
  transaction<T>(work: (writer: SqlWriter) => Promise<T>): Promise<T>;
  /** Keeps every other writer of these tables out, in this process and in others, while `work` runs. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** All rows in the order of their keys, text by its bytes, in portions. */
  rowsOf(table: Table): AsyncIterable<readonly object[]>;
  /** A second set of tables, empty, with the same layout. `Conflict` while there is one already. */
  openShadow(): Promise<Shadow>;
  close(): Promise<void>;
}

export interface Shadow {
  readonly store: SqlStore;
  /** Puts the shadow's tables in the place of the live ones, all at once; call it inside `exclusively`. */
  swapIn(): Promise<void>;
  /** Lets go of the shadow; its tables go as well, unless they were swapped in. */
  discard(): Promise<void>;
}

/** Turns errors whose code and message match into `Unavailable`; others are bugs and pass as they are. */
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

/** Rows that are read at once where all of a table is read: packed ones may hold thousands of records each. */
export const rowsAtOnce = ({ columns }: Table): number =>
  columns.some(({ kind }) => kind === 'packed json') ? 50 : 2000;

/** The table's name as it stands in SQL, with its schema. */
export const nameOf = ({ dataSource }: EntityManager, { entity }: Table): string =>
  `"${dataSource.getMetadata(entity).tablePath.replace('.', '"."')}"`;

/** The columns for INSERT. */
export const columnList = ({ columns }: Table): string =>
  columns.map(({ name }) => `"${name}"`).join(', ');

/** What an INSERT does with a row whose key is there. */
export function conflictClause({ columns, keys, onConflict }: Table): string {
  if (onConflict === 'append') return '';
  const target = `ON CONFLICT (${keys.map(({ name }) => `"${name}"`).join(', ')})`;
  if (onConflict === 'keep') return `${target} DO NOTHING`;
  const others = columns.filter(({ isKey }) => !isKey);
  return `${target} DO UPDATE SET ${others.map(({ name }) => `"${name}" = excluded."${name}"`).join(', ')}`;
}
