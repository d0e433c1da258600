/**
 * Which requests the gateway passes on and in which words it refuses others, what calls are
 * charged, and what the end of a call means. `npx vitest run
 * libs/llm/src/gateway/gateway-rules.spec.ts --update` writes the files again.
 */

import { expect, it } from 'vitest';
import { corruptJournal, invalidInput, unavailable } from '#values';
import { codedReason, outcomeText } from '#values/outcome-text.fixture';
import { callTrySchema, wireApis, type RecordedCall } from '../calls/recorded-call.js';
import { recordedCalls } from '../calls/recording.fixture.js';
import { namedModel, modelsOf } from '../provider/models.js';
import { modelsFileSchema, providerSchema } from '../provider/models-file.js';
import { costOf, reservationOf, usdOf, type Spent } from '../provider/pricing.js';
import { Redaction } from '../provider/redaction.js';
import {
  failureOf as failureOfAnswer,
  gatewayError,
  gatewayErrorOf,
} from '../remote/ask-protocol.js';
import { BudgetLedger, spentOf } from './budget-ledger.js';
import { failureOf, missingResponse, pastDeadline, unreached } from './call-failure.js';
import { readCall, type AllowedModel } from './planned-call.js';

const json = (value: unknown): string => JSON.stringify(value) ?? 'undefined';
const told = (get: () => unknown): string => outcomeText(get, json, codedReason);
const providerOf = (api: (typeof wireApis)[number]) =>
  providerSchema.parse({ api, baseUrl: 'https://user:pass@host.example:8443/base' });
const paths = [
  '/v1/messages',
  '/v1/chat/completions',
  '/v1/responses',
  '/v1beta/models/m:generateContent',
];

it('requests are passed on or refused so', async () => {
  const allowedBy: readonly (AllowedModel | null)[] = [
    null,
    { name: 'own', model: 'm-1', provider: undefined },
    { name: 'hosted', model: 'm-1', provider: providerOf('openai-chat') },
    { name: 'hosted', model: 'm-1', provider: providerOf('anthropic-messages') },
  ];
  const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
  const bodies = [
    '{}',
    '{"model":"m-1"}',
    '{"model":"m-2"}',
    '{"model":7}',
    'null',
    '[]',
    '7',
    '{',
    '{"a":1e999}',
  ];
  const asked = [
    ...paths.flatMap((path) => bodies.map((body) => ({ path, body }))),
    ...['?key=k&a=1', '?', '?a', '?API_KEY=k', '?api-key=k&b=2&access_token=t', '?&&'].map(
      (query) => ({
        path: `/v1/messages${query}`,
        body: '{"model":"m-1"}',
      }),
    ),
    ...[
      '/lane/a/v1/messages',
      '/lane//v1/messages',
      '/lane/a b/v1/messages',
      `/lane/${'a'.repeat(65)}/v1/messages`,
    ].map((path) => ({ path, body: '{"model":"m-1"}' })),
    { path: '/v1/models', body: '{}' },
    { path: '/', body: '{}' },
    ...[`{"a":${deep}}`, `{"a":[${deep}]}`].map((body) => ({ path: '/v1/messages', body })),
  ];
  const headers = new Headers({
    'anthropic-version': '1',
    'openai-beta': 'b',
    authorization: 'Bearer k',
  });
  const lines = ['POST', 'GET'].flatMap((method) =>
    asked.flatMap(({ path, body }) =>
      allowedBy.map((allowed) => {
        const read = readCall({ method, path, headers, body }, allowed);
        const { wire, ...rest } = read;
        const what = 'request' in rest ? { ...rest, claim: { ...rest.claim, request: '' } } : rest;
        const text = body.length > 99 ? body.length : body;
        const told = json(what).replaceAll(deep, 'deep');
        return (
          `${method} ${path} ${text} ${allowed?.provider?.api ?? allowed?.name}\n  ${wire.api} ` +
          `${told}`
        );
      }),
    ),
  );
  const few = lines.filter((line) => line.startsWith('POST') || line.includes('{"model":"m-1"}'));
  await expect(`${few.join('\n')}\n`).toMatchFileSnapshot('./golden-rules/requests.txt');
});

