/**
 * An input of generated runs, marked as synthetic: what demonstrations and tests draw
 * a report from.
 */

import { civilDate, formatCivilDate, seededRandom, sha256Hex, weekdayOf } from '#values';
import { figuresWith } from '#contracts/result/figure-values.fixture';
import type { RunResult, Result } from '#contracts/result/result';
import type { Candle } from './candles.js';
import type { ReportFill, ReportRun, ReportTrade, ReportInput } from '../input/report-input.js';

export interface ExampleOptions {
  readonly symbols: readonly string[];
  /** The first one is the baseline. */
  readonly agents: readonly string[];
  /** Marks a run, weekdays from 2020-01-02. */
  readonly marks: number;
  readonly seed: number;
}

const capital = 100_000;

/** One run for each symbol and agent. The figures are plausible, not measured on the curves. */
export function exampleInput(options: ExampleOptions): Required<ReportInput> {
  const dates = weekdays(options.marks);
  const runs = options.symbols.flatMap((symbol) =>
    options.agents.map((agent) => exampleRun(symbol, agent, dates, options.seed)),
  );
  const results = runs.map((run, number) => {
    const agent = options.agents[number % options.agents.length] as string;
    const symbol = options.symbols[Math.floor(number / options.agents.length)] as string;
    return exampleResult(run, agent, symbol, options.agents[0] as string);
  });
  return {
    runs,
    result: {
      schemaVersion: 2,
      ...exampleScenario(options, dates),
      runs: results,
      missingRuns: [],
      sections: [],
    },
  };
}

function exampleScenario(
  options: ExampleOptions,
  dates: readonly string[],
): Pick<Result, 'scenario' | 'tape'> {
  return {
    scenario: {
      name: 'example',
      data: 'generated prices',
      synthetic: true,
      window: { from: dates[0] ?? '2020-01-02', to: dates.at(-1) ?? '2020-01-02' },
      workflow: 'trading',
      market: {
        symbols: [...options.symbols],
        portfolio: false,
        capital,
        currency: 'USD',
        decide: 'session-close',
        calendar: 'XNYS',
        priceBasis: 'raw',
      },
      dateRule: 'session-close',
      seed: options.seed,
      repeats: 1,
      notes: ['The data is synthetic: a program made it.'],
    },
    tape: { id: 'generated', hash: sha256Hex('generated'), facts: options.marks },
  };
}

/** A random walk of equity, with a flip of the position every twenty marks or so. */
function exampleRun(
  symbol: string,
  agent: string,
  dates: readonly string[],
  seed: number,
): ReportRun {
  const random = seededRandom(`${seed} ${symbol} ${agent}`);
  const columns = {
    equity: new Float64Array(dates.length),
    cash: new Float64Array(dates.length),
    exposure: new Float64Array(dates.length),
  };
  const first: ReportFill[] = [];
  const bars: Candle[] = [];
  let equity = capital;
  let price = 150;
  let held = 0;
  dates.forEach((date, mark) => {
    const move = 0.0004 + 0.013 * random.normal();
    const open = price;
    price *= 1 + move;
    const low = Math.min(open, price) * 0.996;
    const high = Math.max(open, price) * 1.004;
    bars.push({
      date,
      open,
      high,
      low,
      close: price,
      values: [price * 1.01, mark < 14 ? null : 50 + 1000 * move],
    });
    if (held > 0) equity *= 1 + move;
    if (random.below(20) === 0 || mark === 0) {
      const shares = held > 0 ? -held : Math.floor(equity / price);
      held += shares;
      const purpose = shares > 0 ? 'open' : 'close';
      first.push({ date, symbol, shares, price, fee: 0, purpose });
    }
    columns.equity[mark] = equity;
    columns.cash[mark] = equity - held * price;
    columns.exposure[mark] = (held * price) / equity;
  });
  const buys = first.filter(({ shares }) => shares > 0).length;
  const fills = { first, buys, sales: first.length - buys };
  const run = sha256Hex(`${symbol} ${agent}`).slice(0, 16);
  const trades = exampleTrades(first);
  const prices = [() => ({ symbol, bars, indicators })];
  return { run, agent, dates, ...columns, fills, trades, prices };
}

const indicators = [
  { label: 'Mean of 5', levels: null },
  { label: 'RSI of 14', levels: [30, 70] },
];

