/** The vendor's client for Python against the served feed: what it gets is what the data has. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Facts, openFeed } from '#venue/served-facts.fixture';
import { alpacaPackages, ended } from '../clients/installed.fixture.js';
import {
  cryptoDay,
  keys,
  serve,
  stocksData,
  temporaryFolder,
  type CryptoDay,
} from './served-data.fixture.js';

interface Address {
  readonly rest: string;
  readonly stream: string;
}
type Row = Readonly<Record<string, unknown>>;

async function python<T>(how: string, address: Address, asked: object = {}): Promise<T> {
  const { rest, stream } = address;
  const { keyId: key, secret } = keys;
  const words = JSON.stringify({ key, secret, rest, stream, ...asked });
  const env = { PYTHONPATH: await alpacaPackages(), PYTHONWARNINGS: 'ignore' };
  const { code, out, err } = await ended('python3', ['test/feeds/alpaca_client.py', how, words], {
    env,
  });
  expect(code, err).toBe(0);
  return JSON.parse(out) as T;
}

/** As the client writes a time: ISO 8601 with a Z, and microseconds where there are any. */
const time = (text: unknown): number => Date.parse(String(text));

const barsOf = (day: CryptoDay): Row[] =>
  day.bars.map(({ start, values: [open, high, low, close, volume] }) => ({
    symbol: 'BTC/USD',
    timestamp: time(start),
    open,
    high,
    low,
    close,
    volume,
    trade_count: 0,
    vwap: 0,
  }));
const tradesOf = (day: CryptoDay): Row[] =>
  day.trades.map(({ at, price, size }, index) => ({
    symbol: 'BTC/USD',
    timestamp: time(at),
    price,
    size,
    id: index + 1,
  }));
const quotesOf = (day: CryptoDay): Row[] =>
  day.quotes.map(({ at, bid, ask }) => ({
    symbol: 'EUR/USD',
    timestamp: time(at),
    bid_price: bid,
    ask_price: ask,
    bid_size: 1,
    ask_size: 2,
  }));

/** Rows of the client, with times as numbers, and without missing members. */
const plain = (rows: readonly Row[] | undefined): Row[] =>
  (rows ?? []).map((row) => {
    const present = Object.entries(row).filter(([, value]) => value !== null);
    return { ...Object.fromEntries(present), timestamp: time(row['timestamp']) };
  });

describe('bars, trades and quotes', () => {
  it('are on the stream and in REST as the data has them', async () => {
    const day = cryptoDay(180);
    const served = await serve({}, '--data', day.folder, '--speed', 'max');
    const wanted = {
      bars: day.bars.length,
      trades: day.trades.length,
      quotes: day.quotes.length,
    };
    type Rows = Readonly<Record<keyof typeof wanted, readonly Row[]>>;
    const streamed = await python<Rows>('stream', served.venue, { wanted });
    const span = { start: '2022-01-03T00:00:00+00:00', end: '2022-01-04T00:00:00+00:00' };
    const past = await python<Rows>('rest', served.venue, span);
    for (const rows of [streamed, past]) {
      expect(plain(rows.bars)).toEqual(barsOf(day));
      expect(plain(rows.trades)).toEqual(tradesOf(day));
      expect(plain(rows.quotes)).toEqual(quotesOf(day));
    }
  });
});

describe('news, daily bars and corporate actions', () => {
  it('are as the data has them', async () => {
    const window = ['--start', '2025-02-03T00:00:00Z', '--symbols', 'AAPL', 'MCD'];
    const words = ['--data', stocksData, '--speed', 'max', ...window];
    const served = await serve({ waitFor: 2 }, ...words);
    const told = await python<{
      readonly stream: { readonly news: readonly Row[]; readonly bars: readonly Row[] };
      readonly news: readonly Row[];
      readonly bars: readonly Row[];
      readonly actions: Readonly<Record<string, readonly Row[]>>;
    }>('news', served.venue, {
      wanted: { news: 100, bars: 20 },
      start: '2025-02-03T00:00:00+00:00',
      end: '2025-02-28T00:00:00+00:00',
    });
    await expect.poll(() => served.ledger().at(-1)).toMatchObject({ event: 'ended' });
    const sent = served
      .ledger()
      .flatMap(({ message }) => (message === undefined ? [] : [message as Row]));
    const news = sent.filter(({ T }) => T === 'n');
    expect(told.stream.news.length).toBeGreaterThanOrEqual(100);
    expect(told.stream.news.map(({ headline }) => headline)).toEqual(
      news.slice(0, told.stream.news.length).map(({ headline }) => headline),
    );
    const days = sent.filter(({ T, S }) => T === 'd' && S === 'AAPL');
    const closes = days.map(({ t, c }) => [time(t), c]);
    const closesOf = (rows: readonly Row[]): unknown[] =>
      rows.map((row) => [time(row['timestamp']), row['close']]);
    expect(closesOf(told.stream.bars)).toEqual(closes.slice(0, told.stream.bars.length));
    const until = time('2025-02-28T00:00:00Z');
    expect(closesOf(told.bars)).toEqual(closes.filter(([t]) => (t as number) <= until));
    expect(told.news.map(({ headline }) => headline).sort()).toEqual(
      news
        .filter(({ created_at }) => time(created_at) <= until)
        .map(({ headline }) => headline)
        .sort(),
    );
    expect(told.actions['cash_dividends']).toMatchObject([
      { symbol: 'AAPL', rate: 0.25, ex_date: '2025-02-10', payable_date: '2025-02-13' },
    ]);
  });
});

describe('refusals', () => {
  it('of wrong keys reach stream and REST', async () => {
    const { feed } = await openFeed();
    const told = await python('refused', feed.server.address, { secret: 'wrong' });
    expect(told).toMatchObject({
      errors: ['error during websocket communication: auth failed'],
      status: 403,
    });
  });

  it('of too many symbols reach the stream', async () => {
    const { feed } = await openFeed({ symbolsMax: 1 });
    const told = await python('refused', feed.server.address);
    expect(told).toMatchObject({ errors: ['error: symbol limit exceeded (405)'], status: 200 });
  });

  it('of a slow client', async () => {
    const { feed } = await openFeed({ waitingBytesMax: 1 << 20 });
    const woken = join(temporaryFolder(), 'woken');
    const answer = python<{ errors: string[] }>('slow', feed.server.address, { woken });
    await feed.server.subscribed(1);
    for (let sent = -1; feed.counts.sent > sent; await new Promise(setImmediate)) {
      sent = feed.counts.sent;
      const facts = new Facts();
      for (let row = 0; row < 1000; row++) facts.quote(1, 99, 101);
      await feed.publish(facts.columns);
    }
    writeFileSync(woken, '');
    expect((await answer).errors).toContain('error: slow client (407)');
  });
});
