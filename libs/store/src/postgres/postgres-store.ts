/** The append-only table in Postgres, where several processes take turns at writing. */

import type pg from 'pg';
import { duringOutage } from '../outages.js';
import {
  chainDigest,
  noDigest,
  readBytesMax,
  readRecordsMax,
  type Batch,
  type RecordStore,
  type StoredRecord,
} from '../record-store.js';
import { endsElsewhere, isSame, recordsOf, type Row } from '../stored-rows.js';

export interface PostgresStoreOptions {
  /** Needs a listener for errors: idle connections break. The store does not close it. */
  readonly pool: pg.Pool;
  /**
   * The table with its schema, safe to use in SQL: `stream text`, `seq bigint`, `body bytea`,
   * `digest bytea`.
   */
  readonly table: string;
  /**
   * Runs first in the transaction of an append: it throws if this process may not write any more.
   */
  readonly guard?: (client: pg.PoolClient) => Promise<void>;
}

export class PostgresStore implements RecordStore {
  constructor(private readonly options: PostgresStoreOptions) {}

  async end(stream: string): Promise<number> {
    const { rows } = await duringOutage(() => this.options.pool.query<Row>(this.lastSql, [stream]));
    return Number(rows[0]?.['seq'] ?? 0);
  }

  async append(batches: readonly Batch[]): Promise<void> {
    const client = await duringOutage(() => this.options.pool.connect());
    // Without a listener, a connection that breaks would end the process.
    const ignore = (): void => undefined;
    client.on('error', ignore);
    let isBroken = true;
    try {
      await duringOutage(async () => {
        await client.query('BEGIN');
        await this.options.guard?.(client);
        for (const batch of batches) await this.add(client, batch);
        await client.query('COMMIT');
      });
      isBroken = false;
    } finally {
      client.off('error', ignore);
      // Discarding a connection ends its open transaction.
      client.release(isBroken);
    }
  }

  /** A commit is durable. */
  async durable(): Promise<void> {}

  async read(stream: string, after: number, bytesMax = readBytesMax): Promise<StoredRecord[]> {
    return this.readWith(this.options.pool, stream, after, bytesMax);
  }

  async close(): Promise<void> {}

  private get lastSql(): string {
    return (
      `SELECT seq, digest FROM ${this.options.table} WHERE stream = ` +
      '$1 ORDER BY seq DESC LIMIT 1'
    );
  }

  private async readWith(
    client: Pick<pg.PoolClient, 'query'>,
    stream: string,
    after: number,
    bytesMax: number,
  ): Promise<StoredRecord[]> {
    const { table } = this.options;
    // The row before the first comes too, for its digest.
    const { rows } = await duringOutage(() =>
      client.query<Row>(
        `SELECT seq, body, digest FROM (
           SELECT *, sum(CASE WHEN seq > $2 THEN length(body) ELSE 0 END) OVER (ORDER BY seq) - length(body) AS held
           FROM (SELECT * FROM ${table} WHERE stream = $1 AND seq >= $2 ORDER BY seq LIMIT $4) AS found
         ) AS summed WHERE held < $3 OR seq <= $2 + 1 ORDER BY seq`,
        [stream, after, bytesMax, readRecordsMax],
      ),
    );
    return recordsOf(rows, after + 1, `${table} ${stream}`);
  }

  private async add(client: pg.PoolClient, { stream, after, bodies }: Batch): Promise<void> {
    const { table } = this.options;
    const { rows } = await client.query<Row>(this.lastSql, [stream]);
    const end = Number(rows[0]?.['seq'] ?? 0);
    if (end !== after) {
      const size = bodies.reduce((sum, { byteLength }) => sum + byteLength, 1);
      const stored = await this.readWith(client, stream, after, size);
      if (isSame(stored.slice(0, bodies.length), bodies)) return;
      throw endsElsewhere(`${table} ${stream}`, after, end);
    }
    let digest = (rows[0]?.['digest'] as Uint8Array | undefined) ?? noDigest;
    const digests = bodies.map((body) => (digest = chainDigest(digest, body)));
    const { rowCount } = await client.query(
      `INSERT INTO ${table} (stream, seq, body, digest)
       SELECT $1, $2 + place, body, digest
       FROM unnest($3::bytea[], $4::bytea[]) WITH ORDINALITY AS added (body, digest, place)
       ON CONFLICT DO NOTHING`,
      [stream, after, bodies.map(asBuffer), digests],
    );
    // Another writer was quicker.
    if (rowCount !== bodies.length) throw endsElsewhere(`${table} ${stream}`, after, after + 1);
  }
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
