/** Recordings in Postgres: one row a call, under its unique key, for all callers. */

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { conflict, unavailable } from '#values';
import {
  endedAskSchema,
  type AskKey,
  type EndedAsk,
  type OpenedAsk,
  type RecordedAsk,
} from '../calls/ask.js';
import { patiently } from '../calls/waiting.js';
import {
  callTrySchema,
  claimedCallSchema,
  lostCall,
  unknownTry,
  type CallKey,
  type CallTry,
  type ClaimedCall,
  type RecordedCall,
} from '../calls/recorded-call.js';
import type { Claim, RecordingReader, RecordingStore } from '../calls/recording-store.js';
import { GatewayHold } from './gateway-hold.js';
import { askOf, callOf, parsed, readerOver } from './postgres-recording-reader.js';
import {
  recordingDatabase,
  type Query,
  type RecordingDatabase,
  type Row,
} from './recording-database.js';

export interface PostgresRecordingOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string;
  /** Schema of the tables, which must exist; the name is safe to use in SQL. */
  readonly schema: string;
  /** Called when this gateway may make calls, and when it no longer may. */
  readonly onHold?: ((isHeld: boolean) => void) | undefined;
  /** How long reads, claims and notes wait while the database is away, milliseconds. */
  readonly patienceMs?: number | undefined;
  readonly holdRetryMs?: number | undefined;
  /** Wall time, ISO 8601, UTC. */
  readonly now?: (() => string) | undefined;
}

/**
 * Claims calls while this gateway holds the lock; see `GatewayHold`. A call that another gateway claimed and did
 * not finish is claimed again: that gateway is gone, and its try is `unknown`.
 */
export class PostgresRecordingStore implements RecordingStore {
  /** Name of this process among gateways; a restart makes another. */
  private readonly instance = randomUUID();
  private readonly database: RecordingDatabase;
  private readonly reader: RecordingReader;
  private readonly hold: GatewayHold;
  private readonly closing = new AbortController();
  private claims = 0;

  constructor(private readonly options: PostgresRecordingOptions) {
    const { url, schema, onHold, holdRetryMs } = options;
    this.database = recordingDatabase(url);
    this.reader = readerOver(this.database, schema);
    this.hold = new GatewayHold({
      ...{ url, schema, instance: this.instance, onChange: onHold, retryMs: holdRetryMs },
    });
  }

  /** Whether this gateway may make calls now. */
  get isHeld(): boolean {
    return this.hold.isHeld;
  }

  asksOf(run: string): Promise<readonly RecordedAsk[]> {
    return this.waitFor(() => this.reader.asksOf(run));
  }

  callsOf(run: string, asOf?: number): Promise<readonly RecordedCall[]> {
    return this.waitFor(() => this.reader.callsOf(run, asOf));
  }

