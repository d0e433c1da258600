/** Postgres gives each model call to one gateway once, through deaths of gateways. */

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ClaimedCall, OpenedAsk, RecordedCall } from '#llm';
import { poolOf } from '#llm/postgres/gateway-hold';
import {
  PostgresRecordingReader,
  PostgresRecordingStore,
  type PostgresRecordingOptions,
} from '#llm/postgres/postgres-recording';
import { describeRecordingStore } from '#llm/calls/recording-store.contract.fixture';
import { migrateRecordings } from '#read-models/postgres/postgres-schemas';
import { ownDatabase } from './servers-once.fixture.js';

let url: string;
let places = 0;

beforeAll(async () => {
  url = await ownDatabase();
});

const place = (): Promise<string> => migrateRecordings(url, `place${++places}`);

async function open(
  schema: string,
  options: Partial<PostgresRecordingOptions> = {},
): Promise<PostgresRecordingStore> {
  const held = Promise.withResolvers<void>();
  const store = new PostgresRecordingStore({
    url,
    schema,
    holdRetryMs: 20,
    now: () => Date.parse('2026-01-05T00:00:00.000Z'),
    onHold: (isHeld) => isHeld && held.resolve(),
    ...options,
  });
  onTestFinished(() => store.close());
  if (options.onHold === undefined) await held.promise;
  return store;
}

const run = 'a'.repeat(64);
const ask: OpenedAsk = {
  run,
  asOf: 40,
  attempt: 1,
  agent: 'model',
  session: '2025-01-06',
  model: 'local/one',
  prompt: 'c'.repeat(64),
  openedAt: '2026-01-05T00:00:00.000Z',
};
const call = (ordinal: number, digest = 'b'.repeat(64)): ClaimedCall => ({
  run,
  asOf: 40,
  attempt: 1,
  lane: 'main',
  ordinal,
  provider: 'local',
  api: 'openai-chat',
  model: 'one',
  path: '/v1/chat/completions',
  request: '{"a":"\u0000"}',
  canonicaliser: 'exact-1',
  digest,
});
const recorded = (ordinal: number): RecordedCall => ({
  ...call(ordinal),
  tries: [
    { outcome: 'answered', status: 200, startedAt: '2026-01-05T00:00:01.000Z', durationMs: 3 },
  ],
  response: { status: 200, contentType: 'application/json', frames: [{ atMs: 2, text: '{}' }] },
  usage: null,
  stopReason: null,
  cost: null,
});
const end = {
  class: 'answered',
  reason: null,
  decision: '{}',
  notes: null,
  durationMs: 1,
} as const;

describeRecordingStore('Postgres', async () => {
  const schema = await place();
  const opened: PostgresRecordingStore[] = [];
  const openStore = (): Promise<PostgresRecordingStore> => {
    const store = new PostgresRecordingStore({ url, schema, holdRetryMs: 20 });
    opened.push(store);
    return Promise.resolve(store);
  };
  return {
    open: openStore,
    // To the database a process that closes its connections and one that dies are the same.
    crash: (store) => store.close(),
    dispose: async () => {
      for (const store of opened) await store.close();
    },
  };
});

describe('recordings in Postgres', () => {
  it('keep attempts, the first end of each, and calls in their order', async () => {
    const schema = await place();
    const store = await open(schema);
    expect(await store.openAsk(ask)).toEqual({ opened: ask, ended: null });
    const { run: _, ...later } = { ...ask, openedAt: '2027-01-01T00:00:00.000Z' };
    expect((await store.openAsk({ ...later, run })).opened).toEqual(ask);
    for (const ordinal of [2, 10, 1]) {
      expect(await store.claim(call(ordinal))).toEqual({ kind: 'claimed', tries: [] });
      await store.finish(recorded(ordinal));
    }
    const { asOf, attempt } = ask;
    const ended = { run, asOf, attempt, ...end };
    expect(await store.endAsk(ended)).toEqual(ended);
    expect(await store.endAsk({ ...ended, class: 'late' })).toEqual(ended);
    const reader = new PostgresRecordingReader(url, schema);
    onTestFinished(() => reader.close());
    expect(await reader.asksOf(run)).toEqual([{ opened: ask, ended }]);
    expect((await reader.callsOf(run)).map(({ ordinal }) => ordinal)).toEqual([1, 2, 10]);
    expect(await reader.callsOf(run, 41)).toEqual([]);
    expect(await reader.callsOf(run, 40)).toEqual([1, 2, 10].map(recorded));
  });

  it('give a key to one of many that claim it at once', async () => {
    const store = await open(await place());
    const claims = await Promise.all(Array.from({ length: 20 }, () => store.claim(call(1))));
    const kinds = claims.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['claimed', ...Array.from({ length: 19 }, () => 'under way')]);
    await store.finish(recorded(1));
    expect(await store.claim(call(1))).toEqual({ kind: 'recorded', call: recorded(1) });
  });

  it('say which request was made when another is made under its key', async () => {
    const store = await open(await place());
    await store.claim(call(1));
    const found = await store.claim(call(1, 'd'.repeat(64)));
    expect(found).toEqual({ kind: 'other request', recorded: call(1) });
  });

  it('let a second gateway make calls when the first has ended, and count what was under way', async () => {
    const schema = await place();
    const first = await open(schema);
    await first.claim(call(1));
    await first.finish(recorded(1));
    await first.claim(call(2));
    const changes: boolean[] = [];
    const second = await open(schema, {
      onHold: (isHeld) => void changes.push(isHeld),
      patienceMs: 100,
    });
    await expect(second.claim(call(2))).rejects.toMatchObject({ code: 'Unavailable' });
    expect(changes).toEqual([]);
    await first.close();
    await expect.poll(() => changes).toEqual([true]);
    expect(await second.claim(call(1))).toEqual({ kind: 'recorded', call: recorded(1) });
    const unknown = {
      outcome: 'unknown',
      status: null,
      startedAt: '2026-01-05T00:00:00.000Z',
      durationMs: 0,
    };
    expect(await second.claim(call(2))).toEqual({ kind: 'claimed', tries: [unknown] });
    expect(await second.claim(call(2))).toEqual({ kind: 'under way' });
  });

  it('refuse the calls of a gateway that does not know yet that it has lost them', async () => {
    const schema = await place();
    const first = await open(schema, { patienceMs: 0 });
    await first.claim(call(1));
    await takeOver(schema);
    await expect(first.claim(call(2))).rejects.toMatchObject({ code: 'Unavailable' });
    // Alone again, it resumes what it began.
    await expect
      .poll(() => first.claim(call(1)).catch(() => 'away'))
      .toEqual({ kind: 'under way' });
    await first.finish(recorded(1));
  });
});

/** What a gateway writes down that takes the place of another. */
async function takeOver(schema: string): Promise<void> {
  const pool = poolOf(url, 1);
  await pool.query(`UPDATE "${schema}".model_gateways SET instance = 'another'`);
  await pool.end();
}
