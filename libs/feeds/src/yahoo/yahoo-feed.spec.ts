/**
 * Daily bars of Yahoo arrive once they are complete, with the dividends and splits in
 * its responses.
 */

import { describe, expect, it } from 'vitest';
import { civilDate, invalidInput, unavailable } from '#values';
import { describeFeed, type OpenedFeed } from '../feed.contract.fixture.js';
import { connectionOf, describedFeed, feedSecret } from '../feed-description.fixture.js';
import type { FeedItem } from '../port/feed-item.js';
import { KeepingSink } from '../feed-sink.fixture.js';
import { quickClock } from '../feed-clock.fixture.js';
import { chartBody, unknownBody, type ChartParts } from './chart.fixture.js';
import { yahooDecoder } from './yahoo-decoder.js';
import { openYahooFeed, type AskServer } from './yahoo-feed.js';

describeFeed('of Yahoo', async (): Promise<OpenedFeed> => {
  const description = describedFeed('kind: yahoo');
  const rows: { session: number; close: number }[] = [];
  let failures = 0;
  const feed = await openYahooFeed(
    connectionOf(description, 'yahoo'),
    { description },
    {
      clock: quickClock(),
      request: async () => {
        if (failures-- > 0) throw unavailable('the server does not answer');
        const answer = { status: 200, headers: {}, date: undefined };
        return { ...answer, askedAt: 0, answeredAt: 0, body: chartBody('AAA', { rows }) };
      },
    },
  );
  return {
    feed,
    send: async (number) =>
      void rows.push({ session: civilDate(2026, 2, 1) + number, close: 100 + number }),
    interrupt: async () => void (failures = 3),
    numberOf: (item) =>
      item.kind === 'dailyBar' && item.symbol === 'AAA' ? item.close - 100 : undefined,
    secrets: [feedSecret],
    heldMax: 1,
    keepsWhileAway: true,
    close: () => Promise.resolve(),
  };
});

const monday = civilDate(2026, 3, 30);

const decoded = (bytes: Uint8Array, currency = 'USD'): readonly FeedItem[] =>
  yahooDecoder({ currency, currencies: {} }).decode({
    kind: 'data',
    receivedAt: 1,
    channel: 'chart/AAA',
    bytes,
  });
const decode = (parts: ChartParts): readonly FeedItem[] => decoded(chartBody('AAA', parts));

describe('a chart', () => {
  it('is refused in another currency than the description says', () => {
    const bytes = chartBody('AAA', { rows: [{ session: monday, close: 10 }] });
    expect(() => decoded(bytes, 'EUR')).toThrow(/AAA.*another currency.*expected EUR.*"USD"/s);
  });

  it('has bars as they were traded, and adjusted closes beside them', () => {
    expect(decode({ rows: [{ session: monday, close: 10 }] })).toEqual([
      {
        kind: 'dailyBar',
        symbol: 'AAA',
        session: monday,
        open: 9.5,
        high: 11,
        low: 9,
        close: 10,
        volume: 1000,
        vwap: null,
        adjClose: 9.75,
      },
    ]);
  });

  it('has no bar of a day without trading, nor of one that is not over', () => {
    const rows = [
      { session: monday, close: 10 },
      { session: monday + 1, close: null },
      { session: monday + 2, close: 11 },
    ];
    const sessions = (parts: ChartParts): unknown[] =>
      decode(parts).map((item) => item.kind === 'dailyBar' && item.session);
    expect(sessions({ rows })).toEqual([monday, monday + 2]);
    const marketTime = (monday + 2) * 86_400 + 60_000;
    expect(sessions({ rows, marketTime })).toEqual([monday]);
  });

  it('has dividends and splits, on the dates of the exchange', () => {
    const items = decode({
      rows: [{ session: monday, close: 10 }],
      dividends: [{ date: monday, amount: 0.25 }],
      splits: [{ date: monday + 1, to: 4, from: 1 }],
    });
    expect(items.slice(0, 2)).toMatchObject([
      { action: { kind: 'dividend', exDate: monday, amount: 0.25, currency: 'USD' } },
      { action: { kind: 'split', effectiveDate: monday + 1, from: 1, to: 4 } },
    ]);
  });

  it('may be empty', () => {
    expect(decode({ rows: [] })).toEqual([]);
  });

  it('is refused if it is not a chart', () => {
    expect(() => decoded(unknownBody('AAA'))).toThrow(
      'AAA chart.result: the message cannot be read',
    );
    expect(() => decoded(Buffer.from('<html>'))).toThrow(
      'AAA: the message cannot be read; expected JSON',
    );
  });
});

describe('the feed', () => {
  const open = (request: AskServer, symbols = 'AAA, BBB') => {
    const description = describedFeed('kind: yahoo', { symbols });
    const parts = { clock: quickClock(), request };
    return openYahooFeed(connectionOf(description, 'yahoo'), { description }, parts);
  };
  const answer = (body: Buffer) => {
    const rest = { headers: {}, date: undefined, askedAt: 0, answeredAt: 0 };
    return { status: 200, body, ...rest };
  };

  it('stores a response that the library cannot read, and tries again', async () => {
    const sink = new KeepingSink();
    const bodies = [
      Buffer.from('{"chart":{}}'),
      chartBody('AAA', { rows: [{ session: monday, close: 1 }] }),
    ];
    const feed = await open(
      async () => answer(bodies.length > 1 ? bodies.shift()! : bodies[0]!),
      'AAA',
    );
    const stop = new AbortController();
    const run = feed.run(sink, stop.signal);
    await sink.until((kept) => kept.named('connected').length === 1);
    stop.abort();
    await run;
    expect(sink.texts()[0]).toBe('{"chart":{}}');
    expect(sink.reasons()).toEqual([expect.stringContaining('the library cannot read')]);
  });

  it('ends when Yahoo does not know a symbol', async () => {
    const feed = await open(() => Promise.reject(invalidInput('the server refuses the request')));
    const run = feed.run(new KeepingSink(), new AbortController().signal);
    await expect(run).rejects.toThrow('the server refuses the request');
  });

  it('fetches again what was missed, with the days before', async () => {
    const urls: string[] = [];
    const sink = new KeepingSink();
    const feed = await open(async ({ url }) => {
      urls.push(url);
      return answer(chartBody('AAA', { rows: [{ session: monday, close: 1 }] }));
    });
    const from = Date.UTC(2026, 2, 10) * 1000;
    const span = { symbol: null, from, to: from };
    expect(await feed.repair?.(span, sink, new AbortController().signal)).toBe(true);
    expect(sink.frames.map(({ channel }) => channel)).toEqual(['chart/AAA', 'chart/BBB']);
    expect(urls[0]).toContain(`period1=${Date.UTC(2026, 2, 9) / 1000}`);
  });

  it('takes no symbol that would lead elsewhere', () => {
    expect(() => open(() => Promise.reject(unavailable('never')), "'../x'")).toThrow(
      'not a symbol of Yahoo',
    );
  });
});