it('calls cost this, and budgets refuse so', async () => {
  const usage = { input: 1000, output: 50, cachedInput: 200, cacheWrite: 30, reasoning: 10 };
  const plain = { input: 3, output: 15 };
  const full = { ...plain, cachedInput: 0.3, cacheWrite: 3.75 };
  const prices = { version: 'v', models: { 'a/m': full } };
  const usages = [
    usage,
    { ...usage, cachedInput: 990 },
    { ...usage, cacheWrite: 900 },
    { ...usage, cachedInput: 0, cacheWrite: 0 },
  ];
  const lines = [
    ...usages.flatMap((one) =>
      [plain, full, { input: 0, output: 0 }].map((price) => usdOf(one, price)),
    ),
    ...[
      costOf(usage, 'a/m', prices),
      costOf(usage, 'a/n', prices),
      costOf(null, 'a/m', prices),
      costOf(usage, 'a/m', undefined),
    ].map(json),
    ...[0, 1, 4, 5].flatMap((bytes) =>
      [0, 7].flatMap((outputMax) =>
        [undefined, full].map((price) => json(reservationOf({ bytes, outputMax }, price))),
      ),
    ),
  ];
  const [call] = recordedCalls('openai-chat', false) as [RecordedCall];
  const reserved: Spent = { calls: 1, tokens: 99, usd: 0.5 };
  const spent = callTrySchema.shape.outcome.options.flatMap((outcome) =>
    [call.usage, null].flatMap((used) =>
      [call.cost, null].map((cost) => {
        const tries = [{ ...call.tries[0]!, outcome }];
        return (
          `${outcome} ${used?.input} ${cost?.usd} ` +
          `${json(spentOf({ usage: used, cost, tries }, reserved))}`
        );
      }),
    ),
  );
  const one = (calls: number, tokens: number, usd: number): Spent => ({ calls, tokens, usd });
  const ledger = new BudgetLedger();
  ledger.addToRun([one(1, 10, 0.1), one(1, 20, 0.2)]);
  ledger.openDecision(1, [one(1, 10, 0.1), one(2, 5, 0)]);
  ledger.openDecision(1, [one(100, 100, 100)]);
  const most = { calls: 5, tokens: 100, usd: 1 };
  const refused = [
    ...[
      one(2, 85, 0.9),
      one(1, 1, 0),
      one(0, 0, 1e-10),
      one(0, 1, 0),
      one(0, 0, 1e-8),
      one(1, 0, 0),
    ].map((needed) => ledger.reserve(1, needed, { decision: most, run: undefined })),
    ledger.reserve(2, one(1, 1, 0.0000005), { decision: undefined, run: { calls: 4 } }),
    ledger.reserve(2, one(1, 1, 0.0000005), { decision: { usd: 0.5 }, run: { tokens: 115 } }),
    (ledger.settle(1, one(2, 85, 0.9)),
    ledger.reserve(1, one(2, 85, 0.9), { decision: most, run: most })),
    (ledger.settle(1, one(0, 0, 0), one(5, 1, 0)),
    ledger.reserve(1, one(1, 0, 0), { decision: most, run: undefined })),
    (ledger.add(3, one(4, 3, 0.123456789)),
    ledger.reserve(3, one(2, 0, 0), { decision: most, run: undefined })),
    ledger.reserve(3, one(0, 0, 2), { decision: { usd: 1 }, run: undefined }),
  ].map((why) => why ?? 'fits');
  await expect(`${[...lines, ...spent, ...refused].join('\n')}\n`).toMatchFileSnapshot(
    './golden-rules/money.txt',
  );
});

it('forgets the decision that was opened first, beyond 512', () => {
  const limit = { decision: { calls: 1 }, run: undefined };
  const full: Spent = { calls: 1, tokens: 0, usd: 0 };
  const ledger = new BudgetLedger();
  for (let asOf = 1; asOf <= 512; asOf++) ledger.openDecision(asOf, [full]);
  expect(ledger.reserve(1, full, limit)).toBeDefined();
  ledger.openDecision(513, [full]);
  expect(ledger.reserve(2, full, limit)).toBeDefined();
  expect(ledger.reserve(1, full, limit)).toBeUndefined();
});

it('ends of calls mean this', async () => {
  const [call] = recordedCalls('openai-chat', false) as [RecordedCall];
  const provider = providerOf('openai-chat');
  const bodies = [
    '',
    'no JSON',
    '{}',
    '[]',
    'null',
    '{"error":"plain"}',
    '{"error":{"message":"nested"}}',
    '{"message":"bare"}',
    '{"detail":"of it"}',
    '[{"error":{"message":"listed"}}]',
    '{"error":{},"message":"beside"}',
    `{"error":"${'x'.repeat(600)}"}`,
  ];
  const lines = callTrySchema.shape.outcome.options.flatMap((outcome) => [
    ...[null, 'broken'].map(
      (error) => `${outcome}: ${missingResponse(outcome, 'own', provider, { error })}`,
    ),
    ...bodies.map((text) => {
      const tries = [{ ...call.tries[0]!, outcome, status: 418 }];
      const response = {
        status: 418,
        contentType: 'x',
        frames: [
          { atMs: 0, text: text.slice(0, 5) },
          { atMs: 1, text: text.slice(5) },
        ],
      };
      return `${outcome} ${text.slice(0, 40)}: ${json(failureOf({ ...call, tries, response }))}`;
    }),
    `${outcome}: ` +
      `${json(failureOf({ ...call, response: null, tries: [{ ...call.tries[0]!, outcome }] }))}`,
  ]);
  const others = [
    json(failureOf({ ...call, tries: [] })),
    json(pastDeadline),
    unreached('own', provider.baseUrl),
  ];
  await expect(`${[...lines, ...others].join('\n')}\n`).toMatchFileSnapshot(
    './golden-rules/ends.txt',
  );
});

