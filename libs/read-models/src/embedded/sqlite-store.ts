/** Projected tables in an SQLite file, with a second connection for reading. */

import { rmSync } from 'node:fs';
import type { DataSource, EntityManager } from 'typeorm';
import PQueue from 'p-queue';
import { conflict, isFailure } from '#values';
import type { KeyValue } from '../projections/row-changes.js';
import {
  columnList,
  conflictClause,
  rowsAtOnce,
  unavailableOn,
  type ReadTables,
  type Shadow,
  type SqlStore,
  type SqlWriter,
} from '../sql/sql-store.js';
import { storedRow, type Table } from '../tables/table.js';
import { checkpoints, projectedTables } from '../tables/tables.js';
import { openForReading, openForWriting } from './sqlite-data-source.js';

/** Opens the tables in `file`; a rebuild creates the new ones in `shadowFile`. */
export async function openSqliteStore(
  file: string,
  shadowFile: string,
  onWriteFailure: (error: Error) => void = () => undefined,
): Promise<SqlStore> {
  const writing = await openForWriting(file, 'projections');
  const reading = await openForReading(file, 'projections');
  return new SqliteStore(writing, reading, shadowFile, onWriteFailure);
}

const coded = unavailableOn(
  /locked|busy|disk|full|readonly|not open/i,
  'the database does not take the statement',
);

/** Reads the tables of one connection. */
export const readingFrom =
  ({ manager }: DataSource): ReadTables =>
  (work) =>
    coded(() => work(manager));

class SqliteStore implements SqlStore {
  readonly read: ReadTables;
  /** A connection has one transaction at a time. */
  private readonly turns = new PQueue({ concurrency: 1 });
  private hasShadow = false;

  constructor(
    private readonly writing: DataSource,
    private readonly reading: DataSource,
    private readonly shadowFile: string,
    private readonly onWriteFailure: (error: Error) => void,
  ) {
    this.read = readingFrom(reading);
  }

  transaction<T>(work: (writer: SqlWriter) => Promise<T>): Promise<T> {
    const { manager: tables } = this.writing;
    const write: SqlWriter['write'] = (table, rows) => writeRows(tables, table, rows);
    return this.turns.add(() => this.committed(() => work({ tables, write })));
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.turns.add(work);
  }

  async *rowsOf(table: Table): AsyncIterable<readonly object[]> {
    const keys = table.keys.map(({ property }) => property);
    const wanted = rowsAtOnce(table);
    for (let after: readonly KeyValue[] | undefined; ;) {
      const rows = await this.read((tables) => {
        const query = tables.createQueryBuilder(table.entity, 't').limit(wanted);
        for (const key of keys) query.addOrderBy(`t.${key}`);
        if (after === undefined) return query.getMany();
        return query.where(`(${keys.map((key) => `t.${key}`)}) > (:...after)`, { after }).getMany();
      });
      if (rows.length > 0) yield rows;
      if (rows.length < wanted) return;
      const last = rows.at(-1) as Readonly<Record<string, KeyValue>>;
      after = keys.map((key) => last[key] as KeyValue);
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
    await this.turns.onIdle();
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

  /** Copies all rows of the shadow in one transaction: readers see the old rows until it ends, then the new ones. */
  private async takeTables(): Promise<void> {
    await this.writing.query('ATTACH DATABASE ? AS shadow', [this.shadowFile]);
    try {
      await this.committed(async () => {
        for (const { name } of [...projectedTables, checkpoints]) {
          await this.writing.query(`DELETE FROM main."${name}"`);
          await this.writing.query(`INSERT INTO main."${name}" SELECT * FROM shadow."${name}"`);
        }
      });
    } finally {
      await this.writing.query('DETACH DATABASE shadow');
    }
  }

  private async committed<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await coded(async () => {
        await this.writing.query('BEGIN IMMEDIATE');
        const result = await work();
        await this.writing.query('COMMIT');
        return result;
      });
    } catch (error) {
      // A full disk has ended the transaction already.
      await this.writing.query('ROLLBACK').catch(() => undefined);
      if (isFailure(error, 'Unavailable')) this.onWriteFailure(error);
      throw error;
    }
  }
}

/** Rows per statement, in a few sizes, so that each is prepared once; 19 values a row stay well below 32,766. */
const sizes = [256, 32, 4, 1];

/** Uses our own statements: TypeORM writes numbers into the text of a statement, which SQLite reads inexactly. */
async function writeRows(
  tables: EntityManager,
  table: Table,
  rows: readonly object[],
): Promise<void> {
  const marks = `(${table.columns.map(() => '?').join(', ')})`;
  for (let from = 0; from < rows.length;) {
    const size = sizes.find((one) => one <= rows.length - from) as number;
    const places = Array.from({ length: size }, () => marks).join(', ');
    const values = rows.slice(from, (from += size)).flatMap((row) => storedRow(table, row));
    await tables.query(
      `INSERT INTO "${table.name}" (${columnList(table)}) VALUES ${places} ${conflictClause(table)}`,
      values,
    );
  }
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
}
