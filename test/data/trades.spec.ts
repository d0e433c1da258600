/**
 * Trades and their statistics are those of backtesting.py on the same bars and fills; months
 * are QuantStats'.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { formatInstant, parseCivilDate, type CivilDate } from '#values';
import { loadScenario, runScenario } from '#backtest';
import { calendarOf } from '#market-data';
import { tradeStatistics, type ClosedTrade } from '#metrics';
import { monthlyReturns } from '#report/table/period-returns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askPython, backtestingAndQuantStats, installLimitMs } from './ask-python.fixture.js';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');

type Row = Readonly<Record<string, string>>;

function csv(path: string): Row[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const names = head.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])),
  );
}

interface Bar {
  readonly date: string;
  readonly prices: readonly number[];
}

function barsOf(file: string, symbol: string): Bar[] {
  const rows = csv(file).filter((row) => row['symbol'] === symbol);
  return rows.map(({ date = '', open, high, low, close }) => {
    return { date, prices: [open, high, low, close].map(Number) };
  });
}

interface Strategy {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  readonly symbol: string;
  readonly window: { readonly from: string; readonly to: string };
  readonly atOpen: boolean;
  readonly agent: object;
  readonly execution: object;
}

const djia = { folder: 'djia-2025', file: 'prices.csv' };
const herculean = { folder: 'herculean-2026', file: 'prices_adjusted.csv' };

const strategies: readonly Strategy[] = [
  {
    name: 'a crossover at the close, long and flat',
    ...djia,
    symbol: 'AAPL',
    atOpen: false,
    window: { from: '2025-01-02', to: '2025-07-30' },
    agent: { id: 'it', kind: 'sma-cross', fast: 3, slow: 8 },
    execution: { size: { shares: 100 }, feeBps: 10 },
  },
  {
    name: 'coins at the open, long, short and flat',
    ...djia,
    symbol: 'GS',
    atOpen: true,
    window: { from: '2025-01-02', to: '2025-07-30' },
    agent: { id: 'it', kind: 'random', seed: 3 },
    execution: { size: { shares: 7 }, short: true, fill: 'next-open', feeBps: 5 },
  },
  {
    name: 'orders that scale in and out',
    ...herculean,
    symbol: 'NVDA',
    atOpen: true,
    window: { from: '2025-06-03', to: '2026-03-20' },
    agent: { id: 'it', kind: 'script', file: 'orders.jsonl' },
    execution: { size: 'weights', short: true, fill: 'next-open', feeBps: 2 },
  },
];

/** Orders of a few shares each session, which add to the position, take from it, and cross zero. */
function writeOrders(path: string, symbol: string, bars: readonly Bar[]): void {
  const calendar = calendarOf('XNYS');
  const lines = bars.map(({ date }, at) => {
    const time = formatInstant(calendar.closeOf(parseCivilDate(date) as CivilDate));
    const shares = 1 + ((at * 7919) % 9);
    const order = {
      symbol,
      side: (at * 104_729) % 13 < 7 ? 'buy' : 'sell',
      type: 'market',
      shares,
    };
    return JSON.stringify({ time, symbols: [symbol], said: { kind: 'orders', orders: [order] } });
  });
  writeFileSync(path, `${lines.join('\n')}\n`);
}

interface Ran {
  readonly trades: readonly Row[];
  readonly question: { readonly traded: object; readonly curve: object };
  readonly dates: readonly string[];
  readonly equity: Float64Array;
}

