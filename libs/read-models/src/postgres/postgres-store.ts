/** Projected tables in a Postgres schema; several processes may project different partitions into it. */

import type { DataSource, QueryRunner } from 'typeorm';
import PQueue from 'p-queue';
import { conflict, invariant } from '#values';
import {
  nameOf,
  rowsAtOnce,
  type ReadTables,
  type Shadow,
  type SqlStore,
  type SqlWriter,
} from '../sql/sql-store.js';
import { codecs, type Table } from '../tables/table.js';
import {
  coded,
  openMigrated,
  openSchema,
  swapSchemas,
  underLock,
  unlock,
  type SchemaNames,
} from './postgres-schemas.js';
import { writeRows } from './postgres-statements.js';

/** Opens the tables of the live schema, and creates it if missing. `Unavailable` if the server is. */
export async function openPostgresStore(url: string, names: SchemaNames): Promise<SqlStore> {
  const writing = await openMigrated(url, names.live, 'projections');
  try {
    return new PostgresStore(
      writing,
      await openSchema(url, names.live, 'projections', 8),
      url,
      names,
    );
  } catch (error) {
    await writing.destroy();
    throw error;
  }
}

class PostgresStore implements SqlStore {
  /** A connection has one transaction at a time. */
  private readonly turns = new PQueue({ concurrency: 1 });
  /** A lock that projectors share, and a swap holds exclusively. */
  private readonly projectingKey: string;
  private lockHolder: QueryRunner | undefined;

  constructor(
    private readonly writing: DataSource,
    private readonly reading: DataSource,
    private readonly url: string,
    private readonly names: SchemaNames,
  ) {
    this.projectingKey = `project ${names.live}`;
  }

  readonly read: ReadTables = (work) => coded(() => work(this.reading.manager));

  transaction<T>(work: (writer: SqlWriter) => Promise<T>): Promise<T> {
    const locked = () =>
      this.writing.transaction(async (tables) => {
        const key = this.projectingKey;
        await tables.sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`;
        return work({ tables, write: (table, rows) => writeRows(tables, table, rows) });
      });
    return this.turns.add(() => coded(locked));
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.turns.add(() =>
      underLock(this.writing, this.projectingKey, (runner) => {
        this.lockHolder = runner;
        return work().finally(() => {
          this.lockHolder = undefined;
        });
      }),
    );
  }

  async *rowsOf(table: Table): AsyncIterable<readonly object[]> {
    const runner = this.reading.createQueryRunner();
    const wanted = rowsAtOnce(table);
    try {
      await coded(() => runner.startTransaction());
      const order = table.keys.map(
        ({ name, kind }) => `"${name}"${kind === 'text' ? ' COLLATE "C"' : ''}`,
      );
      await runner.query(
        `DECLARE portions NO SCROLL CURSOR FOR
         SELECT * FROM ${nameOf(runner.manager, table)} ORDER BY ${order.join()}`,
      );
      for (;;) {
        const rows: object[] = await coded(() => runner.query(`FETCH ${wanted} FROM portions`));
        if (rows.length > 0) yield rows.map((row) => rowOf(table, row));
        if (rows.length < wanted) return;
      }
    } finally {
      await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  }

  async openShadow(): Promise<Shadow> {
    const { live, shadow, old } = this.names;
    const key = `rebuild ${live}`;
    const holder = this.writing.createQueryRunner();
    let store: SqlStore;
    try {
      const [row] = await coded(() =>
        holder.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked', [key]),
      );
      if (row.locked !== true) throw conflict('these tables are being rebuilt already');
      await holder.dropSchema(shadow, true, true);
      store = await openPostgresStore(this.url, { ...this.names, live: shadow });
    } catch (error) {
      await unlock(holder, key).finally(() => holder.release());
      throw error;
    }
    return {
      store,
      swapIn: async () => {
        invariant(this.lockHolder !== undefined, 'tables are swapped while nobody projects');
        await swapSchemas(this.lockHolder, this.names);
      },
      discard: () =>
        coded(async () => {
          try {
            await store.close();
            await holder.dropSchema(shadow, true, true);
            await holder.dropSchema(old, true, true);
          } finally {
            await unlock(holder, key).finally(() => holder.release());
          }
        }),
    };
  }

  async close(): Promise<void> {
    await this.turns.add(() => this.reading.destroy());
    await this.writing.destroy();
  }
}

const rowOf = ({ columns }: Table, stored: object): object =>
  Object.fromEntries(
    columns.map(({ name, property, kind }) => [
      property,
      codecs[kind].from((stored as Readonly<Record<string, unknown>>)[name]),
    ]),
  );
