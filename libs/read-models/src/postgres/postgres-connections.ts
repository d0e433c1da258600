/** Connections to Postgres: pools for reading and writing, `?` turned into `$1`, and errors with a code of ours. */

import pg from 'pg';
import { isFailure, unavailable } from '#values';
import type { SqlRow } from '../sql/sql-store.js';

/** A buffer goes over as it is, in the binary format of its type. */
export type PostgresValue = string | number | boolean | null | Buffer | readonly unknown[];

export interface PostgresConnections {
  /** One statement on any connection for reading. */
  read(sql: string, values?: readonly PostgresValue[]): Promise<readonly SqlRow[]>;
  /** A connection of its own while `work` runs; it is thrown away when `work` fails. */
  withClient<T>(kind: 'reading' | 'writing', work: (client: Client) => Promise<T>): Promise<T>;
  /** A connection that the caller keeps, and gives back by `release`. */
  takeClient(kind: 'reading' | 'writing'): Promise<Client & { release(isBroken: boolean): void }>;
  close(): Promise<void>;
}

export interface Client {
  /** Several statements without values, one behind the other, give no rows. */
  query(sql: string, values?: readonly PostgresValue[]): Promise<readonly SqlRow[]>;
}

const connectTimeoutMs = 5000;
const bigintType = 20;

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    Number(id) === bigintType && format !== 'binary' ? Number : pg.types.getTypeParser(id, format),
};

/** Opens nothing yet: connections are made when they are needed, and made again when the server was away. */
export function postgresConnections(url: string): PostgresConnections {
  const poolOf = (max: number): pg.Pool => {
    const options = { connectionString: url, max, types, keepAlive: true };
    const pool = new pg.Pool({ ...options, connectionTimeoutMillis: connectTimeoutMs });
    // A connection that breaks while nobody uses it is made anew; without a listener it would end the process.
    pool.on('error', () => undefined);
    return pool;
  };
  const pools = { reading: poolOf(8), writing: poolOf(4) };
  const take = async (kind: keyof typeof pools): ReturnType<PostgresConnections['takeClient']> => {
    const client = await coded(() => pools[kind].connect());
    client.on('error', () => undefined);
    const release = (isBroken: boolean): void => {
      client.removeAllListeners('error');
      client.release(isBroken);
    };
    return { query: (sql, values) => run(client, sql, values), release };
  };
  return {
    read: (sql, values) => run(pools.reading, sql, values),
    async withClient(kind, work) {
      const client = await take(kind);
      let isBroken = true;
      try {
        const result = await work(client);
        isBroken = false;
        return result;
      } finally {
        client.release(isBroken);
      }
    },
    takeClient: take,
    async close() {
      await Promise.all([pools.reading.end(), pools.writing.end()]);
    },
  };
}

async function run(
  target: pg.Pool | pg.PoolClient,
  sql: string,
  values: readonly PostgresValue[] = [],
): Promise<readonly SqlRow[]> {
  // Of several statements the library gives several results, whatever its types say.
  const { rows }: Partial<pg.QueryResult<SqlRow>> = await coded(() =>
    target.query<SqlRow>(numbered(sql), [...values]),
  );
  return rows ?? [];
}

/** No statement of ours has a question mark in it that is no place for a value. */
function numbered(sql: string): string {
  let number = 0;
  return sql.replace(/\?/g, () => `$${++number}`);
}

/**
 * What passes by itself: the server is away, going or coming, or two transactions were in each other's way. Appended
 * rows are new by their numbers, so a key that is taken (23505) was taken by another transaction meanwhile.
 */
const passing =
  /^(08|23505|40001|40P01|53|57P0|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;
const lost = /connection terminated|timeout exceeded|not queryable|connection timeout/i;

/** Turns the errors of a server that is away into `Unavailable`; others are bugs and pass as they are. */
export async function coded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error) || isFailure(cause)) throw cause;
    const code = String((cause as { code?: unknown }).code ?? '');
    if (!passing.test(code) && !lost.test(cause.message)) throw cause;
    throw unavailable('the database is away', { found: cause.message || code, cause });
  }
}