const capital = 1_000_000;
const base = mkdtempSync(join(tmpdir(), 'tapefold-trades-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function ran(strategy: Strategy): Promise<Ran> {
  const { folder, file, symbol, window, agent, execution, atOpen } = strategy;
  const out = mkdtempSync(join(base, 'run-'));
  const bars = barsOf(join(data, folder, file), symbol);
  writeOrders(join(out, 'orders.jsonl'), symbol, bars);
  const path = join(out, 'scenario.json');
  writeFileSync(
    path,
    JSON.stringify({
      name: 'it',
      data: join(data, folder),
      window,
      symbols: [symbol],
      capital,
      execution: { lotSize: 1, ...execution },
      agents: [agent],
    }),
  );
  const options = { out: join(out, 'out'), codeVersion: 'test', jobs: 1, fresh: false };
  const outcome = await runScenario(loadScenario(path), options);
  if (outcome.kind !== 'finished') throw new Error('interrupted');
  const run = join(out, 'out', 'runs', `it-${symbol}`);
  const barOf = new Map(bars.map(({ date }, at) => [date, at]));
  const fills = csv(join(run, 'fills.csv')).map(({ date = '', shares, price }) => {
    const bar = barOf.get(date)!;
    expect(Number(price)).toBe(bars[bar]!.prices[atOpen ? 0 : 3]);
    return { bar, shares: Number(shares) };
  });
  const marks = csv(join(run, 'equity.csv'));
  const dates = marks.map(({ date = '' }) => date);
  const equity = Float64Array.from(marks, (mark) => Number(mark['equity']));
  const returns = [...equity].map((value, at) => value / (equity[at - 1] ?? capital) - 1);
  const { feeBps } = execution as { feeBps: number };
  const table = bars.map(({ date, prices }) => [date, ...prices]);
  const traded = { bars: table, fills, atOpen, feeBps };
  const trades = csv(join(run, 'trades.csv')).map((trade) => ({
    ...trade,
    entryBar: String(barOf.get(trade['entry']!)),
    exitBar: String(barOf.get(trade['exit']!)),
  }));
  return { trades, question: { traded, curve: { dates, returns } }, dates, equity };
}

interface Answer {
  readonly trades: readonly Readonly<Record<string, number>>[];
  readonly count: number;
  readonly percent: readonly number[];
  readonly ratios: readonly number[];
  readonly days: readonly number[];
  readonly months: readonly (readonly number[])[];
}

const runs: Ran[] = [];
let answers: readonly Answer[] = [];

beforeAll(async () => {
  for (const strategy of strategies) runs.push(await ran(strategy));
  const questions = runs.map(({ question }) => question);
  answers = askPython<Answer[]>('trades.py', questions, backtestingAndQuantStats);
}, installLimitMs);

function expectClose(found: number | null | undefined, expected: number, what: string): void {
  const away = Math.abs((found ?? NaN) - expected);
  expect(away, `${what}: ${found} and ${expected}`).toBeLessThanOrEqual(1e-9 * Math.abs(expected));
}

describe.each(strategies.map(({ name }, at) => ({ name, at })))('$name', ({ at }) => {
  it('has the trades of backtesting.py', () => {
    const closed = runs[at]!.trades.filter(({ exit }) => exit !== '');
    const { trades, count } = answers[at]!;
    expect(count).toBeGreaterThan(5);
    expect(closed).toHaveLength(count);
    for (const [place, trade] of trades.entries()) {
      for (const [name, value] of Object.entries(trade)) {
        expectClose(Number(closed[place]![name]), value, `trade ${place}, ${name}`);
      }
      expect(Number(closed[place]!['bars'])).toBe(trade['exitBar']! - trade['entryBar']!);
      expect(closed[place]!['sessions']).toBe(closed[place]!['bars']);
    }
  });

  it('has the statistics of backtesting.py', () => {
    const closed = runs[at]!.trades.filter(({ exit }) => exit !== '');
    const numbers = closed.map(({ profit, return: of, sessions, days }): ClosedTrade => {
      const [gain, change, marks, time] = [profit, of, sessions, days].map(Number);
      return { profit: gain!, return: change!, sessions: marks!, days: time! };
    });
    const found = tradeStatistics(numbers);
    const { percent, ratios, days } = answers[at]!;
    const { winRate, best, worst, average, expectancy, profitFactor, sqn } = found;
    for (const [place, value] of [winRate, best, worst, average, expectancy].entries()) {
      expectClose(value! * 100, percent[place]!, `percentage ${place}`);
    }
    expectClose(profitFactor, ratios[0]!, 'profit factor');
    expectClose(sqn, ratios[1]!, 'SQN');
    // backtesting.py rounds both up to the next whole day.
    expect([found.longestDays, Math.ceil(found.averageDays!)]).toEqual(days);
  });

  it('has the months of QuantStats', () => {
    const { dates, equity } = runs[at]!;
    const years = monthlyReturns(dates, equity, capital);
    const { months } = answers[at]!;
    expect(months.map(([year]) => String(year))).toEqual(years.map(({ year }) => year));
    for (const [place, { months: own, total }] of years.entries()) {
      const [, ...expected] = months[place]!;
      for (const [month, value] of [...own, total].entries()) {
        // A month without a mark is 0 there. A sum of returns keeps what rounding leaves of 1.
        expect(Math.abs((value ?? 0) - expected[month]!), `${month}`).toBeLessThan(1e-12);
      }
    }
  });
});
