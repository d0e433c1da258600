/**
 * Goldens of drawn feeds: what a tape makes of items of every kind, in order, late, twice, with
 * gaps and nonsense, over a session of New York and over days without an end.
 * TAPEFOLD_ACCEPT_JOURNALS=1 rewrites them.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  microsPerMilli,
  microsPerMinute,
  parseInstant,
  seededRandom,
  sha256Hex,
  utcDateOf,
  type Instant,
  type SeededRandom,
} from '#values';
import type { FeedDescription } from '#feeds/port/feed-description';
import type { FeedNote, Frame } from '#feeds/port/feed';
import type { FeedItem } from '#feeds/port/feed-item';
import { FactBuffer } from '#feeds/fold/fact-buffer';
import { FeedFold } from '#feeds/fold/feed-fold';
import { factWords } from '#feeds/recording/fact-words.fixture';
import { scriptedBytes, scriptedDecoder } from '#feeds/scripted-feed.fixture';
import { describedFrames } from '../properties/generated-frames.js';

const isAccepting = process.env['TAPEFOLD_ACCEPT_JOURNALS'] === '1';
const symbols = ['AAA', 'AAA', 'BBB', 'BBB', 'ZZZ'];
const framesOfEach = 250;

const kinds = [
  'trade',
  'trade',
  'trade',
  'trade',
  'quote',
  'quote',
  'bar',
  'bar',
  'bar',
  'correction',
  'correction',
  'status',
  'status',
  'news',
  'news',
  'dailyBar',
  'dividend',
  'split',
  'heartbeat',
  'unmapped',
  'complaint',
] as const;

/** Numbers of the next item of each symbol's stream. */
type Numbers = Map<string, number>;

const numberAfter = (numbers: Numbers, stream: string, skipped: number) => {
  const number = (numbers.get(stream) ?? 0) + 1 + skipped;
  numbers.set(stream, number);
  return { stream, number };
};

/**
 * Mostly milliseconds before it came, sometimes minutes or days, and now and then
 * ahead of the clock.
 */
function timeOf(random: SeededRandom, came: Instant): Instant {
  const choice = random.below(100);
  const late = random.below(300) * microsPerMilli;
  if (choice === 0) return came - 3 * 24 * 60 * microsPerMinute - late;
  if (choice === 1) return came + 2 * 60 * microsPerMinute;
  if (choice === 2) return random.below(3) * 1000;
  if (choice < 20) return came - random.below(20) * microsPerMinute - late;
  return came - late;
}

function itemOf(random: SeededRandom, came: Instant, numbers: Numbers): FeedItem {
  const symbol = symbols[random.below(symbols.length)]!;
  const at = timeOf(random, came);
  const price = 50 + random.below(20);
  const size = random.below(6) === 0 ? 0 : random.below(500);
  const minute = at - (at % microsPerMinute);
  const prices = { open: price, high: price + random.below(3) - (random.below(12) === 0 ? 2 : 0) };
  const bar = { ...prices, low: price - 1, close: price, volume: size, vwap: null };
  const skipped = [0, 0, 0, 0, 1, 3, -1][random.below(7)]!;
  const kind = kinds[random.below(kinds.length)]!;
  const dates = { declaredDate: null, recordDate: null, payDate: null };
  const date = utcDateOf(came) + random.below(3) - 1;
  switch (kind) {
    case 'trade': {
      const numbered = numberAfter(numbers, symbol, skipped);
      const id = random.below(8) === 0 ? null : `${symbol}-${numbered.number}`;
      return { kind, symbol, at, id, price, size, ...(random.below(4) > 0 && { numbered }) };
    }
    case 'quote': {
      const side = (value: number): number | null => (random.below(8) === 0 ? null : value);
      const sizes = { bidSize: side(size), askSize: side(size + 1) };
      const ask = price + random.below(3) - 1;
      return { kind, symbol, at, bid: side(price), ask: side(ask), ...sizes };
    }
    case 'bar': {
      const isClosed = [undefined, true, false][random.below(3)];
      const isRevision = random.below(4) === 0;
      const end = minute + (random.below(6) === 0 ? 5 : 1) * microsPerMinute;
      return { kind, symbol, start: minute, end, isRevision, isClosed, ...bar };
    }
    case 'dailyBar':
      return {
        kind,
        symbol,
        session: date,
        adjClose: random.below(2) === 0 ? null : price,
        ...bar,
      };
    case 'correction': {
      const id = random.below(6) === 0 ? null : `${symbol}-${numbers.get(symbol) ?? 0}`;
      const trade = random.below(2) === 0 ? null : { price: price + 1, size };
      return { kind: 'tradeCorrection', symbol, at, id, trade };
    }
    case 'status':
      return { kind, symbol, at, halted: random.below(2) === 0, code: 'T1', reason: 'news' };
    case 'news': {
      const named = symbols.filter(() => random.below(3) === 0);
      const texts = { title: 'Title', summary: '', source: 'wire', url: '' };
      const body = random.below(2) === 0 ? null : `Text ${price}`;
      return { kind, id: `n${random.below(9)}`, publishedAt: at, symbols: named, ...texts, body };
    }
    case 'dividend': {
      const shared = { symbol, exDate: date, ...dates, currency: 'USD', type: 'cash' };
      return { kind: 'action', action: { kind, ...shared, amount: 1 + random.below(2) / 4 } };
    }
    case 'split': {
      const ratio = { from: 1, to: 2 + random.below(2) };
      return { kind: 'action', action: { kind, symbol, effectiveDate: date, ...ratio } };
    }
    case 'heartbeat': {
      const last = numbers.get(symbol);
      const stated = last === undefined ? {} : { last: { stream: symbol, number: last + skipped } };
      return { kind, at, ...stated };
    }
    case 'unmapped':
      return { kind, count: 1 + random.below(3) };
    default:
      return { kind: 'complaint', code: '429', reason: 'slow down', fatal: false };
  }
}

