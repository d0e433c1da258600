/** Projected tables in a schema of Postgres; several processes may project other partitions into it. */

import { conflict, invariant } from '#values';
import { columnList, decodedRow, quoted, rowsAtOnce } from '../sql/row-codec.js';
import type { Shadow, SqlReader, SqlStore, SqlWriter } from '../sql/sql-store.js';
import { TurnQueue } from '../sql/turn-queue.js';
import type { Table } from '../tables/tables.js';
import type { Client, PostgresConnections } from './postgres-connections.js';
import { dropSchema, migrateSchema, swapSchemas, type SchemaNames } from './postgres-schemas.js';
import { writerOf } from './postgres-statements.js';

/** Who projects shares it, who swaps has it alone. */
const projectingKey = (schema: string): string => `project ${schema}`;
const rebuildKey = (schema: string): string => `rebuild ${schema}`;

export class PostgresStore implements SqlStore {
  readonly reader: SqlReader;
  private readonly turns = new TurnQueue();
  private lockHolder: Client | undefined;

  constructor(
    private readonly connections: PostgresConnections,
    private readonly url: string,
    private readonly names: SchemaNames,
  ) {
    const name = (table: Table): string => this.nameOf(table);
    this.reader = { name, query: (sql, values) => connections.read(sql, values) };
  }

  transaction<T>(work: (writer: SqlWriter) => Promise<T>): Promise<T> {
    return this.turns.run(() =>
      this.connections.withClient('writing', async (client) => {
        // In one message; the name of a schema can stand in SQL as it is.
        const key = projectingKey(this.names.live);
        await client.query(
          `BEGIN; SELECT pg_advisory_xact_lock_shared(hashtextextended('${key}', 0))`,
        );
        const result = await work(writerOf(client, this.names.live));
        await client.query('COMMIT');
        return result;
      }),
    );
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.turns.run(() =>
      // The connection is thrown away at the end if anything failed, and the lock with it.
      this.connections.withClient('writing', async (client) => {
        const key = projectingKey(this.names.live);
        await client.query('SELECT pg_advisory_lock(hashtextextended(?, 0))', [key]);
        this.lockHolder = client;
        const result = await work().finally(() => {
          this.lockHolder = undefined;
        });
        await client.query('SELECT pg_advisory_unlock(hashtextextended(?, 0))', [key]);
        return result;
      }),
    );
  }

  async *rowsOf(table: Table): AsyncIterable<readonly object[]> {
    const client = await this.connections.takeClient('reading');
    let isBroken = true;
    try {
      await client.query('BEGIN READ ONLY');
      const order = table.keys
        .map(({ name, kind }) => `t."${name}"${kind === 'text' ? ' COLLATE "C"' : ''}`)
        .join(', ');
      await client.query(
        `DECLARE portions NO SCROLL CURSOR FOR
         SELECT ${columnList(table, 't')} FROM ${this.nameOf(table)} t ORDER BY ${order}`,
      );
      const wanted = rowsAtOnce(table);
      for (;;) {
        const rows = await client.query(`FETCH ${wanted} FROM portions`);
        if (rows.length > 0) yield rows.map((row) => decodedRow(table, row));
        if (rows.length < wanted) break;
      }
      await client.query('COMMIT');
      isBroken = false;
    } finally {
      client.release(isBroken);
    }
  }

  async openShadow(): Promise<Shadow> {
    const { live, shadow, old } = this.names;
    const holder = await this.connections.takeClient('writing');
    try {
      const [row] = await holder.query(
        'SELECT pg_try_advisory_lock(hashtextextended(?, 0)) AS locked',
        [rebuildKey(live)],
      );
      if (row?.['locked'] !== true) throw conflict('these tables are being rebuilt already');
      await dropSchema(holder, shadow);
      await migrateSchema(this.connections, this.url, shadow, 'projections');
    } catch (error) {
      holder.release(true);
      throw error;
    }
    const store = new PostgresStore(this.connections, this.url, { ...this.names, live: shadow });
    return {
      store,
      swapIn: async () => {
        invariant(this.lockHolder !== undefined, 'tables are swapped while nobody projects');
        await swapSchemas(this.lockHolder, this.names);
      },
      discard: async () => {
        let isBroken = true;
        try {
          await dropSchema(holder, shadow);
          await dropSchema(holder, old);
          await holder.query('SELECT pg_advisory_unlock(hashtextextended(?, 0))', [
            rebuildKey(live),
          ]);
          isBroken = false;
        } finally {
          // A connection that ends takes its lock along.
          holder.release(isBroken);
        }
      },
    };
  }

  /** The connections are whoever's opened them. */
  close(): Promise<void> {
    return this.turns.run(() => Promise.resolve());
  }

  private nameOf({ name }: Table): string {
    return `${quoted(this.names.live)}.${quoted(name)}`;
  }
}
