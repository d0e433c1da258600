/**
 * Missed trades of Coinbase, page by page from the newest backward: which pages are asked for,
 * and what is lost.
 */

import { describe, expect, it, onTestFinished } from 'vitest';
import type { MissedSpan } from '../port/feed.js';
import { KeepingSink } from '../feed-sink.fixture.js';
import { HeldClock } from '../feed-clock.fixture.js';
import { CoinbaseRest, repairTrades } from './coinbase-rest.js';
import { CoinbaseServer } from './coinbase-server.fixture.js';

const product = 'BTC-USD';
const symbol = 'BTC-USD';
const numbered = (first: number, last: number, stream = product): MissedSpan => {
  return { symbol, from: 0, to: 0, numbers: { stream, first, last } };
};
const since = (from: number): MissedSpan => ({ symbol: null, from, to: from + 1 });

/** The vendor's list: ten trades a page, each number with its own time, from `first` to `last`. */
function listOf(first: number, last: number, failsAt = Infinity) {
  const asked: (number | undefined)[] = [];
  const tradesBefore = (_: string, before: number | undefined) => {
    asked.push(before);
    if (asked.length > failsAt) return Promise.reject(new Error('the vendor is gone'));
    const newest = before === undefined ? last : Math.min(last, before - 1);
    const oldest = Math.max(first, newest - 9);
    const bytes = Buffer.from(`${oldest} to ${newest}`);
    if (newest < first) return Promise.resolve({ bytes, oldest: undefined });
    return Promise.resolve({ bytes, oldest: { number: oldest, at: oldest } });
  };
  return { asked, rest: { tradesBefore } as Partial<CoinbaseRest> as CoinbaseRest };
}

async function repaired(span: MissedSpan, list: ReturnType<typeof listOf>) {
  const sink = new KeepingSink();
  const { signal } = new AbortController();
  const isWhole = await repairTrades(product, span, { rest: list.rest, sink, signal }).catch(
    (error: unknown) => String(error),
  );
  return { isWhole, asked: list.asked, pages: sink.texts() };
}

describe('a gap with numbers', () => {
  it.each([
    ['within a page', numbered(94, 96), [97], ['87 to 96']],
    ['whose first is the oldest of a page', numbered(87, 96), [97], ['87 to 96']],
    ['that begins before a page', numbered(86, 96), [97, 87], ['77 to 86', '87 to 96']],
    [
      'of another stream, by its time',
      { ...numbered(86, 96, 'ETH-USD'), from: 92 },
      [undefined],
      ['91 to 100'],
    ],
  ])('%s is asked for from its last on', async (_, span, asked, pages) => {
    expect(await repaired(span, listOf(1, 100))).toEqual({ isWhole: true, asked, pages });
  });
});

describe('a gap in time', () => {
  it('is whole once a page begins before it', async () => {
    const pages = ['81 to 90', '91 to 100'];
    const asked = [undefined, 91];
    expect(await repaired(since(82), listOf(1, 100))).toEqual({ isWhole: true, asked, pages });
    // A trade of the same time may stand on the page before.
    expect(await repaired(since(81), listOf(1, 100))).toEqual({
      isWhole: true,
      asked: [undefined, 91, 81],
      pages: ['71 to 80', ...pages],
    });
  });

  it('is whole where nothing precedes the first trade', async () => {
    for (const first of [0, 1]) {
      expect(await repaired(since(-9), listOf(first, first + 4))).toEqual({
        isWhole: true,
        asked: [undefined],
        pages: [`${first} to ${first + 4}`],
      });
    }
    expect(await repaired(since(-9), listOf(1, 0))).toMatchObject({ isWhole: true, pages: [] });
  });
});

describe('what is lost', () => {
  it('is what the vendor no longer has, after what it still has', async () => {
    expect(await repaired(numbered(40, 96), listOf(80, 100))).toEqual({
      isWhole: false,
      asked: [97, 87, 80],
      pages: ['80 to 86', '87 to 96'],
    });
    expect(await repaired(numbered(1, 1), listOf(2, 100))).toMatchObject({ isWhole: false });
    expect(await repaired(numbered(1, 0), listOf(2, 100))).toMatchObject({ isWhole: true });
  });

  it('is what comes before 500 pages', async () => {
    const { isWhole, asked, pages } = await repaired(since(0), listOf(1, 6_000));
    expect([isWhole, asked.length, pages.length]).toEqual([false, 500, 500]);
    expect([pages[0], pages[499]]).toEqual(['1001 to 1010', '5991 to 6000']);
  });

  it('may be asked for again after a failure, which loses no page before it', async () => {
    expect(await repaired(since(0), listOf(1, 100, 2))).toEqual({
      isWhole: 'Error: the vendor is gone',
      asked: [undefined, 91, 81],
      pages: ['81 to 90', '91 to 100'],
    });
  });
});

describe('requests', () => {
  const { signal } = new AbortController();

  async function world(slash = '') {
    const server = await CoinbaseServer.start();
    onTestFinished(() => server.stop());
    const clock = new HeldClock(undefined, () => true);
    return { server, clock, rest: new CoinbaseRest(`http://${server.host}${slash}`, clock) };
  }

  it('are at most eight a second, those for the clock too', async () => {
    const { clock, rest } = await world();
    for (let asked = 0; asked < 7; asked++) await rest.tradesBefore('BTC-USD', undefined, signal);
    await rest.measureClock(signal);
    expect(clock.slept).toEqual([]);
    await rest.measureClock(signal);
    expect(clock.slept).toEqual([1000]);
  });

  it('name product and place, below an address with or without a slash', async () => {
    for (const slash of ['', '/']) {
      const { server, rest } = await world(slash);
      await rest.tradesBefore('BTC-USD', undefined, signal);
      await rest.tradesBefore('BTC-USD', 7, signal);
      const path = '/products/BTC-USD/trades?limit=1000';
      expect(server.asked).toEqual([path, `${path}&after=7`]);
    }
  });
});
