/** Connections to the database of recordings, with errors that have a code. */

import pg from 'pg';
import { isFailure, unavailable } from '#values';

export type Row = Readonly<Record<string, unknown>>;
export type Query = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

export interface RecordingDatabase {
  /** One statement. `Unavailable` where the server is away. */
  readonly query: Query;
  /** A transaction: rolled back if `work` fails. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    Number(id) === pg.types.builtins.INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(id, format),
};

/** Settings for connections; opens none. */
export const connectionTo = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  types,
});

/** Opens nothing yet: connections are made on demand, and again after the server was away. */
export function recordingDatabase(url: string, connections = 8): RecordingDatabase {
  const pool = new pg.Pool({ ...connectionTo(url), max: connections });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', () => undefined);
  let closed: Promise<void> | undefined;
  return {
    query: (sql, values = []) => rowsOf(() => pool.query<Row>(sql, [...values])),
    async transaction(work) {
      const client = await coded(() => pool.connect());
      client.on('error', () => undefined);
      const query: Query = (sql, values = []) => rowsOf(() => client.query<Row>(sql, [...values]));
      let isBroken = true;
      try {
        await query('BEGIN');
        const result = await work(query);
        await query('COMMIT');
        isBroken = false;
        return result;
      } finally {
        client.removeAllListeners('error');
        // Discarding a connection ends its open transaction.
        client.release(isBroken);
      }
    },
    close: () => (closed ??= pool.end()),
  };
}

const rowsOf = async (work: () => Promise<pg.QueryResult<Row>>): Promise<readonly Row[]> =>
  (await coded(work)).rows;

/** The server is away, stopping or starting, or two transactions conflicted. */
const transient =
  /^(08|40001|40P01|53|57P0|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;
const lost = /connection terminated|timeout exceeded|not queryable|connection timeout/i;

/** Turns the errors of an unreachable server into `Unavailable`; others pass unchanged. */
export async function coded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error) || isFailure(cause)) throw cause;
    const code = String((cause as { code?: unknown }).code ?? '');
    if (!transient.test(code) && !lost.test(cause.message)) throw cause;
    throw unavailable('the database is away', { found: cause.message || code, cause });
  }
}
