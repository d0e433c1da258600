/**
 * The vendor's client for JavaScript against the served feed: what it gets is what the data has.
 */

import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { Facts, openFeed } from '#venue/served-facts.fixture';
import { cryptoDay, keys, serve, stocksData } from './served-data.fixture.js';
import { vendorClient, type VendorStream } from './javascript-client.fixture.js';

const crypto = '/v1beta3/crypto/us';

/** Rows of an event, as they come. */
function rowsOf(stream: VendorStream, event: string): Readonly<Record<string, unknown>>[] {
  const rows: Readonly<Record<string, unknown>>[] = [];
  stream.on(event, (row) => rows.push(row));
  return rows;
}

async function known(stream: VendorStream): Promise<VendorStream> {
  onTestFinished(() => stream.disconnect());
  stream.connect();
  expect(await stream.waitForAuthenticationResult(30_000)).toMatchObject({
    status: 'authenticated',
  });
  return stream;
}

const errorsOf = (stream: VendorStream): string[] => {
  const errors: string[] = [];
  stream.onError((message) => errors.push(message));
  return errors;
};

describe('bars, trades and quotes', () => {
  it('are on the stream and in REST as the data has them', async () => {
    const day = cryptoDay(180);
    const served = await serve({}, '--data', day.folder, '--speed', 'max');
    const client = await vendorClient(served.venue.rest, keys);
    const stream = client.cryptoStream({ url: `${served.venue.stream}${crypto}` });
    const [bars, trades, quotes] = ['bar', 'trade', 'quote'].map((event) => rowsOf(stream, event));
    // All in one message, since the data begins with the first subscription.
    stream.subscribeForBars(['BTC/USD']);
    stream.subscribeForTrades(['BTC/USD']);
    stream.subscribeForQuotes(['*']);
    await known(stream);
    await expect.poll(() => served.ledger().at(-1)).toMatchObject({ event: 'ended' });
    await expect
      .poll(() => [bars?.length, trades?.length, quotes?.length])
      .toEqual([day.bars.length, day.trades.length, day.quotes.length]);
    const wantedBars = day.bars.map(({ start, values: [open, high, low, close, volume] }) =>
      expect.objectContaining({
        symbol: 'BTC/USD',
        timestamp: new Date(start),
        open,
        high,
        low,
        close,
        volume,
      }),
    );
    expect(bars).toEqual(wantedBars);
    const wantedTrades = day.trades.map(({ at, price, size }, index) =>
      expect.objectContaining({
        symbol: 'BTC/USD',
        timestamp: new Date(at),
        price,
        size,
        id: index + 1,
      }),
    );
    expect(trades).toEqual(wantedTrades);
    const wantedQuotes = day.quotes.map(({ at, bid, ask }) =>
      expect.objectContaining({
        symbol: 'EUR/USD',
        timestamp: new Date(at),
        bidPrice: bid,
        askPrice: ask,
        bidSize: 1,
        askSize: 2,
      }),
    );
    expect(quotes).toEqual(wantedQuotes);

    const range = {
      start: new Date('2022-01-03T00:00:00Z'),
      end: new Date('2022-01-04T00:00:00Z'),
    };
    const past = { loc: 'us', symbols: 'BTC/USD', limit: 100, ...range };
    const pastBars = await client.getCryptoBars({ ...past, timeframe: '1Min' });
    expect(pastBars['BTC/USD']).toEqual(wantedBars);
    const pastTrades = await client.getCryptoTrades(past);
    expect(pastTrades['BTC/USD']).toEqual(wantedTrades);
    const pastQuotes = await client.getCryptoQuotes({ ...past, symbols: 'EUR/USD', limit: 1000 });
    expect(pastQuotes['EUR/USD']).toEqual(wantedQuotes);
  });
});

