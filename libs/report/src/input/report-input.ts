/** The input of a report: the published result, and the curves and fills of its runs. */

import type { Result } from '#contracts/result/result';
import type { Candle } from '../charts/candles.js';

/** One fill: `shares` is signed, negative for a sale; `price` after slippage; `fee` in currency. */
export interface ReportFill {
  /** A session, or the instant of the fill for intraday data: `YYYY-MM-DD` or ISO 8601 in UTC. */
  readonly date: string;
  readonly symbol: string;
  readonly shares: number;
  readonly price: number;
  readonly fee: number;
  readonly purpose: string;
}

/** The fills of a run that a report shows. */
export interface ReportFills {
  /** The first ones, in order, up to the limit of a report. */
  readonly first: readonly ReportFill[];
  readonly buys: number;
  readonly sales: number;
}

/** Columns of trades.csv; docs/reference/result.md says what they mean. */
export const tradeColumns = [
  'entry',
  'exit',
  'symbol',
  'shares',
  'entryPrice',
  'exitPrice',
  'fees',
  'profit',
  'return',
  'sessions',
  'days',
  'bars',
  'mae',
  'maeReturn',
  'mfe',
  'mfeReturn',
  'exitReason',
] as const;
export type ReportTrade = Readonly<
  Record<(typeof tradeColumns)[number], string | number | null>
> & {
  /**
   * Its sessions, and the factors that convert its prices into shares of the run's end;
   * null without bars.
   */
  readonly drawn: Readonly<{ entry: string; exit: string | null; scale: number }> | null;
};

/** A symbol that a run traded, in shares of the run's end. */
export interface ReportPrices {
  readonly symbol: string;
  /** Cover the sessions of the run, ascending. */
  readonly bars: readonly Candle[];
  /** In the order of the values of bars; those with levels have an axis of their own. */
  readonly indicators: readonly Readonly<{ label: string; levels: readonly number[] | null }>[];
}

/** The contribution of each leg of a pair up to each mark, currency. */
export interface ReportLegs {
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** At each mark 1 while the left leg is long, -1 while it is short, 0 while nothing is held. */
  readonly side: Float64Array;
}

/** The marks of one run, as columns of one length, and its fills. */
export interface ReportRun {
  readonly run: string;
  /** Kind and settings of its agent, in words. */
  readonly agent: string;
  /** Sessions of the marks, ascending: `YYYY-MM-DD`. */
  readonly dates: readonly string[];
  readonly equity: Float64Array;
  readonly cash: Float64Array;
  /** Gross position value over equity. */
  readonly exposure: Float64Array;
  readonly fills: ReportFills;
  /** All of them: closed ones in the order of their exits, then open ones. */
  readonly trades: Iterable<ReportTrade> & { readonly length: number };
  /** One per symbol, computed where it is drawn; none if the data set is not at hand. */
  readonly prices: readonly (() => ReportPrices)[];
  /** Only in hedging. */
  readonly legs?: ReportLegs;
}

export interface ReportInput {
  readonly result: Result;
  /** Curves and fills in the order of `result.runs`; none for work without an equity. */
  readonly runs?: readonly ReportRun[];
}