  openAsk(ask: OpenedAsk): Promise<RecordedAsk> {
    return this.waitFor(async () => {
      await this.query(
        `INSERT INTO ${this.table('model_asks')} (run, as_of, attempt, opened)
         VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        [...askKey(ask), JSON.stringify(ask)],
      );
      return askOf(await this.askRow(ask));
    });
  }

  endAsk(ask: EndedAsk): Promise<EndedAsk> {
    return this.waitFor(async () => {
      await this.query(
        `UPDATE ${this.table('model_asks')} SET ended = $4
         WHERE run = $1 AND as_of = $2 AND attempt = $3 AND ended IS NULL`,
        [...askKey(ask), JSON.stringify(ask)],
      );
      return parsed(endedAskSchema, (await this.askRow(ask))['ended']);
    });
  }

  /** Those of gateways that are gone; this one's pending calls are not lost. */
  endLost(ask: AskKey): Promise<readonly RecordedCall[]> {
    return this.waitFor(() => {
      if (!this.hold.isHeld) throw notHeld();
      return this.database.transaction((query) => this.endLostIn(query, ask));
    });
  }

  claim(call: ClaimedCall): Promise<Claim> {
    // A claim that was committed without an answer is found again by its number.
    const claim = `${++this.claims}`;
    return this.waitFor(() => {
      if (!this.hold.isHeld) throw notHeld();
      return this.database.transaction((query) => this.claimIn(query, call, claim));
    });
  }

  /** Keeps trying while the database is away: a paid response is not thrown away. */
  finish(call: RecordedCall): Promise<void> {
    return this.waitFor(() => this.finishOnce(call), Infinity);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.hold.close();
    await this.database.close();
  }

  private async claimIn(query: Query, call: ClaimedCall, claim: string): Promise<Claim> {
    await this.requireHeld(query);
    const { instance } = this;
    const claimedAt = (this.options.now ?? wallTime)();
    const inserted = await query(
      `INSERT INTO ${this.table('model_calls')}
         (run, as_of, attempt, lane, ordinal, instance, claim, claimed_at, digest, claimed, tries)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '[]')
       ON CONFLICT DO NOTHING RETURNING 1 AS one`,
      [...callKey(call), instance, claim, claimedAt, call.digest, JSON.stringify(call)],
    );
    if (inserted.length > 0) return { kind: 'claimed', tries: [] };
    const [row] = await query(
      `SELECT instance, claim, claimed_at, digest, claimed, tries, call
       FROM ${this.table('model_calls')} WHERE ${keyIs} FOR UPDATE`,
      callKey(call),
    );
    if (row === undefined) throw unavailable('a call that was claimed has gone meanwhile');
    const tries = parsed(z.array(callTrySchema), row['tries']);
    const found = this.found(row, call, { claim, tries });
    if (found !== undefined) return found;
    const known = [...tries, unknownTry(String(row['claimed_at']))];
    await query(
      `UPDATE ${this.table('model_calls')} SET instance = $6, claim = $7, claimed_at = $8, tries = $9
       WHERE ${keyIs}`,
      [...callKey(call), instance, claim, claimedAt, JSON.stringify(known)],
    );
    return { kind: 'claimed', tries: known };
  }

  private async endLostIn(query: Query, ask: AskKey): Promise<readonly RecordedCall[]> {
    await this.requireHeld(query);
    const rows = await query(
      `SELECT claimed, tries, claimed_at FROM ${this.table('model_calls')}
       WHERE run = $1 AND as_of = $2 AND attempt = $3 AND instance <> $4 AND call IS NULL
       ORDER BY lane COLLATE "C", ordinal FOR UPDATE`,
      [...askKey(ask), this.instance],
    );
    const lost = rows.map(({ claimed, tries, claimed_at: claimedAt }) =>
      lostCall(parsed(claimedCallSchema, claimed), [
        ...parsed(z.array(callTrySchema), tries),
        unknownTry(String(claimedAt)),
      ]),
    );
    for (const call of lost) {
      await query(`UPDATE ${this.table('model_calls')} SET call = $6 WHERE ${keyIs}`, [
        ...callKey(call),
        JSON.stringify(call),
      ]);
    }
    return lost;
  }

  /** The existing entry under the key; undefined for a call of a gateway that is gone. */
  private found(
    row: Row,
    call: ClaimedCall,
    { claim, tries }: { readonly claim: string; readonly tries: readonly CallTry[] },
  ): Claim | undefined {
    if (row['digest'] !== call.digest) {
      return { kind: 'other request', recorded: parsed(claimedCallSchema, row['claimed']) };
    }
    if (row['call'] !== null) return { kind: 'recorded', call: callOf(row) };
    if (row['instance'] !== this.instance) return undefined;
    return row['claim'] === claim ? { kind: 'claimed', tries } : { kind: 'under way' };
  }

  /** The row stays locked until the claim is committed: no other gateway takes over in between. */
  private async requireHeld(query: Query): Promise<void> {
    const [row] = await query(
      `SELECT instance FROM ${this.table('model_gateways')} WHERE place = 'only' FOR SHARE`,
    );
    if (row?.['instance'] === this.instance) return;
    this.hold.lose();
    throw notHeld();
  }

  private async finishOnce(call: RecordedCall): Promise<void> {
    const finished = await this.query(
      `UPDATE ${this.table('model_calls')} SET call = $7
       WHERE ${keyIs} AND instance = $6 AND call IS NULL RETURNING 1 AS one`,
      [...callKey(call), this.instance, JSON.stringify(call)],
    );
    if (finished.length > 0) return;
    const [row] = await this.query(
      `SELECT instance, call = $6 AS same FROM ${this.table('model_calls')} WHERE ${keyIs}`,
      [...callKey(call), JSON.stringify(call)],
    );
    // The last attempt was committed without an answer.
    if (row?.['instance'] === this.instance && row['same'] === true) return;
    throw conflict('this call was not claimed here, or has ended already', {
      where: `run ${call.run}, as-of ${call.asOf}, attempt ${call.attempt}, call ${call.ordinal}`,
      expected: 'a call that was claimed here and has not ended',
      found: foundRow(row, this.instance),
    });
  }

  private async askRow(ask: AskKey): Promise<Row> {
    const [row] = await this.query(
      `SELECT opened, ended FROM ${this.table('model_asks')}
       WHERE run = $1 AND as_of = $2 AND attempt = $3`,
      askKey(ask),
    );
    if (row !== undefined) return row;
    throw conflict('an attempt ends that was never opened', {
      where: `run ${ask.run}, as-of ${ask.asOf}, attempt ${ask.attempt}`,
    });
  }

  private get query(): Query {
    return this.database.query;
  }

  private table(name: string): string {
    return `"${this.options.schema}".${name}`;
  }

  private waitFor<T>(
    work: () => Promise<T>,
    patienceMs = this.options.patienceMs ?? 60_000,
  ): Promise<T> {
    return patiently(work, { patienceMs, retryMs, signal: this.closing.signal });
  }
}

/** Between two tries to reach a database that is away, milliseconds. */
const retryMs = 200;
const keyIs = 'run = $1 AND as_of = $2 AND attempt = $3 AND lane = $4 AND ordinal = $5';
const askKey = ({ run, asOf, attempt }: AskKey): unknown[] => [run, asOf, attempt];
const callKey = (key: CallKey): unknown[] => [...askKey(key), key.lane, key.ordinal];
const wallTime = (): string => new Date().toISOString();

function foundRow(row: Row | undefined, instance: string): string {
  if (row === undefined) return 'none';
  return row['instance'] === instance ? 'one that has ended' : 'one that was claimed elsewhere';
}

const notHeld = () =>
  unavailable('another model gateway makes the calls', {
    expected: 'one at a time: this one waits until the other has ended',
  });
