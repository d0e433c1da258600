/** One gateway at a time may make calls: the one that holds an advisory lock of the database. */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const connectionTo = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
});

/** Connections that are made on demand, and again after the server was away. */
export function poolOf(url: string, max = 8): pg.Pool {
  const pool = new pg.Pool({ ...connectionTo(url), max });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', () => undefined);
  return pool;
}

interface GatewayHoldOptions {
  readonly url: string;
  /** Schema of the tables; the name is safe to use in SQL. */
  readonly schema: string;
  /** Names this process; never used twice. */
  readonly instance: string;
  /** Called when it begins to hold, and when it has lost the lock. */
  readonly onChange?: ((isHeld: boolean) => void) | undefined;
  /** Between two tries to get the lock, milliseconds. */
  readonly retryMs?: number | undefined;
}

/**
 * Takes the lock as soon as it is free, and records its owner; takes it again after its connection
 * broke. The record decides: a claim reads it under a row lock, so a gateway that is not yet aware
 * of its loss makes no call.
 */
export class GatewayHold {
  private held = false;
  private readonly closing = new AbortController();
  private client: pg.Client | undefined;
  private readonly loop: Promise<void>;

  constructor(private readonly options: GatewayHoldOptions) {
    this.loop = this.keep();
  }

  get isHeld(): boolean {
    return this.held;
  }

  /** Another gateway holds it by now: starts again at the end of the line. */
  lose(): void {
    void this.client?.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.client?.end().catch(() => undefined);
    await this.loop;
  }

  private async keep(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await this.holdOnce().catch(() => undefined);
      this.change(false);
      await this.pause();
    }
  }

  /** Settles when the connection is gone, and with it the lock. */
  private async holdOnce(): Promise<void> {
    const client = new pg.Client(connectionTo(this.options.url));
    const gone = new Promise<void>((settle) => {
      client.on('error', () => settle());
      client.on('end', () => settle());
    });
    this.client = client;
    try {
      await client.connect();
      if (!(await this.isTaken(client))) return;
      await this.writeDown(client);
      if (this.closing.signal.aborted) return;
      this.change(true);
      await gone;
    } finally {
      this.client = undefined;
      await client.end().catch(() => undefined);
    }
  }

  private async isTaken(client: pg.Client): Promise<boolean> {
    const sql = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken';
    while (!this.closing.signal.aborted) {
      const { rows } = await client.query<{ taken: boolean }>(sql, [
        `model gateway ${this.options.schema}`,
      ]);
      if (rows[0]?.taken === true) return true;
      await this.pause();
    }
    return false;
  }

  private async writeDown(client: pg.Client): Promise<void> {
    const { schema, instance } = this.options;
    await client.query(
      `INSERT INTO "${schema}".model_gateways (place, instance) VALUES ('only', $1)
       ON CONFLICT (place) DO UPDATE SET instance = excluded.instance`,
      [instance],
    );
  }

  private change(isHeld: boolean): void {
    if (isHeld === this.held) return;
    this.held = isHeld;
    this.options.onChange?.(isHeld);
  }

  private async pause(): Promise<void> {
    const { retryMs = 500 } = this.options;
    await sleep(retryMs, undefined, { signal: this.closing.signal }).catch(() => undefined);
  }
}
