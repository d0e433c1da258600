/** Our client against our server: each understands the other, faults and refusals included. */

import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../eventually.fixture.js';
import { microsPerMinute, type Instant } from '#values';
import { describedFeed } from '../feed-description.fixture.js';
import { HeldClock } from '../feed-clock.fixture.js';
import { KeepingSink } from '../feed-sink.fixture.js';
import type { Feed } from '../port/feed.js';
import type { FeedItem } from '../port/feed-item.js';
import { openAlpacaFeed } from './alpaca-feed.js';
import type { AlpacaConnection } from './channels.js';
import {
  Facts,
  credentials,
  noon,
  openFeed,
  symbols,
  type Opened,
} from '#venue/served-facts.fixture';

interface Asked {
  readonly lines?: string;
  readonly symbols?: string[];
  readonly secret?: string;
}

async function client({ feed }: Opened, asked: Asked = {}) {
  const { stream, rest } = feed.server.address;
  const lines = `kind: alpaca\nstream: ${stream}\nrest: ${rest}\n${asked.lines ?? ''}`;
  const description = { ...describedFeed(lines), symbols: asked.symbols ?? symbols };
  const connection = description.feed as AlpacaConnection;
  const env = {
    APCA_API_KEY_ID: credentials.key,
    APCA_API_SECRET_KEY: asked.secret ?? credentials.secret,
  };
  const clock = new HeldClock();
  const opened = await openAlpacaFeed(connection, { description, directory: tmpdir(), env }, clock);
  return { opened, clock };
}

/** Runs until the test is over. */
function running(opened: Feed): { readonly sink: KeepingSink; readonly run: Promise<void> } {
  const sink = new KeepingSink(Date.now() * 1000);
  const stop = new AbortController();
  const run = opened.run(sink, stop.signal);
  run.catch(() => undefined);
  onTestFinished(() => stop.abort());
  return { sink, run };
}

const itemsOf = (opened: Feed, { frames }: KeepingSink): FeedItem[] =>
  frames.flatMap((frame) => opened.decoder.decode(frame));
const at = (minute: number): Instant => noon + minute * microsPerMinute;
const prices = 'channels: [bars, trades, quotes, statuses]';

describe('what the server sends', () => {
  it.each([
    ['msgpack', 'crypto'],
    ['json', 'crypto'],
    ['msgpack', 'sip'],
    ['json', 'sip'],
  ])('arrives equal, in %s of the feed %s', async (encoding, feed) => {
    const served = await openFeed();
    const { opened } = await client(served, {
      lines: `encoding: ${encoding}\nfeed: ${feed}\nchannels: [bars, trades, quotes, news]`,
    });
    const { sink } = running(opened);
    await sink.until(() => sink.named('connected').length === 2);
    const facts = new Facts().bar(1, 100).trade(2, 201, 1).quote(3, 99, 101);
    await served.feed.publish(
      facts.news(4, { body: { sha256: 'a'.repeat(64), chars: 6 } }).columns,
    );
    await eventually(() => expect(itemsOf(opened, sink)).toHaveLength(4));
    const items = itemsOf(opened, sink).filter(({ kind }) => kind !== 'news');
    expect(items).toEqual([
      {
        kind: 'bar',
        symbol: 'BTC/USD',
        start: at(0),
        end: at(1),
        isRevision: false,
        open: 99,
        high: 102,
        low: 97,
        close: 100,
        volume: 10,
        vwap: 100,
      },
      { kind: 'trade', symbol: 'ETH/USD', at: at(2), id: expect.any(String), price: 201, size: 2 },
      {
        kind: 'quote',
        symbol: 'BTC/USD',
        at: at(3),
        bid: 99,
        bidSize: 3,
        ask: 101,
        askSize: 4,
      },
    ]);
    expect(itemsOf(opened, sink).find(({ kind }) => kind === 'news')).toEqual({
      kind: 'news',
      id: '7',
      publishedAt: at(4),
      symbols: ['BTC/USD'],
      title: 'A title',
      summary: 'A summary',
      source: 'Wire',
      url: 'https://w.test',
      body: 'A body',
    });
  });

  it('are halts, and what trades again', async () => {
    const halts = [{ symbol: 'BTC/USD', at: '2026-01-05T12:02:00Z', minutes: 2 }];
    const served = await openFeed({ faults: { halts } });
    const { opened } = await client(served, { lines: `feed: sip\n${prices}` });
    const { sink } = running(opened);
    await sink.until(() => sink.named('connected').length === 1);
    await served.feed.publish(new Facts().trade(1, 1).trade(3, 3).trade(4, 4).columns);
    await eventually(() => expect(itemsOf(opened, sink)).toHaveLength(4));
    expect(itemsOf(opened, sink)).toMatchObject([
      { kind: 'trade', price: 1 },
      { kind: 'status', halted: true, reason: 'Trading Halt: News Pending', at: at(2) },
      { kind: 'status', halted: false, at: at(4) },
      { kind: 'trade', price: 4 },
    ]);
  });

  it('is repaired from its history when it was left out, equal to what was sent', async () => {
    const served = await openFeed({ faults: { drop: 1 } });
    const { opened } = await client(served, {
      lines: 'feed: crypto\nchannels: [bars, trades, quotes]',
    });
    const facts = new Facts().bar(1, 100).trade(1, 201, 1).quote(1, 99, 101).bar(2, 110);
    await served.feed.publish(facts.columns);
    const sink = new KeepingSink(Date.now() * 1000);
    const span = { symbol: null, from: at(0), to: at(2) };
    expect(await opened.repair?.(span, sink, new AbortController().signal)).toBe(true);
    const kinds = itemsOf(opened, sink).map((item) =>
      item.kind === 'bar' ? ['bar', item.close] : [item.kind, 'price' in item ? item.price : null],
    );
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['bar', 100],
        ['bar', 110],
        ['trade', 201],
        ['quote', null],
      ]),
    );
    expect(kinds).toHaveLength(4);
  });
});

