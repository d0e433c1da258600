/**
 * The store of records in a real Postgres: the contract, two writers at once, and a writer that
 * may not write.
 */

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conflict } from '#values';
import { PostgresStore, type PostgresStoreOptions } from '#store/postgres/postgres-store';
import { describeRecordStore } from '#store/record-store.contract.fixture';
import { ownDatabase } from './servers-once.fixture.js';

let pool: pg.Pool;
let tables = 0;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await ownDatabase() });
});
afterAll(() => pool.end());

async function newTable(): Promise<string> {
  const table = `records${++tables}`;
  await pool.query(
    `CREATE TABLE ${table} (stream text, seq bigint, body bytea NOT NULL, digest bytea NOT NULL,
     PRIMARY KEY (stream, seq))`,
  );
  return table;
}

async function opened(options: Partial<PostgresStoreOptions> = {}): Promise<PostgresStore> {
  return new PostgresStore({ pool, table: await newTable(), ...options });
}

describeRecordStore('Postgres', async () => {
  const table = await newTable();
  return {
    open: async () => new PostgresStore({ pool, table }),
    async alter(stream, seq) {
      const sql = `UPDATE ${table} SET body = '' WHERE stream = $1 AND seq = $2`;
      await pool.query(sql, [stream, seq]);
    },
    async remove(stream, seq) {
      await pool.query(`DELETE FROM ${table} WHERE stream = $1 AND seq = $2`, [stream, seq]);
    },
    async dispose() {
      await pool.query(`DROP TABLE ${table}`);
    },
  };
});

describe('a store of records in Postgres', () => {
  it('lets one of two writers at the same end win', async () => {
    const store = await opened();
    const outcomes = await Promise.allSettled(
      ['one', 'two', 'three', 'four'].map((text) =>
        store.append([{ stream: 'calls', after: 0, bodies: [Buffer.from(text)] }]),
      ),
    );
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as Error] : [],
    );
    expect(refusals).toHaveLength(3);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'Conflict' });
    expect(await store.end('calls')).toBe(1);
  });

  it('stores nothing for a writer that may not write', async () => {
    const guard = (): Promise<void> => Promise.reject(conflict('another process writes'));
    const store = await opened({ guard });
    await expect(
      store.append([{ stream: 'calls', after: 0, bodies: [Buffer.from('one')] }]),
    ).rejects.toMatchObject({ code: 'Conflict' });
    expect(await store.end('calls')).toBe(0);
  });

  it('says that the database is not available', async () => {
    const away = new pg.Pool({ host: '127.0.0.1', port: 1 });
    const store = await opened({ pool: away });
    await expect(store.end('calls')).rejects.toMatchObject({ code: 'Unavailable' });
    await away.end();
  });
});
