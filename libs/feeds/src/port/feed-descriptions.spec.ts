/**
 * The schema of `feed.yaml` as a whole, every default, and every refusal: a bound or a default that
 * changes has to be seen. `npx vitest run libs/feeds/src/port/feed-descriptions.spec.ts --update`
 * writes the files again.
 */

import { expect, it } from 'vitest';
import { z } from 'zod';
import { feedDescriptionSchema, reconcilePause, silencePause } from './feed-description.js';
import { feedNoteSchema } from './feed.js';
import { mappingMembers, type MappingMembers } from './mapping-members.js';

const common = { name: 'test', calendar: '24/7', currency: 'USD', symbols: ['AAA', 'BBB'] };
const trade = { kind: 'trade', fields: { symbol: 's', at: 't', price: 'p', size: 'q' } };
const secret = { env: 'FEED_SECRET' };
const feeds: Readonly<Record<string, object>> = {
  alpaca: { kind: 'alpaca' },
  alpacaTest: { kind: 'alpaca', feed: 'test' },
  coinbase: { kind: 'coinbase' },
  kafka: { kind: 'kafka', brokers: ['b:9092'], topic: 't', mappings: [trade] },
  poll: { kind: 'poll', url: 'https://x', mappings: [trade] },
  webhook: { kind: 'webhook', port: 0, secret, mappings: [trade] },
  file: { kind: 'file', path: 'a.jsonl', mappings: [trade] },
  yahoo: { kind: 'yahoo' },
};

const told = (input: object): string => {
  const { success, data, error } = feedDescriptionSchema.safeParse(input);
  if (success) return JSON.stringify(data);
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
};

it('have this schema and these defaults', async () => {
  const schemas = [feedDescriptionSchema, feedNoteSchema].map((schema) =>
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), null, 1),
  );
  const read = Object.entries(feeds).map(([name, feed]) => {
    const parsed = feedDescriptionSchema.parse({ ...common, feed });
    const pauses = [{}, { reconcileEveryMs: 0 as const, silenceMs: 500 }].map((more) => [
      reconcilePause({ ...parsed, ...more }),
      silencePause({ ...parsed, ...more }),
    ]);
    return `${name} ${JSON.stringify(parsed)} ${JSON.stringify(pauses)}`;
  });
  const lines = [...schemas, ...read, JSON.stringify(mappingMembers, null, 1)];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-descriptions/schema.txt');
});

/** Values at each bound and beyond it. */
const bounds: readonly (readonly [feed: string, member: string, values: readonly unknown[]])[] = [
  ['alpaca', 'channels', [[], ['bars'], ['none']]],
  ['alpaca', 'feed', ['', 'x'.repeat(32), 'x'.repeat(33)]],
  ['alpaca', 'stream', ['ws://x', 'wss://x', 'http://x', 'wss:/x', 'wss:// x', ` wss://x`]],
  ['alpaca', 'stream', [`wss://${'x'.repeat(1994)}`, `wss://${'x'.repeat(1995)}`]],
  ['alpaca', 'rest', ['http://x', 'https://x', 'ftp://x', 'https:///x', ' https://x']],
  ['alpaca', 'rest', [`http://${'x'.repeat(1993)}`, `http://${'x'.repeat(1994)}`]],
  [
    'alpaca',
    'key',
    [
      { env: 'A' },
      { env: 'a' },
      { env: '1A' },
      { env: `A${'B'.repeat(99)}` },
      { env: `A${'B'.repeat(100)}` },
    ],
  ],
  [
    'alpaca',
    'key',
    [
      { env: 'A B' },
      { file: '' },
      { file: 'x' },
      { file: 'x'.repeat(1001) },
      {},
      { env: 'A', file: 'b' },
    ],
  ],
  ['alpaca', 'certificate', ['', 'x', 'x'.repeat(1000), 'x'.repeat(1001)]],
  ['alpaca', 'encoding', ['json', 'xml']],
  ['coinbase', 'channels', [[], ['quotes'], ['bars']]],
  [
    'kafka',
    'brokers',
    [[], [''], ['x'.repeat(300)], ['x'.repeat(301)], Array(20).fill('b'), Array(21).fill('b')],
  ],
  ['kafka', 'topic', ['', 'x'.repeat(249), 'x'.repeat(250)]],
  ['kafka', 'group', ['', 'a', '-a', 'a b', 'x'.repeat(64), 'x'.repeat(65)]],
  ['kafka', 'start', ['latest', 'first']],
  ['kafka', 'mechanism', ['plain', 'scram-sha-256', 'md5']],
  ['kafka', 'mappings', [[], Array(20).fill(trade), Array(21).fill(trade)]],
  ['poll', 'everyMs', [99, 100, 86_400_000, 86_400_001, 100.5]],
  [
    'poll',
    'headers',
    [
      { a: secret },
      { a: 'open' },
      { [`x${'y'.repeat(99)}`]: secret },
      { [`x${'y'.repeat(100)}`]: secret },
    ],
  ],
  ['webhook', 'port', [-1, 0, 65_535, 65_536]],
  ['webhook', 'host', ['x'.repeat(200), 'x'.repeat(201)]],
  ['webhook', 'path', ['/', 'a', '/a', 'a/']],
  ['webhook', 'auth', ['bearer', 'none']],
  ['webhook', 'signatureHeader', ['', 'x', 'x y', 'x'.repeat(100), 'x'.repeat(101)]],
  ['webhook', 'deliveryHeader', ['', 'x_y', 'x-y']],
  ['webhook', 'bodyBytesMax', [0, 1, 16_777_216, 16_777_217]],
  ['webhook', 'perSecond', [0, 1, 100_000, 100_001]],
  ['file', 'everyMs', [9, 10, 60_000, 60_001]],
  ['file', 'path', ['', 'x']],
  ['yahoo', 'everyMs', [59_999, 60_000]],
  ['yahoo', 'more', [1]],
];
const outer: readonly (readonly [member: string, values: readonly unknown[]])[] = [
  ['name', ['', 'a', '-a', '.a', 'a b', 'A.b_c-d', 'x'.repeat(64), 'x'.repeat(65)]],
  ['calendar', ['XNYS', '24/5', 'NYSE']],
  ['currency', ['', 'x'.repeat(16), 'x'.repeat(17)]],
  ['currencies', [{ AAA: 'EUR' }, { AAA: '' }, { ['x'.repeat(33)]: 'EUR' }]],
  ['symbols', [[], [''], ['x'.repeat(32)], ['x'.repeat(33)]]],
  ['frequency', ['daily', 'weekly']],
  ['bars', [{ from: 'trades' }, { from: 'bars' }, { from: 'quotes', minutes: 0 }]],
  [
    'bars',
    [
      { from: 'quotes', minutes: 1440 },
      { from: 'quotes', minutes: 1441 },
    ],
  ],
  ...['closeDelayMs', 'lateAfterMs'].map((name) => [name, [-1, 0, 3_600_000, 3_600_001]] as const),
  ['aheadMaxMs', [-1, 0]],
  ['behindMaxMs', [0, 1]],
  ['silenceMs', [99, 100, 3_600_000, 3_600_001]],
  ['reconcileEveryMs', [0, 1, 99, 100, 86_400_000, 86_400_001]],
  ['more', [1]],
];