describe('news, daily bars and corporate actions', () => {
  it('are as the data has them', async () => {
    const window = ['--start', '2025-02-03T00:00:00Z', '--symbols', 'AAPL', 'MCD'];
    const words = ['--data', stocksData, '--speed', 'max', ...window];
    const served = await serve({ waitFor: 2 }, ...words);
    const client = await vendorClient(served.venue.rest, keys);
    const daily = client.stockStream({ url: `${served.venue.stream}/v2/sip` });
    const bars = rowsOf(daily, 'daily_bar');
    const stream = client.newsStream({ url: `${served.venue.stream}/v1beta1/news` });
    const news = rowsOf(stream, 'news');
    await known(stream);
    daily.subscribeForDailyBars(['AAPL']);
    stream.subscribeForNews(['*']);
    await known(daily);
    await expect.poll(() => served.ledger().at(-1)).toMatchObject({ event: 'ended' });
    const sent = served.ledger().filter(({ message }) => {
      const { T, S } = (message ?? {}) as Readonly<Record<string, unknown>>;
      return T === 'n' || (T === 'd' && S === 'AAPL');
    });
    await expect.poll(() => bars.length + news.length).toBe(sent.length);
    expect(bars.length).toBeGreaterThan(20);
    expect(news.length).toBeGreaterThan(20);
    const start = new Date('2025-02-03T00:00:00Z');
    const past = { symbols: 'AAPL', timeframe: '1Day', start, limit: 7 };
    const pastBars = await client.getStockBars(past);
    expect(pastBars['AAPL']).toMatchObject(
      bars.map(({ open, close, volume, timestamp }) => ({ open, close, volume, timestamp })),
    );
    const pastNews = await client.collectNews({ start, sort: 'asc', limit: 50 });
    expect(new Set(pastNews.map(({ id }) => id))).toEqual(new Set(news.map(({ id }) => id)));
    const actions = await client.collectCorporateActions({
      symbols: 'AAPL',
      types: 'cash_dividend',
      start,
      end: new Date('2025-12-31'),
    });
    expect(actions['cashDividends']?.[0]).toMatchObject({
      symbol: 'AAPL',
      rate: 0.25,
      exDate: new Date('2025-02-10'),
    });
  });
});

describe('refusals', () => {
  it('of wrong keys reach stream and REST', async () => {
    const { feed } = await openFeed();
    const { rest, stream: address } = feed.server.address;
    const client = await vendorClient(rest, { keyId: 'key1', secret: 'wrong' });
    const stream = client.stockStream({ url: `${address}/v2/iex` });
    stream.connect();
    expect(await stream.waitForAuthenticationResult(30_000)).toEqual({
      status: 'server_rejected',
      authenticated: false,
      code: 402,
      message: 'auth failed',
    });
    const asked = client.getStockBars({ symbols: 'AAPL', timeframe: '1Min' });
    await expect(asked).rejects.toMatchObject({ name: 'PermissionError' });
  });

  it('of too many symbols leave the subscription as it was', async () => {
    const { feed } = await openFeed({ symbolsMax: 2 });
    const client = await vendorClient(feed.server.address.rest, keys);
    const stream = await known(client.stockStream({ url: `${feed.server.address.stream}/v2/iex` }));
    const errors = errorsOf(stream);
    stream.subscribeForBars(['A', 'B']);
    stream.subscribeForQuotes(['C']);
    await expect.poll(() => errors).toEqual(['symbol limit exceeded']);
  });

  it('of a second connection, and of a feed that is not covered, end it', async () => {
    const { feed } = await openFeed({ connectionsMax: 1, refusedFeeds: ['sip'] });
    const client = await vendorClient(feed.server.address.rest, keys);
    const open = (name: string): VendorStream =>
      client.stockStream({ url: `${feed.server.address.stream}/v2/${name}`, reconnect: false });
    await known(open('iex'));
    for (const [name, message] of [
      ['iex', 'connection limit exceeded'],
      ['sip', 'insufficient subscription'],
    ] as const) {
      const stream = open(name);
      const errors = errorsOf(stream);
      stream.connect();
      await expect.poll(() => errors).toEqual([message]);
    }
  });

  it('of a slow client', async () => {
    const { feed } = await openFeed({ waitingBytesMax: 1 << 20 });
    const client = await vendorClient(feed.server.address.rest, keys);
    const sockets: WebSocket[] = [];
    const stream = client.cryptoStream({
      url: `${feed.server.address.stream}${crypto}`,
      reconnect: false,
      wsFactory: (url) => {
        const headers = { 'Content-Type': 'application/msgpack' };
        const socket = new WebSocket(url, { headers });
        sockets.push(socket);
        return socket;
      },
    });
    const errors = errorsOf(stream);
    await known(stream);
    stream.subscribeForQuotes(['*']);
    await feed.server.subscribed(1);
    sockets[0]?.pause();
    for (let sent = -1; feed.counts.sent > sent; await new Promise(setImmediate)) {
      sent = feed.counts.sent;
      const facts = new Facts();
      for (let row = 0; row < 1000; row++) facts.quote(1, 99, 101);
      await feed.publish(facts.columns);
    }
    sockets[0]?.resume();
    await expect.poll(() => errors).toEqual(['slow client']);
  });
});
