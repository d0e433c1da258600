/**
 * The public stream of Coinbase arrives complete, and missed trades come from its list of trades.
 */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFailure } from '#values';
import type { Feed } from '../port/feed.js';
import { connectionOf, describedFeed, feedSecret } from '../feed-description.fixture.js';
import { describeFeed, type OpenedFeed } from '../feed.contract.fixture.js';
import type { FeedItem } from '../port/feed-item.js';
import { KeepingSink } from '../feed-sink.fixture.js';
import { calmClock, type HeldClock } from '../feed-clock.fixture.js';
import { openCoinbaseFeed } from './coinbase-feed.js';
import { CoinbaseServer } from './coinbase-server.fixture.js';

let server: CoinbaseServer;
let clock: HeldClock;
beforeEach(async () => {
  server = await CoinbaseServer.start();
  clock = calmClock();
});
afterEach(() => server.stop());

const open = (symbols = 'BTC-USD, ETH-USD', channels = 'trades, quotes'): Promise<Feed> => {
  const description = describedFeed(
    `kind: coinbase
channels: [${channels}]
stream: ws://${server.host}
rest: http://${server.host}`,
    { symbols },
  );
  return openCoinbaseFeed(connectionOf(description, 'coinbase'), { description }, clock);
};

/** Runs the feed until the steps are done; they begin once it is subscribed. */
async function streaming(feed: Feed, sink: KeepingSink, steps: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const running = feed.run(sink, stop.signal);
  await sink.until((kept) => kept.named('connected').length > 0);
  await steps();
  stop.abort();
  await running;
}

const itemsOf = (feed: Feed, sink: KeepingSink): FeedItem[] =>
  sink.frames.flatMap((frame) => feed.decoder.decode(frame));

const tradeIds = (feed: Feed, sink: KeepingSink, product: string): string[] =>
  itemsOf(feed, sink).flatMap((item) =>
    item.kind === 'trade' && item.symbol === product ? [item.id ?? ''] : [],
  );

const has = (text: string) => (sink: KeepingSink) =>
  sink.texts().some((frame) => frame.includes(text));