describe('what the server refuses', () => {
  it('for good ends the feed: credentials, symbols, a feed that is not paid for', async () => {
    const many = Array.from({ length: 31 }, (_, index) => `S${index}`);
    const cases: [Parameters<typeof openFeed>[0], Asked, RegExp][] = [
      [{}, { lines: prices, secret: 'wrong' }, /402/],
      [{ symbolsMax: 30 }, { lines: prices, symbols: many }, /405: symbol limit.*31 symbols/],
      [{ refusedFeeds: ['sip'] }, { lines: `feed: sip\n${prices}` }, /409/],
    ];
    for (const [options, asked, message] of cases) {
      const { opened } = await client(await openFeed(options), asked);
      const { run } = running(opened);
      await expect(run).rejects.toMatchObject({ code: 'InvalidInput' });
      await expect(run).rejects.toThrow(message);
    }
  });

  it('for now is tried again: one connection too many', async () => {
    const served = await openFeed({ connectionsMax: 1 });
    const first = running((await client(served, { lines: prices })).opened);
    await first.sink.until(() => first.sink.named('connected').length === 1);
    const { opened, clock } = await client(served, { lines: prices });
    const second = running(opened);
    await second.sink.until(() => second.sink.named('disconnected').length === 1);
    expect(second.sink.reasons()[0]).toMatch(/406: connection limit exceeded/);
    await eventually(() => expect(clock.sleeping).toBe(1));
    await clock.advance(1000);
    await second.sink.until(() => second.sink.named('disconnected').length === 2);
  });

  it('to wait for any longer: a client that is too slow', async () => {
    const served = await openFeed({ waitingBytesMax: 100_000 });
    const { opened } = await client(served, { lines: 'feed: crypto\nchannels: [quotes]' });
    const { sink } = running(opened);
    await sink.until(() => sink.named('connected').length === 1);
    const { release } = sink.hold();
    for (let sent = -1; served.feed.counts.sent > sent; await new Promise(setImmediate)) {
      sent = served.feed.counts.sent;
      const facts = new Facts();
      for (let row = 0; row < 1000; row++) facts.quote(1, 99, 101);
      await served.feed.publish(facts.columns);
    }
    release();
    await sink.until(() => sink.named('disconnected').length === 1);
    expect(sink.reasons()[0]).toMatch(/407: slow client/);
  });
});
