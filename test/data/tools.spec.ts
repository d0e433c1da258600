/**
 * The tools on real data: what they answer as of a session, against the files and
 * reference answers.
 */

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMarket, parseAsOf, type Market } from '#backtest';
import { Capability, hedgingTools, marketTools, tradingTools } from '#tools';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');
const text = (...path: string[]): string => readFileSync(join(data, ...path), 'utf8');
const lines = (...path: string[]): string[] =>
  text(...path)
    .trimEnd()
    .split('\n');

async function opened(reference: string): Promise<Market> {
  const market = await openMarket(reference);
  onTestFinished(() => market.close());
  return market;
}

/** What a tool answers as of a date's close; all of these must. */
function asker(market: Market, asOf?: string): (name: string, args: object) => unknown {
  const { view } = market.at(parseAsOf(asOf));
  const sets = [tradingTools, hedgingTools, marketTools].map(
    (set) => new Capability({ sets: [set], context: { view, desk: null }, now: () => 0 }),
  );
  return (name, args) => {
    const capability = sets.find(({ tools }) => tools.some((one) => one.name === name));
    const outcome = capability?.call(name, args);
    if (outcome?.error !== null) throw new Error(outcome?.error ?? name);
    return outcome.value;
  };
}

interface PriceRow {
  readonly date: string;
  readonly adj_close: number;
}

const everything = { date_start: '1990-01-01', date_end: '2040-12-31' };

describe('herculean-2026', () => {
  it('gives the rows of the file up to the as-of', async () => {
    const market = await opened(join(data, 'herculean-2026'));
    const inFile = lines('herculean-2026', 'prices_adjusted.csv')
      .map((line) => line.split(','))
      .filter(([symbol]) => symbol === 'MSFT')
      .map(([symbol, date, ...prices]) => {
        const [open, high, low, close] = prices.map(Number);
        return { symbol, date, open, high, low, close, adj_close: close, volume: null };
      });
    for (const asOf of ['2025-06-02', '2025-12-24', '2026-01-02', '2026-03-31']) {
      const rows = asker(market, asOf)('get_prices', { symbol: 'MSFT', ...everything });
      expect(rows).toEqual(inFile.filter(({ date }) => (date as string) <= asOf));
    }
  });

  it('has the days of the evaluation, its holidays and weekends', async () => {
    const market = await opened(join(data, 'herculean-2026'));
    const ask = asker(market, '2026-01-20');
    const reasons = ['2026-01-16', '2026-01-17', '2026-01-19', '2026-01-20', '2026-01-21'].map(
      (target_date) => ask('is_trading_day', { symbol: 'AAPL', target_date }),
    ) as { reason: string; prev_trading_day: string; latest_date_in_db: string }[];
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'trading_day',
      'weekend',
      'holiday',
      'trading_day',
      'not_loaded',
    ]);
    expect(reasons.map((one) => one.prev_trading_day)).toEqual([
      '2026-01-15',
      '2026-01-16',
      '2026-01-16',
      '2026-01-16',
      '2026-01-20',
    ]);
    expect(new Set(reasons.map((one) => one.latest_date_in_db))).toEqual(new Set(['2026-01-20']));
    const window = { date_start: '2026-01-02', date_end: '2026-03-31' };
    const days = (asOf?: string): string[] =>
      asker(market, asOf)('get_common_trading_dates', window) as string[];
    expect(days()).toHaveLength(61);
    expect(days('2026-01-20')).toEqual(days().slice(0, 12));
  });

  it('gives Buy & Hold of the reference', async () => {
    const market = await opened(join(data, 'herculean-2026'));
    const expected = JSON.parse(text('herculean-2026', 'expected_buy_hold.json')) as Record<
      string,
      { no_cost: { cumulative_return: number } }
    >;
    const window = { date_start: '2026-01-02', date_end: '2026-03-31' };
    for (const symbol of ['AAPL', 'MSFT', 'NVDA', 'TSLA']) {
      const rows = asker(market)('get_prices', { symbol, ...window }) as PriceRow[];
      const first = rows[0] as PriceRow;
      const last = rows.at(-1) as PriceRow;
      const found = last.adj_close / first.adj_close - 1;
      expect(found).toBeCloseTo(expected[symbol]?.no_cost.cumulative_return ?? NaN, 12);
    }
  });
});

interface ReferenceRow {
  readonly date: string;
  readonly [column: string]: number | string | null;
}

