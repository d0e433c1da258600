/**
 * Trades as rows, for trades.csv and the report, and the prices that the report draws around them.
 */

import {
  formatCivilDate,
  formatInstant,
  invariant,
  microsPerDay,
  type CivilDate,
  type Instant,
} from '#values';
import type { SessionCalendar } from '#market-data';
import { followedCalendar } from '#market-data/dataset/tape-calendars';
import {
  detailBudget,
  tradeColumns,
  type ReportPrices,
  type ReportRun,
  type ReportTrade,
} from '#report';
import { tradeAt, type Trade } from '#workflows';
import { passBars, type RangedDataset } from '../tape/bar-ranges.js';
import type { MeasuredRun } from './measured-run.js';
import { numberText } from '../run-folder/number-text.js';
import { quoted } from './run-tables.js';
import { SessionCandles } from '../trades/session-candles.js';
import { TradeExcursions, type HeldRange } from '../trades/trade-excursions.js';

/**
 * The trades of a run as rows, made where they are asked for: there may be hundreds of thousands.
 */
export interface TradeRows extends Iterable<ReportTrade> {
  readonly length: number;
}

export type RunWithRows = MeasuredRun & {
  readonly rows: TradeRows;
  readonly prices: ReportRun['prices'];
};

/**
 * Runs with their trades as rows. Without a data set these have no excursions and prices, and open
 * ones no value.
 */
export async function withTradeRows(
  runs: readonly MeasuredRun[],
  ofTape: SessionCalendar,
  dataset: RangedDataset | null,
): Promise<readonly RunWithRows[]> {
  const followed = runs.map((run) => followedOf(run, runs.length));
  const last = Math.max(...runs.map(({ closed }) => closed.lastSession ?? -Infinity));
  const symbols = new Set(followed.flatMap(({ traded }) => traded));
  const isKnown = dataset !== null && symbols.size > 0 && last > -Infinity;
  if (isKnown) await followBars(followed, dataset, { symbols, until: last });
  return followed.map(({ run, excursions, traded, candles }) => ({
    ...run,
    rows: rowsOf(run, ofTape, isKnown ? excursions : null),
    prices: traded
      .filter((symbol) => excursions.hasBarsOf(symbol))
      .map((symbol) => () => pricesOf(candles, symbol)),
  }));
}

/** A run while the bars of the symbols that it traded pass. */
interface FollowedRun {
  readonly run: MeasuredRun;
  readonly traded: readonly string[];
  readonly excursions: TradeExcursions;
  /** By symbol; those that a report of so many runs draws. */
  readonly candles: ReadonlyMap<string, SessionCandles>;
}

function followedOf(run: MeasuredRun, runs: number): FollowedRun {
  const { plan, trades, closed, performance } = run;
  const excursions = new TradeExcursions(trades, closed.time);
  const traded = trades.symbols;
  const { dates } = performance;
  const drawn = { first: dates[0] ?? NaN, last: dates.at(-1) ?? NaN };
  const candles = new Map(
    traded
      .slice(0, detailBudget(runs).candleCharts)
      .map((symbol) => [symbol, new SessionCandles(symbol, plan.agent, drawn)]),
  );
  return { run, traded, excursions, candles };
}

async function followBars(
  followed: readonly FollowedRun[],
  dataset: RangedDataset,
  { symbols, until }: { readonly symbols: ReadonlySet<string>; readonly until: CivilDate },
): Promise<void> {
  const takers = new Map(
    [...symbols].map((symbol) => [
      symbol,
      followed.filter(({ traded }) => traded.includes(symbol)),
    ]),
  );
  const splits = await passBars(dataset, symbols, { until }, (symbol, bars) => {
    for (const { excursions, candles } of takers.get(symbol)!) {
      excursions.next(symbol, bars);
      candles.get(symbol)?.next(bars);
    }
  });
  for (const [symbol, met] of splits) {
    for (const { excursions } of takers.get(symbol)!) excursions.end(symbol, met);
  }
}

function pricesOf(candles: FollowedRun['candles'], symbol: string): ReportPrices {
  const drawn = candles.get(symbol);
  invariant(drawn !== undefined, 'a report draws no more symbols than its budget has');
  return drawn.prices();
}

function rowsOf(
  { plan, trades }: MeasuredRun,
  ofTape: SessionCalendar,
  excursions: TradeExcursions | null,
): TradeRows {
  const isAtBars = plan.decide === 'bar';
  const calendar = followedCalendar(plan, ofTape);
  const dayOf = (time: Instant) =>
    isAtBars ? time / microsPerDay : calendar.sessionClosingAtOrAfter(time);
  const dateOf = (time: Instant) => (isAtBars ? formatInstant(time) : formatCivilDate(dayOf(time)));
  const sessionOf = (time: Instant) => formatCivilDate(calendar.sessionClosingAtOrAfter(time));
  const rowAt = (index: number): ReportTrade => {
    const trade = tradeAt(trades, index);
    const { entryTime, exitTime } = trade;
    const held = excursions?.of(index) ?? null;
    return {
      entry: dateOf(entryTime),
      exit: exitTime && dateOf(exitTime),
      days: exitTime && dayOf(exitTime) - dayOf(entryTime),
      ...figuresOf(trade, held),
      drawn: held && {
        entry: sessionOf(entryTime),
        exit: exitTime === null ? null : sessionOf(exitTime),
        scale: held.scale,
      },
    };
  };
  return {
    length: trades.count,
    *[Symbol.iterator]() {
      for (let index = 0; index < trades.count; index++) yield rowAt(index);
    },
  };
}

/**
 * Profit and return are after fees, excursions before. Dividends and the cost of borrowing are
 * no part of them.
 */
function figuresOf(trade: Trade, held: HeldRange | null) {
  const { symbol, shares, entryPrice, fees, sessions } = trade;
  const exitPrice = trade.exitPrice ?? held?.close ?? null;
  const profitAt = (price: number) => shares * (price - entryPrice);
  const returnAt = (price: number) => Math.sign(shares) * (price / entryPrice - 1);
  return {
    symbol,
    shares,
    entryPrice,
    exitPrice,
    fees,
    sessions,
    bars: held && held.bars,
    profit: exitPrice && profitAt(exitPrice) - fees,
    return: exitPrice && returnAt(exitPrice) - fees / (Math.abs(shares) * entryPrice),
    mae: held && profitAt(held.worst),
    maeReturn: held && returnAt(held.worst),
    mfe: held && profitAt(held.best),
    mfeReturn: held && returnAt(held.best),
    exitReason: trade.exitReason,
  };
}

const fieldOf = (value: string | number | null): string =>
  typeof value === 'number' ? numberText(value) : (value ?? '');

/** The lines of trades.csv, with their line breaks. */
export function* tradesCsv(trades: Iterable<ReportTrade>): Generator<string> {
  yield `${tradeColumns.join(',')}\n`;
  for (const trade of trades) {
    const line = { ...trade, symbol: quoted(String(trade.symbol)) };
    const fields = tradeColumns.map((name) => fieldOf(line[name]));
    yield `${fields.join(',')}\n`;
  }
}