describe('the stream of Coinbase', () => {
  it('brings trades, best offers, heartbeats and halts', async () => {
    const feed = await open();
    const sink = new KeepingSink();
    await streaming(feed, sink, async () => {
      server.trade('BTC-USD');
      server.ticker('BTC-USD', '100.25', '100.75');
      server.heartbeat('BTC-USD');
      server.status('BTC-USD', 'online');
      server.status('BTC-USD', 'online');
      server.status('BTC-USD', 'offline');
      await sink.until(has('offline'));
    });
    const at = (Date.UTC(2026, 3, 1, 14) + 1000) * 1000;
    const numbered = { stream: 'BTC-USD', number: 1 };
    const [trade, quote, heartbeat, ...statuses] = itemsOf(feed, sink);
    expect(trade).toEqual({
      kind: 'trade',
      symbol: 'BTC-USD',
      at,
      id: '1',
      price: 100.5,
      size: 0.25,
      numbered,
    });
    expect(quote).toEqual({
      kind: 'quote',
      symbol: 'BTC-USD',
      at,
      bid: 100.25,
      bidSize: 1.5,
      ask: 100.75,
      askSize: 2.5,
    });
    expect(heartbeat).toEqual({ kind: 'heartbeat', at, last: numbered });
    // An unchanged status is not stored.
    expect(statuses.map((item) => item.kind === 'status' && item.halted)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(server.subscriptions).toHaveLength(1);
    expect(sink.named('clock').length).toBeGreaterThan(0);
  });

  it('asks for no trades when none are wanted, and misses none', async () => {
    const feed = await open('BTC-USD', 'quotes');
    const sink = new KeepingSink();
    await streaming(feed, sink, async () => {
      server.trade('BTC-USD', 'dropped');
      server.heartbeat('BTC-USD');
      await sink.until(has('"type":"heartbeat"'));
    });
    expect(server.subscriptions).toMatchObject([{ channels: ['ticker', 'heartbeat', 'status'] }]);
    expect(itemsOf(feed, sink)).toEqual([expect.not.objectContaining({ last: expect.anything() })]);
  });

  it('connects again after a restart of the server, and begins with the last trade', async () => {
    const feed = await open('BTC-USD');
    const sink = new KeepingSink();
    await streaming(feed, sink, async () => {
      server.trade('BTC-USD', 'doubled');
      await sink.until(has('"trade_id":1,'));
      server.restart();
      server.trade('BTC-USD', 'dropped');
      await sink.until((kept) => kept.named('connected').length === 2);
      server.trade('BTC-USD');
      await sink.until(has('"trade_id":3,'));
    });
    expect(tradeIds(feed, sink, 'BTC-USD')).toEqual(['1', '1', '2', '3']);
    expect(sink.named('disconnected')).toHaveLength(1);
  });

  it('ends when a product is unknown', async () => {
    const feed = await open('BTC-USD, NO-NAME');
    const sink = new KeepingSink();
    await expect(feed.run(sink, new AbortController().signal)).rejects.toThrow(
      /Coinbase refuses the subscription.*NO-NAME is not a valid product/,
    );
  });
});

describe('a gap of Coinbase', () => {
  const signal = new AbortController().signal;
  const span = { symbol: 'BTC-USD', from: 0, to: 0 };

  it('is repaired by number, over several pages, at the vendor’s pace', async () => {
    for (let made = 0; made < 2500; made++) server.trade('BTC-USD', 'dropped');
    server.busy = 1;
    const feed = await open();
    const sink = new KeepingSink();
    const numbers = { stream: 'BTC-USD', first: 5, last: 2400 };
    expect(await feed.repair?.({ ...span, numbers }, sink, signal)).toBe(true);
    // Pages run from the newest backward; their trades are emitted in the order in which
    // they were made.
    const made = Array.from({ length: 2400 }, (_, index) => `${index + 1}`);
    expect(tradeIds(feed, sink, 'BTC-USD')).toEqual(made);
    expect(sink.frames).toHaveLength(3);
    expect(clock.slept).toContain(1000);
    expect(sink.notes).toEqual([]);
  });

  it('is repaired by time for all products; best offers of that time are reported lost', async () => {
    for (let made = 0; made < 1500; made++) server.trade('ETH-USD', 'dropped');
    server.trade('BTC-USD', 'dropped');
    const feed = await open();
    const sink = new KeepingSink();
    const from = (Date.UTC(2026, 3, 1, 14) + 400_000) * 1000;
    expect(await feed.repair?.({ symbol: null, from, to: from + 1 }, sink, signal)).toBe(true);
    expect(tradeIds(feed, sink, 'BTC-USD')).toEqual(['1']);
    expect(tradeIds(feed, sink, 'ETH-USD')).toHaveLength(1500);
    expect(sink.notes).toMatchObject([
      { note: 'lost', symbol: 'BTC-USD', from },
      { note: 'lost', symbol: 'ETH-USD', from },
    ]);
  });

  it('keeps what was fetched when the server is gone in between', async () => {
    for (let made = 0; made < 2500; made++) server.trade('BTC-USD', 'dropped');
    const feed = await open();
    const sink = new KeepingSink();
    server.pagesMax = 2;
    const failed = await feed.repair?.(span, sink, signal).catch((error: unknown) => error);
    expect(isFailure(failed, 'Unavailable')).toBe(true);
    const ids = tradeIds(feed, sink, 'BTC-USD');
    expect([ids[0], ids.at(-1), ids.length]).toEqual(['501', '2500', 2000]);
  });

  it('may be tried again when the server stays busy', async () => {
    server.busy = 100;
    const feed = await open();
    const sink = new KeepingSink();
    const failed = await feed.repair?.(span, sink, signal).catch((error: unknown) => error);
    expect(isFailure(failed, 'Unavailable')).toBe(true);
  });
});

describeFeed('of Coinbase', async (): Promise<OpenedFeed> => {
  const server = await CoinbaseServer.start();
  const at = `stream: ws://${server.host}\nrest: http://${server.host}`;
  const description = describedFeed(`kind: coinbase\n${at}`, { symbols: 'BTC-USD' });
  const connection = connectionOf(description, 'coinbase');
  const feed = await openCoinbaseFeed(connection, { description }, calmClock());
  return {
    feed,
    send: async () => void server.trade('BTC-USD'),
    interrupt: async () => {
      const known = server.subscriptions.length;
      server.restart();
      while (server.subscriptions.length === known) {
        await new Promise((settle) => setImmediate(settle));
      }
    },
    numberOf: (item) => (item.kind === 'trade' ? Number(item.id) : undefined),
    secrets: [feedSecret],
    heldMax: 1,
    keepsWhileAway: false,
    close: () => server.stop(),
  };
});