it('failures travel so', async () => {
  const errors = [
    invalidInput('bad', { where: 'w', expected: 'e', found: 'f' }),
    unavailable('away', { where: 'w' }),
    corruptJournal('other', { where: 'w', expected: 'e', found: 'f' }),
    new Error('a bug'),
    'text',
  ];
  const codes = [
    'InvalidInput',
    'Conflict',
    'CorruptJournal',
    'Unavailable',
    'UnknownAsk',
    'Invariant',
    'x',
  ];
  const texts = [
    ...codes.map((code) => json({ code, message: 'm' })),
    '',
    '{}',
    '{"code":"x"}',
    'null',
  ];
  const lines = [
    ...errors.map((error) => json(gatewayErrorOf(error))),
    ...codes.map((code) => json(gatewayError(code, 'm\nn'))),
    json(gatewayError('x', 'y'.repeat(2001)).body.message.length),
    ...texts.map((text) => {
      const { code, message } = failureOfAnswer(text);
      return `${text}: ${code} ${message}`;
    }),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-rules/failures.txt');
});

it('models are named so', async () => {
  const parsed = modelsFileSchema.parse({
    providers: { own: { api: 'openai-chat', baseUrl: 'http://x' } },
  });
  const none = modelsOf(parsed, {
    directory: '.',
    env: { OPENAI_API_KEY: ' key\n', GEMINI_API_KEY: 'a b' },
  });
  const given = { ...none, file: '/etc/models.yaml' };
  const lines = [
    json([...none.providers]),
    ...['own/m', 'own/a/b', 'own/', 'own', '/m', 'none/m', ''].flatMap((name) => [
      told(() => namedModel(none, name)),
      told(() => namedModel(given, name, 'agents[0].model')),
    ]),
  ];
  const keys = ['own', 'openai', 'google', 'anthropic', 'none'].map((name) =>
    none.keyOf(name).then(json, (error: unknown) => `! ${(error as Error).message}`),
  );
  const long = modelsOf(parsed, { directory: '.', env: { OPENAI_API_KEY: 'k'.repeat(4097) } });
  keys.push(long.keyOf('openai').then(json, (error: unknown) => `! ${(error as Error).message}`));
  await expect(`${[...lines, ...(await Promise.all(keys))].join('\n')}\n`).toMatchFileSnapshot(
    './golden-rules/models.txt',
  );
});

it('keys are removed in every spelling', async () => {
  const key = 'sk-aB/3+d9_é"';
  const redaction = new Redaction();
  expect(redaction.clean(key)).toBe(key);
  for (const short of [undefined, '1234567', '']) redaction.add(short);
  expect(redaction.clean('1234567')).toBe('1234567');
  redaction.add(key);
  redaction.add(key);
  redaction.add('12345678');
  const html = [...key].map((sign) => `&#${sign.codePointAt(0)};`).join('');
  const hexHtml = [...key].map((sign) => `&#x0${sign.codePointAt(0)!.toString(16)};`).join('');
  const unicode = [...key]
    .map((sign) => `\\u00${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)
    .join('');
  const spellings = [
    key,
    [...key].toReversed().join(''),
    JSON.stringify(key),
    encodeURIComponent(key),
    encodeURIComponent(encodeURIComponent(key)),
    ...[0, 1, 2].map((shift) => Buffer.from(`${'x'.repeat(shift)}${key}yz`).toString('base64')),
    Buffer.from(key).toString('base64url'),
    Buffer.from(key).toString('hex'),
    Buffer.from(key).toString('hex').toUpperCase(),
    html,
    hexHtml,
    unicode,
    '12345678',
    '123456789',
    key.slice(1),
    key.toUpperCase(),
  ];
  const events = [
    { choices: [{ index: 0, delta: { content: key.slice(0, 5) } }] },
    { choices: [{ index: 1, delta: { content: 'other' } }] },
    { choices: [{ index: 0, delta: { content: `${key.slice(5)} and more` } }] },
  ].map((event) => `event: x\ndata: ${JSON.stringify(event)}\n\n`);
  const lines = [
    ...spellings.map((text) => `${text} ${redaction.clean(`<${text}>`)}`),
    ...redaction.cleanAll(events).map(json),
    ...redaction.cleanAll([JSON.stringify({ a: [key.slice(0, 4), key.slice(4)], b: { c: 7 } })]),
    ...new Redaction().cleanAll(events).map(json),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-rules/keys.txt');
});
