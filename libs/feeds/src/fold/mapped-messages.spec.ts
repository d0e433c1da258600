/**
 * How mappings decode messages of a recording: ids of several members, empty sides, and
 * unmatched messages.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { microsPerSecond, parseInstant, type Instant } from '#values';
import {
  describedMessages,
  replayedMessages,
  type Replayed,
} from '../recording/stored-messages.fixture.js';

const start = parseInstant('2026-11-25T03:20:00Z') as Instant;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-mapped-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** One message per second, each stamped with its second. */
function replay(mapping: string, bodies: readonly object[]): Promise<Replayed> {
  const messages = bodies.map((body, number) => {
    const at = start + number * microsPerSecond;
    return { at, body: { s: 'BTC', t: at / 1000, ...body } };
  });
  const feed = `feed:\n  kind: file\n  path: t.jsonl\n  mappings:\n    - ${mapping}\n`;
  return replayedMessages(folder, describedMessages(feed), messages);
}

const trades = 'kind: trade\n      fields: { symbol: s, at: t, price: p, size: q, id: [i, x] }';
const quotes =
  'kind: quote\n      fields: { symbol: s, at: t, bid: b, bidSize: bs, ask: a, askSize: as }';

it('knows trades by several members when one is used again', async () => {
  const { facts, counts } = await replay(trades, [
    { i: '7', x: 11, p: 100, q: 1 },
    { i: '7', x: 12, p: 101, q: 5 },
    { i: '7', x: 12, p: 101, q: 5, t: start / 1000 + 1000 },
  ]);
  expect(facts.map((fact) => fact.split(' ')[1])).toEqual(['trade', 'trade']);
  expect(counts).toMatchObject({ duplicates: 1, corrections: 0 });
});

const sides = [
  { b: 0, bs: 0, a: 101.5, as: 2 },
  { b: 100, bs: 3, a: -1, as: -1 },
  { b: '0', bs: 7, a: 0 },
];

it('reads an empty side of a quote, given as 0 or less, as no offer', async () => {
  const { facts, counts } = await replay(quotes, sides);
  const values = facts.map((fact) => /\[.*\]/.exec(fact)?.[0]);
  expect(values).toHaveLength(3);
  expect(values[0]).toMatch(/101\.5/);
  expect(values[0]).not.toMatch(/\b0\b/);
  expect(values[1]).toMatch(/100/);
  expect(values.join()).not.toMatch(/-1/);
  expect(counts.unreadable).toBe(0);
});

it('counts and warns of messages of another shape', async () => {
  const where = 'kind: trade\n      where: { path: k, is: t }\n      fields:';
  const mapping = `${where} { symbol: s, at: t, price: p, size: q }`;
  const kinds = ['t', 'v2', 'v2', 't', 'v2', 'v2', 'v2', 't', 'v2'];
  const { facts, dataset } = await replay(
    mapping,
    kinds.map((k) => ({ k, p: 1, q: 1 })),
  );
  expect(facts).toHaveLength(3);
  const { warnings, recording } = await dataset.check();
  expect(recording?.unmapped).toBe(6);
  expect(warnings.map(({ what, found }) => `${what}: ${found}`)).toEqual([
    'messages or elements have no mapping: 6',
  ]);
});

it.each([
  // Sizes add up to 3, and the mean by size is 302 ÷ 3.
  ['trades', '[100,101,100,101,null,3,100.66666666666667]'],
  // The middle of each quote.
  ['quotes', '[201,203,201,203,null,null,null]'],
])('builds bars of %s, whatever else comes', async (from, expected) => {
  const mapping = (text: string, k: string): string =>
    text.replace('fields:', `where: { path: k, is: ${k} }\n      fields:`);
  const mappings = [mapping(trades, 't'), mapping(quotes, 'q')].map((one) => `    - ${one}\n`);
  const feed = `feed:\n  kind: file\n  path: t.jsonl\n  mappings:\n${mappings.join('')}`;
  const bodies = [
    { k: 't', p: 100, q: 1, i: '1', x: 1 },
    { k: 'q', b: 200, bs: 1, a: 202, as: 1 },
    { k: 't', p: 101, q: 2, i: '2', x: 1 },
    { k: 'q', b: 202, bs: 1, a: 204, as: 1 },
    // This trade is in the next minute.
    { k: 't', p: 90, q: 1, i: '3', x: 1 },
    { k: 'q', b: 80, bs: 1, a: 82, as: 1 },
  ];
  const messages = bodies.map((body, number) => {
    const at = start + (number < 4 ? number : 60 + number) * microsPerSecond;
    return { at, body: { s: 'BTC', t: at / 1000, ...body } };
  });
  const description = describedMessages(`bars: { from: ${from} }\n${feed}`);
  const { facts } = await replayedMessages(folder, description, messages);
  const bars = facts.filter((fact) => fact.split(' ')[1] === 'bar');
  expect(bars.map((bar) => bar.split(' ').at(-1))).toEqual([expected]);
});
