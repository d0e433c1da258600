/** Projected tables in a file of SQLite, with a second connection that reads. */

import { rmSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import { conflict, isFailure } from '#values';
import { TurnQueue } from '../sql/turn-queue.js';
import { columnList, decodedRow, keyList, keyOf, rowsAtOnce } from '../sql/row-codec.js';
import type { Shadow, SqlReader, SqlStore, SqlValue, SqlWriter } from '../sql/sql-store.js';
import { checkpoints, projectedTables, type Table } from '../tables/tables.js';
import { openForReading, openForWriting } from './sqlite-data-source.js';
import { readerOf, writerOf } from './sqlite-statements.js';

/** Opens the tables in `file`; `shadowFile` is where a rebuild makes the new ones. */
export async function openSqliteStore(
  file: string,
  shadowFile: string,
  onWriteFailure: (error: Error) => void = () => undefined,
): Promise<SqlStore> {
  const writing = await openForWriting(file, 'projections');
  const reading = await openForReading(file, 'projections');
  return new SqliteStore(writing, reading, shadowFile, onWriteFailure);
}

class SqliteStore implements SqlStore {
  readonly reader: SqlReader;
  private readonly writer: SqlWriter;
  private readonly turns = new TurnQueue();
  private hasShadow = false;

  constructor(
    private readonly writing: DataSource,
    private readonly reading: DataSource,
    private readonly shadowFile: string,
    private readonly onWriteFailure: (error: Error) => void,
  ) {
    this.reader = readerOf(reading);
    this.writer = writerOf(writing);
  }

  transaction<T>(work: (writer: SqlWriter) => Promise<T>): Promise<T> {
    return this.turns.run(() => this.committed(() => work(this.writer)));
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.turns.run(work);
  }

  async *rowsOf(table: Table): AsyncIterable<readonly object[]> {
    const order = keyList(table.keys, 't');
    const select = `SELECT ${columnList(table, 't')} FROM "${table.name}" t`;
    const marks = table.keys.map(() => '?').join(', ');
    const wanted = rowsAtOnce(table);
    let after: SqlValue[] | undefined;
    for (;;) {
      const where = after === undefined ? '' : `WHERE (${order}) > (${marks})`;
      const sql = `${select} ${where} ORDER BY ${order} LIMIT ${wanted}`;
      const found = await this.reader.query(sql, after);
      const rows = found.map((row) => decodedRow(table, row));
      if (rows.length > 0) yield rows;
      if (rows.length < wanted) return;
      after = keyOf(table, rows.at(-1) as object);
    }
  }

  async openShadow(): Promise<Shadow> {
    if (this.hasShadow) throw conflict('these tables are being rebuilt already');
    this.hasShadow = true;
    try {
      removeDatabase(this.shadowFile);
      const store = await openSqliteStore(this.shadowFile, `${this.shadowFile}-none`);
      return this.shadowOf(store);
    } catch (error) {
      this.hasShadow = false;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.turns.run(() => Promise.resolve());
    await this.reading.destroy();
    await this.writing.destroy();
  }

  private shadowOf(store: SqlStore): Shadow {
    let isOpen = true;
    const closeOnce = async (): Promise<void> => {
      if (isOpen) await store.close();
      isOpen = false;
    };
    return {
      store,
      swapIn: async () => {
        await closeOnce();
        await this.takeTables();
      },
      discard: async () => {
        await closeOnce();
        removeDatabase(this.shadowFile);
        this.hasShadow = false;
      },
    };
  }

  /** All rows of the shadow in one transaction: readers see the old ones until it ends, and then the new ones. */
  private async takeTables(): Promise<void> {
    await this.writer.query('ATTACH DATABASE ? AS shadow', [this.shadowFile]);
    try {
      await this.committed(async () => {
        for (const { name } of [...projectedTables, checkpoints]) {
          await this.writer.query(`DELETE FROM main."${name}"`);
          await this.writer.query(`INSERT INTO main."${name}" SELECT * FROM shadow."${name}"`);
        }
      });
    } finally {
      await this.writer.query('DETACH DATABASE shadow');
    }
  }

  private async committed<T>(work: () => Promise<T>): Promise<T> {
    try {
      await this.writer.query('BEGIN IMMEDIATE');
      const result = await work();
      await this.writer.query('COMMIT');
      return result;
    } catch (error) {
      // A disk that is full has ended the transaction already.
      await this.writer.query('ROLLBACK').catch(() => undefined);
      if (isFailure(error, 'Unavailable')) this.onWriteFailure(error);
      throw error;
    }
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
}