describe('djia-2025', () => {
  const rounded = (value: number | string | null | undefined): number =>
    Math.round((value as number) * 1e4) / 1e4;
  // The members of a result, and the columns of the reference.
  const columns = {
    ma: { ma: 'sma20' },
    rsi: { rsi: 'rsi14' },
    bbands: { upper: 'bb_upper', middle: 'bb_mid', lower: 'bb_lower' },
    macd: { macd: 'macd', hist: 'macd_hist', signal: 'macd_signal' },
  };

  it.each(['AAPL', 'GS'])('gives the indicators of the reference: %s', async (symbol) => {
    const market = await opened(join(data, 'djia-2025'));
    const { rows } = JSON.parse(text('djia-2025', 'expected', `indicators_${symbol}.json`)) as {
      rows: ReferenceRow[];
    };
    // The warm-up reaches before the first row, where the reference is seeded.
    const asked = { symbol, date_start: '2025-01-02', date_end: '2030-01-01' };
    for (const [indicator, names] of Object.entries(columns)) {
      const members = Object.entries(names);
      const expected = rows
        .filter((row) => row.date >= asked.date_start)
        .filter((row) => members.every(([, column]) => row[column] !== null))
        .map((row) => ({
          date: row.date,
          ...Object.fromEntries(members.map(([name, column]) => [name, rounded(row[column])])),
        }));
      expect(expected.length).toBeGreaterThan(90);
      expect(asker(market)('get_indicator', { ...asked, indicator })).toEqual(expected);
      const half = expected.filter(({ date }) => date <= '2025-04-30');
      expect(asker(market, '2025-04-30')('get_indicator', { ...asked, indicator })).toEqual(half);
    }
  });

  it('lists the news of the file, by day, and finds words in it', async () => {
    const market = await opened(join(data, 'djia-2025'));
    const inFile = lines('djia-2025', 'news.jsonl')
      .map((line) => JSON.parse(line) as { id: string; symbols: string[]; published_at: string })
      .filter(({ symbols }) => symbols.includes('GS'));
    const known = inFile.filter((item) => item.published_at <= '2025-03-05T21:00:00Z');
    const ask = asker(market, '2025-03-05');
    const listed = ask('list_news', { symbol: 'GS', ...everything }) as { id: string }[];
    expect(listed.map(({ id }) => id).sort()).toEqual(known.map(({ id }) => id).sort());
    expect(known.length).toBeGreaterThan(20);
    expect(known.length).toBeLessThan(inFile.length);
    const later = inFile.find((item) => !known.includes(item))?.id;
    expect(ask('get_news_by_id', { symbol: 'GS', id: later })).toBeNull();
    const found = ask('search_news', { symbol: 'GS', keywords: ['goldman'] }) as { total: number };
    expect(found.total).toBeGreaterThan(0);
  });
});

describe('filings-text', () => {
  it('reads a section in pages, from its filing on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-tools-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const manifest = 'name: filings\ncalendar: XNYS\ncurrency: USD\nfilings: { file: s.jsonl }\n';
    writeFileSync(join(folder, 'dataset.yaml'), manifest);
    copyFileSync(join(data, 'filings-text', 'sections.jsonl'), join(folder, 's.jsonl'));
    const market = await opened(folder);
    const written = lines('filings-text', 'sections.jsonl')
      .map((line) => JSON.parse(line) as Record<string, string>)
      .find((row) => row['symbol'] === 'AAPL' && row['filed_at'] === '2024-11-01');
    const whole = Array.from(written?.['text'] ?? '');
    const section = written?.['section'] ?? '';
    expect(whole.length).toBeGreaterThan(10_000);
    const named = { symbol: 'AAPL', date: '2024-11-01', document_type: '10-K', section };
    const ask = asker(market, '2024-11-04');
    const pages: string[] = [];
    for (let offset = 0, more = true; more;) {
      const page = ask('get_filing_section', { ...named, offset, limit: 4000 }) as {
        content: string;
        returned_chars: number;
        has_more: boolean;
        total_chars: number;
      };
      expect(page.total_chars).toBe(whole.length);
      pages.push(page.content);
      offset += page.returned_chars;
      more = page.has_more;
    }
    expect(pages.join('')).toBe(whole.join(''));
    const listed = ask('list_filings', { symbol: 'AAPL', ...everything }) as { date: string }[];
    expect(listed[0]?.date).toBe('2024-11-01');
    expect(listed.map(({ date }) => date)).toEqual(
      listed
        .map(({ date }) => date)
        .sort()
        .reverse(),
    );
    const before = asker(market, '2024-10-31')('list_filings', { symbol: 'AAPL', ...everything });
    expect(before).toEqual(listed.slice(1));
  });
});
