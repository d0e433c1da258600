/**
 * Recordings in Postgres: the streams of all runs in one table, and one gateway at a time
 * that makes calls.
 */

import type pg from 'pg';
import { unavailable } from '#values';
import { PostgresStore } from '#store/postgres/postgres-store';
import { Recorded, Recording, type OpenStreams } from '../calls/recording.js';
import { GatewayHold, poolOf } from './gateway-hold.js';

export interface PostgresRecordingOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string;
  /** Schema of the tables, which must exist; the name is safe to use in SQL. */
  readonly schema: string;
  /** Called when this gateway may make calls, and when it no longer may. */
  readonly onHold?: ((isHeld: boolean) => void) | undefined;
  /** How long reads, claims and notes wait while the database is unavailable, milliseconds. */
  readonly patienceMs?: number | undefined;
  readonly holdRetryMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** Reads recordings; the table must exist. `schema` must be safe to use in SQL. */
export class PostgresRecordingReader extends Recorded {
  private readonly pool: pg.Pool;

  constructor(url: string, schema: string) {
    const pool = poolOf(url, 4);
    super(streamsOf(pool, schema));
    this.pool = pool;
  }

  override close(): Promise<void> {
    return this.pool.end();
  }
}

/** Claims calls while this gateway holds the lock; see `GatewayHold`. */
export class PostgresRecordingStore extends Recording {
  private readonly hold: GatewayHold;
  private readonly pool: pg.Pool;
  private closed: Promise<void> | undefined;

  constructor({
    url,
    schema,
    onHold,
    patienceMs = 60_000,
    holdRetryMs,
    now,
  }: PostgresRecordingOptions) {
    const pool = poolOf(url);
    const requireHeld = (client: pg.PoolClient): Promise<void> => this.requireHeld(client, schema);
    super({
      open: streamsOf(pool, schema, requireHeld),
      patienceMs,
      finishPatienceMs: Infinity,
      now,
    });
    this.pool = pool;
    const { instance } = this;
    this.hold = new GatewayHold({ url, schema, instance, onChange: onHold, retryMs: holdRetryMs });
  }

  /** Whether this gateway may make calls now. */
  get isHeld(): boolean {
    return this.hold.isHeld;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.hold.close();
    await (this.closed ??= this.pool.end());
  }

  /** The row stays locked until the claim is committed: no other gateway takes over in between. */
  private async requireHeld(client: pg.PoolClient, schema: string): Promise<void> {
    if (this.hold.isHeld) {
      const { rows } = await client.query<{ instance: string }>(
        `SELECT instance FROM "${schema}".model_gateways WHERE place = 'only' FOR SHARE`,
      );
      if (rows[0]?.instance === this.instance) return;
      this.hold.lose();
    }
    throw unavailable('another model gateway is making the calls', {
      expected: 'one at a time: this one waits until the other has ended',
    });
  }
}

function streamsOf(
  pool: pg.Pool,
  schema: string,
  guard?: (client: pg.PoolClient) => Promise<void>,
): OpenStreams {
  const table = `"${schema}".model_records`;
  const store = new PostgresStore({ pool, table });
  const claims = guard === undefined ? store : new PostgresStore({ pool, table, guard });
  return (run) => ({ store, claims, prefix: `${run}/`, close: () => undefined });
}
