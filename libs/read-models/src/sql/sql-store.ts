/** What a database has to offer to read models; queries are written once, with `?` for values. */

import type { TopicName } from '#contracts/streams/topics';
import type { KeyValue } from '../projections/row-changes.js';
import type { Table } from '../tables/tables.js';

export type SqlValue = string | number | boolean | null;
export type SqlRow = Readonly<Record<string, unknown>>;

export interface SqlReader {
  /** The table's name as it stands in SQL, with its schema. */
  name(table: Table): string;
  /** Runs one statement. `Unavailable` when the database is away. */
  query(sql: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
}

/** Statements of one transaction. */
export interface SqlWriter extends SqlReader {
  /** The offset from which a partition is to be projected, kept from other writers until the transaction ends. */
  lockCheckpoint(topic: TopicName, partition: number): Promise<number>;
  /** The rows of these keys that are there. */
  load(table: Table, keys: readonly (readonly KeyValue[])[]): Promise<readonly object[]>;
  /** Writes many rows at once; no key may be among them twice. */
  write(table: Table, rows: readonly object[]): Promise<void>;
}

/** One set of projected tables. */
export interface SqlStore {
  /** Sees whole transactions only, and waits for none. */
  readonly reader: SqlReader;
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
