/** Hostile messages: every decoder ends soon, with items or a refusal, and never crashes. */

import { encode } from '@msgpack/msgpack';
import { describe, expect, it } from 'vitest';
import { isFailure } from '#values';
import { sweepSize } from '#values/sweep-size.fixture';
import { describedFeed, tradeMapping } from '../feed-description.fixture.js';
import type { FeedItem } from './feed-item.js';
import type { DataFrame } from './feed.js';
import { openDecoder } from '../open/open-feed.js';
import { FactBuffer } from '../fold/fact-buffer.js';
import { FeedFold } from '../fold/feed-fold.js';

const feeds: readonly [string, string][] = [
  ['kind: alpaca', 'data.json'],
  ['kind: alpaca', 'data.msgpack'],
  ['kind: alpaca', 'rest.actions.2026-04-01'],
  ['kind: coinbase', 'stream'],
  ['kind: coinbase', 'status'],
  ['kind: coinbase', 'trades/AAA'],
  [`kind: file\npath: x\n${tradeMapping}`, 'lines@1'],
  ['kind: yahoo', 'chart/AAA'],
];

const huge = sweepSize(512 << 10, 10 << 20);
const bytes: Readonly<Record<string, () => Uint8Array>> = {
  'lists in lists': () => Buffer.from('['.repeat(huge)),
  'closed lists in lists': () => Buffer.from('['.repeat(200_000) + ']'.repeat(200_000)),
  'records in records': () => Buffer.from('{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)),
  'a number of a million digits': () =>
    Buffer.from(`[{"T":"t","S":"AAA","s":"AAA","p":${'9'.repeat(1_000_000)},"q":1,"t":1}]`),
  'numbers beyond all': () => Buffer.from('{"s":"AAA","t":1e308,"p":1e999,"q":-1e999,"i":1}'),
  'a text of megabytes': () => Buffer.from(JSON.stringify('x'.repeat(huge))),
  'names of prototypes': () =>
    Buffer.from('{"__proto__":{"s":"AAA"},"constructor":1,"type":"match"}'),
  'msgpack lists in lists': () => Buffer.alloc(huge, 0x91),
  'a msgpack list that claims four billion': () => Buffer.from([0xdd, 0xff, 0xff, 0xff, 0xff]),
  'a msgpack map that claims four billion': () => Buffer.from([0xdf, 0xff, 0xff, 0xff, 0xff]),
  'a msgpack text that claims four gigabytes': () => Buffer.from([0xdb, 0xff, 0xff, 0xff, 0xff]),
  'a msgpack time of the wrong length': () => Buffer.from([0x91, 0xc7, 0x03, 0xff, 1, 2, 3]),
  'no bytes': () => Buffer.alloc(0),
};

describe.each(feeds)('the decoder of %s, channel %s', (connection, channel) => {
  it.each(Object.keys(bytes))('bears %s', async (name) => {
    const decoder = await openDecoder(describedFeed(connection));
    const frame: DataFrame = {
      kind: 'data',
      receivedAt: 1_775_052_000_000_002,
      channel,
      bytes: bytes[name]?.() ?? Buffer.alloc(0),
    };
    let items: readonly FeedItem[] = [];
    try {
      items = decoder.decode(frame);
    } catch (error) {
      expect(isFailure(error, 'InvalidInput')).toBe(true);
    }
    expect(items.filter(({ kind }) => kind !== 'complaint')).toEqual([]);
  });
});

it('what a vendor says reaches people as one line without control characters', async () => {
  const description = describedFeed('kind: alpaca');
  const decoder = await openDecoder(description);
  const claim = () => ({ sha256: '0'.repeat(64), chars: 0 });
  const fold = new FeedFold({ description, decoder, claim });
  const msg = 'bad\u001b[2J\u0007\r\nforged line \u202e\u2028'.padEnd(5000, 'x');
  const frame = (channel: string, message: Uint8Array, receivedAt: number): DataFrame => ({
    kind: 'data',
    receivedAt,
    channel,
    bytes: message,
  });
  const error = [{ T: 'error', code: 400, msg }];
  fold.take(frame('data.json', Buffer.from(JSON.stringify(error)), 2), new FactBuffer());
  fold.take(frame('data.msgpack', encode(error), 4), new FactBuffer());
  fold.take(frame('data.json', Buffer.from(`{"\u001b[2J\n`), 6), new FactBuffer());
  expect(fold.counts.named).toHaveLength(3);
  for (const words of fold.counts.named) {
    expect(words).not.toContain('another feed');
    expect(words).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u);
    expect(words.length).toBeLessThan(1000);
  }
});
