/** A data set's whole tape in one store: each as-of sees its own past. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calendarOf } from '#market-data';
import { Capability, marketTools, tradingTools } from '#tools';
import { formatCivilDate, parseInstant, requireCivilDate, type CivilDate } from '#values';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMarket, type Market, type MarketAt } from './open-market.js';

const calendar = calendarOf('XNYS');
const day = (text: string): CivilDate => requireCivilDate(text, 'test');
let market: Market;
let symbol: string;
let sessions: CivilDate[];

beforeAll(async () => {
  market = await openMarket('synthetic-market');
  const { view } = market.at('end');
  symbol = view.symbols[0] as string;
  const bars = view.barsBetween(symbol);
  sessions = bars.map(({ time }) => calendar.sessionClosingAtOrAfter(time));
});
afterAll(() => market.close());

describe('a market', () => {
  it('is at the close of a session, or at an instant, inclusive', () => {
    const session = sessions[100] as CivilDate;
    const close = calendar.closeOf(session);
    const atDate = market.at({ date: session });
    expect([atDate.time, atDate.view.time, atDate.view.session]).toEqual([close, close, session]);
    expect(market.at({ instant: close }).asOf).toBe(atDate.asOf);
    expect(atDate.view.lastBar(symbol)?.time).toBe(close);
    const before = market.at({ instant: close - 1 });
    expect(before.asOf).toBeLessThan(atDate.asOf);
    expect(before.view.lastBar(symbol)?.time).toBe(calendar.closeOf(sessions[99] as CivilDate));
  });

  it('is at the previous session, on a date without one', () => {
    const monday = sessions.find(
      (session, index) => session - (sessions[index - 1] ?? session) === 3,
    ) as CivilDate;
    expect(market.at({ date: monday - 1 }).asOf).toBe(market.at({ date: monday - 3 }).asOf);
  });

  it('ends with the data, however late the as-of', () => {
    const { asOf } = market.at('end');
    const last = sessions.at(-1) as CivilDate;
    expect(market.at({ date: last }).asOf).toBe(asOf);
    expect(market.at({ date: day('2039-01-03') }).asOf).toBe(asOf);
    expect(market.at({ date: day('2200-01-01') }).asOf).toBe(asOf);
    expect(market.at({ instant: 2 ** 53 - 1 }).asOf).toBe(asOf);
  });

  it.each([
    // A winter's close.
    ['a date', { date: day('1999-01-04') }, '1999-01-04T21:00:00Z'],
    ['a date before the calendar', { date: day('1900-01-01') }, 'none'],
    ['an instant', { instant: 5 }, '1970-01-01T00:00:00.000005Z'],
  ])('knows nothing before its first fact: %s', (_, when, found) => {
    expect(() => market.at(when)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('the as-of lies before the data'),
        expected: expect.stringMatching(/ or later$/),
        found,
      }),
    );
  });

  it('gives texts that are known, until it is closed', async () => {
    const other = await openMarket('synthetic-market', { symbols: [symbol] });
    const { view } = other.at('end');
    expect(view.symbols).toEqual([symbol]);
    const [filing] = view.filings(symbol, 1);
    const sha256 = filing?.sections[0]?.document.sha256 as string;
    expect(view.document(sha256)).toBeTypeOf('string');
    expect(other.at({ date: sessions[0] as CivilDate }).view.document(sha256)).toBeUndefined();
    await other.close();
  });

  it('refuses a symbol that the data set does not have', async () => {
    await expect(openMarket('synthetic-market', { symbols: ['NOPE'] })).rejects.toThrow(
      /no such symbol/,
    );
  });
});

describe('what comes after the last close', () => {
  const at = (text: string): number => parseInstant(text, null) as number;
  const evening = at('2024-03-08T22:15:00Z');
  const saturday = at('2024-03-09T15:00:00Z');
  const folder = mkdtempSync(join(tmpdir(), 'after-close-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const files = {
    'dataset.yaml': `name: after
calendar: XNYS
currency: USD
bars: { file: bars.csv, frequency: daily, stamp: session, priceBasis: raw }
news: { file: news.jsonl }
filings: { file: filings.jsonl }
`,
    'bars.csv': 'symbol,date,open,high,low,close\nA,2024-03-07,1,1,1,1\nA,2024-03-08,2,2,2,2\n',
    'news.jsonl': '{"id":"n","symbol":"A","published_at":"2024-03-09T15:00:00Z","title":"Fire"}\n',
    'filings.jsonl':
      '{"symbol":"A","form":"8-K","filed_at":"2024-03-08","accepted_at":"2024-03-08T22:15:00Z",' +
      '"accession_no":"a","section":"all","text":"Fire."}\n',
  };
  const known = ({ view }: MarketAt) => [view.filings('A').length, view.news('A').length];

  it('is known at its own time, and not a microsecond earlier', async () => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const after = await openMarket(folder);
    try {
      const close = { date: day('2024-03-08') };
      const times = [evening - 1, evening, saturday - 1, saturday, saturday + 1];
      const places = times.map((instant) => after.at({ instant }));
      expect([after.at(close), ...places, after.at('end')].map(known)).toEqual([
        [0, 0],
        [0, 0],
        [1, 0],
        [1, 0],
        [1, 1],
        [1, 1],
        [1, 1],
      ]);
      // No session is inferred from the end of the data, and a date still means its close.
      expect(after.at('end').view.session).toBe(close.date);
      expect(known(after.at({ date: close.date + 1 }))).toEqual([0, 0]);
      expect(known(after.at({ date: close.date + 3 }))).toEqual([1, 1]);
    } finally {
      await after.close();
    }
    const until = await openMarket(folder, { until: day('2024-03-08') });
    expect(known(until.at('end'))).toEqual([0, 0]);
    await until.close();
  });
});

describe('500 capabilities at once', () => {
  const options = { sets: [tradingTools, marketTools], now: () => 0 };
  const asked = { date_start: '1990-01-01', date_end: '2040-12-31' };

  it('each see their own as-of and nothing of another’s', () => {
    const capabilities = Array.from({ length: 500 }, (_, number) => {
      const session = sessions[number] as CivilDate;
      const { view } = market.at({ date: session });
      const context = { view, desk: null };
      return { session, capability: new Capability({ ...options, context }) };
    });
    // In turns, forward and backward, so that a computation of one could show up in another.
    for (const { session, capability } of [...capabilities, ...capabilities.toReversed()]) {
      const call = (name: string, args: object): unknown => {
        const outcome = capability.call(name, { symbol, ...args });
        return outcome.error === null ? outcome.value : outcome.error;
      };
      const rows = call('get_prices', asked) as { date: string }[];
      const known = sessions.slice(0, sessions.indexOf(session) + 1);
      expect(rows.length).toBe(known.length);
      expect(rows.at(-1)?.date).toBe(formatCivilDate(session));
      const target = formatCivilDate(session + 1);
      expect(call('is_trading_day', { target_date: target })).toMatchObject({
        latest_date_in_db: formatCivilDate(session),
        is_trading_day: false,
      });
      expect(call('get_indicator_value', { name: 'sma', options: { length: 1 } })).toMatchObject({
        date: formatCivilDate(session),
      });
    }
  });
});
