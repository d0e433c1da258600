/**
 * What recordings hold and how they are told: the schemas of their records with every description,
 * the places of calls, where two requests differ, and what a run used.
 * `npx vitest run libs/llm/src/calls --update` writes the files.
 */

import { expect, it } from 'vitest';
import { z } from 'zod';
import { codedReason, outcomeText } from '#values/outcome-text.fixture';
import { modelsFileSchema, providerSchema } from '../provider/models-file.js';
import { failureAnswerSchema, openedAnswerSchema } from '../remote/ask-protocol.js';
import { askEndSchema, askKeySchema, askRequestSchema, recordedAskSchema } from './ask.js';
import {
  askPlace,
  callId,
  callPlace,
  callsOfAttempt,
  laneKey,
  requireOwnDigest,
  requireSame,
} from './call-place.js';
import { canonicalRequest, firstDifference } from './canonical.js';
import { recordedUse } from './model-use.js';
import {
  callTrySchema,
  claimedCallSchema,
  isAway,
  isLost,
  lostCall,
  mayBeCharged,
  recordedCallSchema,
  unknownTry,
  type CallTry,
  type RecordedCall,
} from './recorded-call.js';
import { askStepOf, callStepOf, claimOf, recordedCall, stepsOf } from './recorded-steps.js';
import { isSameAsk } from './recording-store.js';
import { recordedAsk, recordedCalls, withWrongKey } from './recording.fixture.js';

const json = (value: unknown): string => JSON.stringify(value) ?? 'undefined';
const told = (get: () => unknown): string => outcomeText(get, json, codedReason);
const [first, second] = recordedCalls('openai-chat', false) as [RecordedCall, RecordedCall];
const asker = { agent: 'model\nx', session: '2025-03-03' };