/** Pairs fills that buy and sell by turns. */
function exampleTrades(fills: readonly ReportFill[]): ReportRun['trades'] {
  return fills.flatMap((entry, at): ReportTrade[] => {
    if (entry.shares < 0) return [];
    const exit = fills[at + 1];
    const { date, symbol, shares, price: entryPrice } = entry;
    const exitPrice = exit?.price ?? entryPrice;
    const profit = shares * (exitPrice - entryPrice);
    return [
      {
        entry: date,
        exit: exit?.date ?? null,
        symbol,
        shares,
        entryPrice,
        exitPrice,
        fees: 0,
        profit,
        return: exitPrice / entryPrice - 1,
        sessions: 20,
        days: exit ? 28 : null,
        drawn: { entry: date, exit: exit?.date ?? null, scale: 1 },
        bars: 20,
        mae: Math.min(0, profit),
        maeReturn: -0.02,
        mfe: 500,
        mfeReturn: 0.03,
        exitReason: exit ? 'target decision' : null,
      },
    ];
  });
}

function exampleResult(run: ReportRun, agent: string, symbol: string, baseline: string): RunResult {
  const finalEquity = run.equity.at(-1) ?? null;
  const cumulativeReturn = finalEquity === null ? null : finalEquity / capital - 1;
  const interval = (
    value: number,
    width: number,
  ): { low: number; high: number; level: number } => ({
    low: value - width,
    high: value + width,
    level: 0.95,
  });
  return {
    run: run.run,
    runId: sha256Hex(run.run),
    agent,
    symbol,
    repeat: 0,
    policy: examplePolicy,
    journalHash: sha256Hex(`${run.run} journal`),
    trusted: false,
    figures: {
      ...exampleFigures,
      ...(cumulativeReturn !== null && {
        cumulativeReturn: { value: cumulativeReturn, interval: interval(cumulativeReturn, 0.24) },
      }),
      ...(finalEquity !== null && { finalEquity: { value: finalEquity } }),
      returns: { value: run.dates.length - 1 },
    },
    drawdown: {
      depth: 0.18,
      from: run.dates[0] ?? null,
      to: run.dates.at(-1) ?? null,
      recovered: null,
    },
    againstBaseline:
      agent === baseline ? null : { baseline, difference: 0.021, interval: interval(0.021, 0.06) },
    coverage: { ...noCoverage, due: run.dates.length, answered: run.dates.length },
    dataCoverage: { sessions: run.dates.length, withBars: run.dates.length },
    warnings: [],
    warningCount: 0,
    denied: 0,
    cancelled: 0,
    rowsDropped: 0,
    positionChangeCount: 0,
    positionChanges: [],
  };
}

const noCoverage = { missing: 0, invalid: 0, late: 0, failed: 0, forced: 0 };

const reasons = { profitFactor: 'no closed round trip lost money' };
const exampleFigures: RunResult['figures'] = {
  ...figuresWith(
    {
      cumulativeReturn: null,
      annualisedReturn: 0.081,
      annualisedVolatility: 0.142,
      sharpe: 0.62,
      sortino: 0.91,
      calmar: 0.45,
      maxDrawdown: 0.18,
      turnover: 61.5,
      timeInMarket: 0.53,
      exposure: 0.526,
      hitRate: 0.57,
      profitFactor: null,
      skewness: -0.31,
      kurtosis: 4.87,
      probabilisticSharpe: 0.914,
      sharpeStandardError: 0.45,
      returns: 0,
      trades: 31,
      fills: 62,
      fees: 0,
      finalEquity: null,
    },
    reasons,
  ),
  sharpe: { value: 0.62, interval: { low: 0.62 - 0.88, high: 0.62 + 0.88, level: 0.95 } },
  maxDrawdown: { value: 0.18, interval: { low: 0.11, high: 0.37, level: 0.95 } },
};

const examplePolicy: NonNullable<RunResult['policy']> = {
  name: 'close',
  version: 1,
  fill: 'decision-close',
  hold: 'keep',
  short: false,
  size: 'all-in',
  lotSize: 0,
  feeBps: 0,
  slippageBps: 0,
  borrowBpsPerYear: 0,
  dividends: 'ignore',
  liquidate: false,
  basis: 'capital',
};

/** The first `count` weekdays from 2020-01-02 as `YYYY-MM-DD`. */
function weekdays(count: number): readonly string[] {
  const dates: string[] = [];
  for (let date = civilDate(2020, 1, 2); dates.length < count; date++) {
    const weekday = weekdayOf(date);
    if (weekday !== 0 && weekday !== 6) dates.push(formatCivilDate(date));
  }
  return dates;
}