it('are taken at their bounds and refused beyond them', async () => {
  const short = (value: unknown): string => {
    const text = JSON.stringify(value);
    return text.length > 100 ? `${text.slice(0, 40)}… of ${text.length}` : text;
  };
  const result = (input: object): string => {
    const text = told(input);
    return text.startsWith('{') ? 'is taken' : text;
  };
  const lines = [
    ...bounds.flatMap(([feed, member, values]) =>
      values.map((value) => {
        const input = { ...common, feed: { ...feeds[feed], [member]: value } };
        return `${feed}.${member} ${short(value)} ${result(input)}`;
      }),
    ),
    ...outer.flatMap(([member, values]) =>
      values.map((value) => {
        const input = { ...common, feed: feeds['coinbase'], [member]: value };
        return `${member} ${short(value)} ${result(input)}`;
      }),
    ),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-descriptions/bounds.txt');
});

/** The mappings of a description that is taken, or why it is not. */
function mappingsIn(text: string): string {
  if (!text.startsWith('{')) return text;
  const { feed } = JSON.parse(text) as { feed: { mappings: unknown } };
  return JSON.stringify(feed.mappings).slice(0, 300);
}

it('mappings are taken or refused so', async () => {
  const filled = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, name]));
  const kinds: [string, MappingMembers][] = Object.entries(mappingMembers);
  const mappings: object[] = kinds.flatMap(([kind, { required, oneOf = [], optional }]) => [
    { kind, fields: {} },
    { kind, fields: filled(required) },
    { kind, fields: filled([...required, ...oneOf, ...optional]) },
    ...[...required, ...oneOf].map((left) => ({
      kind,
      fields: filled([...required, ...oneOf, ...optional].filter((name) => name !== left)),
    })),
    { kind, fields: { ...filled([...required, ...oneOf]), other: 'x' } },
  ]);
  const bar = filled(['symbol', 'open', 'high', 'low', 'close', 'start']);
  mappings.push(
    ...[{ ...bar }, { ...bar, minutes: '=1' }, { ...bar, end: 'e' }].map((fields) => ({
      kind: 'bar',
      fields,
    })),
    ...[
      'a.b',
      '$.a',
      '[0]',
      '@',
      '=x',
      '',
      'a..b',
      'a[',
      `${'x'.repeat(200)}`,
      'x'.repeat(201),
    ].map((path) => ({
      ...trade,
      fields: { ...trade.fields, price: path },
    })),
    ...[['a', 'b'], [], Array(8).fill('a'), Array(9).fill('a'), ['a', 'a[']].map((id) => ({
      ...trade,
      fields: { ...trade.fields, id },
    })),
    { ...trade, fields: { ...trade.fields, price: ['a', 'b'] } },
    { ...trade, fields: { ...trade.fields, stream: 's' } },
    { ...trade, fields: { ...trade.fields, stream: 's', number: 'n' } },
    ...['$', 'a.b', 'a['].map((each) => ({ ...trade, each })),
    ...[
      { path: 'a', is: 'x' },
      { path: 'a', is: [1, true] },
      { path: 'a', is: [] },
      { path: 'a[', is: 1 },
      { is: 1 },
    ].map((where) => ({ ...trade, where })),
    ...['s', 'ms', 'us', 'ns', 'm'].map((timeUnit) => ({ ...trade, timeUnit })),
    ...[{ a: 'AAA' }, { a: 'CCC' }, { a: '' }, { a: 'BBB', b: 'DDD' }].map((symbols) => ({
      ...trade,
      symbols,
    })),
    { ...trade, kind: 'order' },
    { ...trade, more: 1 },
  );
  const lines = mappings.map((mapping) => {
    const text = told({ ...common, feed: { ...feeds['file'], mappings: [mapping] } });
    const short = JSON.stringify(mapping);
    return `${short.length > 300 ? short.length : short}\n  ${mappingsIn(text)}`;
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-descriptions/mappings.txt');
});