const notesOf = (random: SeededRandom, time: Instant): readonly FeedNote[] => {
  const span = { from: time - 90_000_000, to: time - 1_000_000 };
  const symbol = random.below(2) === 0 ? null : 'AAA';
  return [
    { note: 'connected', to: 'the venue' },
    { note: 'disconnected', reason: 'reset' },
    { note: 'lost', symbol, ...span, missing: null, reason: 'the disk is full' },
    { note: 'repaired', symbol, ...span },
    { note: 'reconciled', ...span, brought: 2 },
    { note: 'tick' },
    { note: 'clock', offsetMs: random.below(50), within: 5 },
    { note: 'clockStep', stepMs: 1000 },
  ];
};

/** Frames of some items each; notes of the recorder among them. */
function* framesOf(name: string, start: Instant, pauseMs: number): Generator<Frame> {
  const random = seededRandom(name);
  const numbers: Numbers = new Map();
  let time = start;
  let before: readonly FeedItem[] = [];
  for (let frame = 0; frame < framesOfEach; frame++) {
    time += (1 + random.below(random.below(30) === 0 ? 40 * pauseMs : pauseMs)) * microsPerMilli;
    const receivedAt = time + 2;
    const choice = random.below(50);
    const note = notesOf(random, time)[choice];
    if (note !== undefined) yield { kind: 'note', receivedAt, note };
    else {
      const fresh = Array.from({ length: 1 + random.below(4) }, () =>
        itemOf(random, receivedAt, numbers),
      );
      const items = choice === 20 ? before : fresh;
      const channel = choice < 24 ? 'history' : 'live';
      const bytes = choice === 30 ? Buffer.from('[{"half') : scriptedBytes(items);
      before = items;
      yield { kind: 'data', receivedAt, channel, bytes };
    }
  }
}

const evening = parseInstant('2026-03-02T23:40:00Z')!;
const morning = parseInstant('2026-03-04T14:25:00Z')!;
const newYork = { calendar: 'XNYS', symbols: ['AAA', 'BBB'] };
const coins = { symbols: ['AAA', 'BBB'] };

const feeds: Readonly<Record<string, readonly [FeedDescription, start: Instant, pauseMs: number]>> =
  {
    'without-an-end': [describedFrames(coins), evening, 8000],
    'bars-of-trades': [describedFrames({ ...coins, bars: { from: 'trades' } }), evening, 9000],
    'bars-of-quotes': [
      describedFrames({ ...coins, bars: { from: 'quotes', minutes: 5 }, lateAfterMs: 0 }),
      evening,
      30_000,
    ],
    'a-session': [describedFrames({ ...newYork, aheadMaxMs: 1000 }), morning, 120_000],
    'a-session-with-bars': [
      describedFrames({ ...newYork, bars: { from: 'trades' }, behindMaxMs: 600_000 }),
      morning,
      110_000,
    ],
  };

it.each(Object.entries(feeds))('a drawn feed %s gives what was accepted', (name, feed) => {
  const [description, start, pauseMs] = feed;
  const claim = (text: string) => ({ sha256: sha256Hex(text), chars: text.length });
  const fold = new FeedFold({ description, decoder: scriptedDecoder, claim });
  const lines: string[] = [];
  for (const frame of framesOf(name, start, pauseMs)) {
    const out = new FactBuffer();
    fold.take(frame, out);
    const { columns } = out;
    for (let row = 0; row < columns.count; row++) lines.push(factWords(columns, row));
  }
  const { counts } = fold;
  lines.push(
    ...counts.named,
    JSON.stringify(counts, (key, value: unknown) => (key === 'named' ? undefined : value)),
  );
  const file = join(import.meta.dirname, `drawn-feed-${name}.txt`);
  if (isAccepting) writeFileSync(file, `${lines.join('\n')}\n`);
  expect(lines).toEqual(readFileSync(file, 'utf8').trimEnd().split('\n'));
});