it('records have these schemas', async () => {
  const schemas = {
    askKeySchema,
    recordedAskSchema,
    askEndSchema,
    askRequestSchema,
    claimedCallSchema,
    callTrySchema,
    recordedCallSchema,
    providerSchema,
    modelsFileSchema,
    openedAnswerSchema,
    failureAnswerSchema,
  };
  const lines = Object.entries(schemas).flatMap(([name, schema]) =>
    (['input', 'output'] as const).map(
      (io) => `${name} ${io}: ${json(z.toJSONSchema(schema, { io }))}`,
    ),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-records/schemas.txt');
  expect(
    modelsFileSchema.parse({ providers: { a: { api: 'openai-chat', baseUrl: 'http://x' } } }),
  ).toEqual({
    providers: {
      a: {
        api: 'openai-chat',
        baseUrl: 'http://x',
        limits: { concurrent: 16 },
        timeoutMs: 300_000,
        triesMax: 6,
        backoffMs: 1000,
      },
    },
  });
});

it('models files are refused so', async () => {
  const sound = { api: 'openai-chat', baseUrl: 'http://x' };
  const files = [
    ...['A', '-a', 'a'.repeat(33), 'a_b', '0-a'].map((name) => ({ providers: { [name]: sound } })),
    ...['ftp://x', 'http:/x', 'http://a b', ' http://x', 'https://x'].map((baseUrl) => ({
      providers: { a: { ...sound, baseUrl } },
    })),
    ...[{ env: '' }, { file: '' }, { env: 'A', file: 'b' }, { env: 'A' }, {}].map((key) => ({
      providers: { a: { ...sound, key } },
    })),
    ...[0, 1, 10_000, 10_001, 1.5].map((concurrent) => ({
      providers: { a: { ...sound, limits: { concurrent } } },
    })),
    ...[0, 1, 3_600_000, 3_600_001].map((timeoutMs) => ({
      providers: { a: { ...sound, timeoutMs } },
    })),
    ...[0, 1, 20, 21].map((triesMax) => ({ providers: { a: { ...sound, triesMax } } })),
    ...[0, 1, 60_000, 60_001].map((backoffMs) => ({ providers: { a: { ...sound, backoffMs } } })),
    ...['', 'v', 'v'.repeat(65)].map((version) => ({ prices: { version, models: {} } })),
    ...[-1, 0].map((input) => ({ prices: { version: 'v', models: { m: { input, output: 1 } } } })),
    { more: 1 },
  ];
  const lines = files.map((file) => {
    const { success, error } = modelsFileSchema.safeParse(file);
    const why = error?.issues
      .map(({ path, message }) => `${path.join('.')}: ${message}`)
      .join('; ');
    return `${json(file)} ${success ? 'is taken' : why}`;
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-records/models-files.txt');
});

it('requests differ at these places', async () => {
  const values: readonly unknown[] = [
    null,
    0,
    -0,
    1,
    '',
    'a',
    'b',
    [],
    {},
    [1],
    [1, 2],
    [2],
    { a: 1 },
    { a: 2 },
    { b: 1 },
    { a: null },
    { a: 1, b: [1, { c: 'x' }] },
    { a: 1, b: [1, { c: 'y' }] },
    { 'a/b~c': 1 },
    { 'a/b~c': 2 },
    true,
    `${'x'.repeat(24)}a`,
    `${'x'.repeat(24)}b`,
    `${'x'.repeat(25)}b`,
    `${'x'.repeat(99)}b`,
    Array.from({ length: 12 }, (_, at) => at),
    [...Array.from({ length: 11 }, (_, at) => at), 0],
  ];
  const lines = values.flatMap((one) =>
    values.map((other) => `${json(one)} ${json(other)} ${json(firstDifference(one, other))}`),
  );
  const requests = [
    { path: '/v1', body: { a: 1 } },
    { path: '/v1', headers: {}, body: { a: 1 } },
    { path: '/v1', headers: { 'anthropic-beta': 'x' }, body: { a: 1 } },
  ].map((request) => json(canonicalRequest(request)));
  await expect(`${[...lines, ...requests].join('\n')}\n`).toMatchFileSnapshot(
    './golden-records/differences.txt',
  );
});

it('calls have these places, and are refused there', async () => {
  const sideways = { ...second, lane: 'side', asOf: 7 };
  const own = {
    ...first,
    digest: canonicalRequest({ path: '/v1', body: JSON.parse(first.request) as unknown }).digest,
  };
  const other = { ...own, digest: 'f'.repeat(64) };
  const asked = { ...other, request: '{"messages":[{"role":"user","content":"other"}]}' };
  const lines = [
    askPlace(first, asker),
    askPlace(first, { agent: 'x'.repeat(70), session: null }),
    ...[first, sideways].flatMap((call) => [callPlace(call, asker), laneKey(call), callId(call)]),
    json([...callsOfAttempt([first, second, { ...first, attempt: 2 }], first).keys()]),
    told(() => requireSame(own, own, asker) === own),
    told(() => requireSame(own, other, asker)),
    told(() => requireSame(own, asked, { agent: 'a', session: null })),
    told(() => requireSame(own, { ...other, headers: { a: 'b' } }, asker)),
    told(() => requireOwnDigest(own, asker) === undefined),
    told(() => requireOwnDigest(other, asker)),
    json(
      [{ run: 'x' }, { asOf: 1 }, { attempt: 2 }, {}].map((more) =>
        isSameAsk(first, { ...first, ...more }),
      ),
    ),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-records/places.txt');
});

const outcomes = callTrySchema.shape.outcome.options;
const tryOf = (outcome: CallTry['outcome'], status: number | null = null): CallTry => ({
  outcome,
  status,
  startedAt: '2026-11-23T15:00:00.000Z',
  durationMs: 800,
});

it('tries and steps mean this', async () => {
  const lines = [
    ...outcomes.flatMap((outcome) =>
      [null, 500, 502, 503, 504, 429].map((status) => {
        const one = tryOf(outcome, status);
        const last = [tryOf('answered'), one];
        const told = [[one], last].map((tries) => [mayBeCharged(tries), isLost({ tries })].join());
        return `${outcome} ${status} ${isAway(one)} ${told.join(' ')}`;
      }),
    ),
    json([unknownTry('t'), lostCall(claimOf(first), [unknownTry('t')]), isLost({ tries: [] })]),
  ];
  const { asks, modelCalls } = stepsOf(
    [recordedAsk, { ...recordedAsk, ended: null }],
    [first, { ...second, tries: [] }],
  );
  const bytes = (value: unknown): Uint8Array => Buffer.from(json(value));
  const steps = [
    ...asks.flatMap((step) => [json(step), json(askStepOf(bytes(step)))]),
    ...modelCalls.flatMap((step) => [json(step), json(callStepOf(bytes(step)))]),
    ...['{}', 'no JSON', '{"type":"opened"}'].map((text) =>
      json([askStepOf(Buffer.from(text)), callStepOf(Buffer.from(text))]),
    ),
  ];
  const [claimed, finished] = modelCalls;
  if (claimed?.type !== 'claimed' || finished?.type !== 'finished') throw new Error('two steps');
  const calls = [
    recordedCall(claimed, finished, []),
    recordedCall(claimed, undefined, [unknownTry('t')]),
  ];
  await expect(`${[...lines, ...steps, ...calls.map(json)].join('\n')}\n`).toMatchFileSnapshot(
    './golden-records/tries.txt',
  );
  expect(calls[0]).toEqual(first);
});

it('a run has used this', async () => {
  const classes = { answered: 1, 'no answer': 0 } as never;
  const ended = recordedAsk.ended!;
  const failedAt = (asOf: number, reason: string | null, answerClass = 'late' as const) => ({
    opened: { ...recordedAsk.opened, asOf, model: asOf === 2 ? 'other/m' : null },
    ended: { ...ended, asOf, class: answerClass, reason },
  });
  const asks = [
    failedAt(1, 'b'.repeat(300)),
    failedAt(2, 'a'),
    failedAt(3, 'a'),
    failedAt(4, null),
    recordedAsk,
    { opened: { ...recordedAsk.opened, attempt: 2, openedAt: '2026-11-23T15:00:30.000Z' }, ended },
    { opened: { ...recordedAsk.opened, asOf: 900 }, ended: null },
  ];
  const early = { ...tryOf('rate limited', 429), startedAt: '2026-11-22T10:00:00.000Z' };
  const calls: RecordedCall[] = [
    { ...first, tries: [early, tryOf('unknown'), tryOf('answered')] },
    {
      ...second,
      usage: { ...second.usage!, cachedInput: 7 },
      cost: { usd: 0.1, prices: '2026-12' },
    },
    { ...second, ordinal: 3, usage: null, tries: [tryOf('cut off')] },
    withWrongKey({ ...second, ordinal: 4 }),
    { ...second, asOf: 2, ordinal: 1 },
  ];
  const readerOf = (all: typeof asks, made: readonly RecordedCall[]) => ({
    asksOf: () => Promise.resolve(all),
    callsOf: (_: string, asOf?: number) =>
      Promise.resolve(made.filter((call) => call.asOf === asOf)),
  });
  const terms = { classes, prompt: 'p' };
  const uses = [
    await recordedUse(readerOf(asks, calls), 'r', terms),
    await recordedUse(readerOf(asks.toReversed(), calls.slice(0, 1)), 'r', terms),
    await recordedUse(readerOf(asks.slice(0, 1), []), 'r', { classes, prompt: null }),
    await recordedUse(readerOf([], []), 'r', terms),
  ];
  await expect(
    `${uses.map((use) => JSON.stringify(use, null, 1)).join('\n')}\n`,
  ).toMatchFileSnapshot('./golden-records/use.txt');
  const unknown = readerOf([recordedAsk], [{ ...first, canonicaliser: 'exact-9' }]);
  await expect(recordedUse(unknown, 'r', terms)).rejects.toThrow(
    'model calls: canonicaliser: a call names an unknown canonicaliser; expected ' +
      'exact-1; found exact-9',
  );
});
