/**
 * Frames of a feed as they might come: late, out of order, with gaps, corrections, halts and
 * nonsense in between.
 */

import fc from 'fast-check';
import { parseInstant, type Instant } from '#values';
import type { FeedItem } from '#feeds/port/feed-item';
import type { DataFrame } from '#feeds/port/feed';
import { feedDescriptionSchema, type FeedDescription } from '#feeds/port/feed-description';
import { scriptedBytes } from '#feeds/scripted-feed.fixture';

export const framesStart = parseInstant('2026-03-02T23:58:00Z') as Instant;
const symbols = ['AAA', 'BBB', 'CCC'];

export const describedFrames = (members: object = {}): FeedDescription =>
  feedDescriptionSchema.parse({
    name: 'generated',
    calendar: '24/7',
    currency: 'USD',
    symbols,
    feed: { kind: 'coinbase' },
    ...members,
  });

/** What a drawn item is made of; its times follow from that of its frame. */
interface Drawn {
  readonly kind: 'trade' | 'quote' | 'bar' | 'revision' | 'cancel' | 'status' | 'foreign';
  readonly symbol: number;
  readonly lagMs: number;
  readonly price: number;
  /** Numbers that are skipped before it. */
  readonly skipped: number;
}

const drawnItem: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom(
    'trade',
    'trade',
    'quote',
    'bar',
    'revision',
    'cancel',
    'status',
    'foreign',
  ),
  symbol: fc.nat({ max: symbols.length - 1 }),
  lagMs: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 90_000 })),
  price: fc.integer({ min: 1, max: 9 }),
  skipped: fc.constantFrom(0, 0, 0, 0, 1, 3),
});

const drawnFrame = fc.record({
  afterMs: fc.oneof(fc.nat({ max: 500 }), fc.nat({ max: 40_000 })),
  items: fc.array(drawnItem, { maxLength: 5 }),
  isGarbled: fc.nat({ max: 20 }).map((number) => number === 0),
});

/** Frames with receive times as a recorder stamps them. */
export const generatedFrames: fc.Arbitrary<DataFrame[]> = fc
  .array(drawnFrame, { minLength: 1, maxLength: 40 })
  .map((drawn) => {
    const numbers = new Map<string, number>();
    let time = framesStart;
    return drawn.map(({ afterMs, items, isGarbled }): DataFrame => {
      time += (afterMs + 1) * 1000;
      const receivedAt = time + 2;
      const made = items.map((item) => itemOf(item, receivedAt, numbers));
      const bytes = isGarbled ? Buffer.from('{"half') : scriptedBytes(made);
      return { kind: 'data', receivedAt, channel: 'live', bytes };
    });
  });

function itemOf(drawn: Drawn, receivedAt: Instant, numbers: Map<string, number>): FeedItem {
  const symbol = symbols[drawn.symbol] as string;
  const at = receivedAt - drawn.lagMs * 1000;
  const number = (numbers.get(symbol) ?? 0) + 1 + drawn.skipped;
  const { price } = drawn;
  const end = Math.floor(at / 60e6) * 60e6;
  const prices = { open: price, high: price + 1, low: price, close: price + 1 };
  switch (drawn.kind) {
    case 'trade':
    case 'foreign':
      numbers.set(symbol, number);
      return {
        kind: 'trade',
        symbol: drawn.kind === 'foreign' ? 'ZZZ' : symbol,
        at,
        id: `${symbol}-${number}`,
        price,
        size: drawn.skipped,
        ...(drawn.kind === 'foreign' ? {} : { numbered: { stream: symbol, number } }),
      };
    case 'quote':
      return { kind: 'quote', symbol, at, bid: price, bidSize: 1, ask: price + 1, askSize: null };
    case 'bar':
    case 'revision': {
      const isRevision = drawn.kind === 'revision';
      const start = end - 60e6;
      return { kind: 'bar', symbol, start, end, isRevision, ...prices, volume: 5, vwap: null };
    }
    case 'cancel':
      return { kind: 'tradeCorrection', symbol, at, id: `${symbol}-${number - 1}`, trade: null };
    case 'status':
      return { kind: 'status', symbol, at, halted: price > 4, code: 'T', reason: '' };
  }
}
