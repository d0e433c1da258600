/** Aggregate statistics of the closed trades of a run. */

import { knownMean, roundingNoise } from '../sample/return-sample.js';

/** A trade after fees: its profit in currency, its return a fraction. */
export type ClosedTrade = Readonly<Record<'profit' | 'return' | 'sessions' | 'days', number>>;

/**
 * A figure is null without a trade, and where its formula has no value; see docs/reference/metrics.md.
 *
 * Source: backtesting.py 0.6.5, whose average trade is a geometric mean and whose profit factor is of returns.
 */
export function tradeStatistics(trades: Iterable<ClosedTrade>) {
  const { profits, returns, sessions, days } = columnsOf(trades);
  const sorted = returns.toSorted((one, other) => one - other);
  const lost = -sumOf(returns.filter((value) => value < 0));
  return {
    winRate: knownMean(profits.map((profit) => (profit > 0 ? 1 : 0))),
    best: sorted.at(-1) ?? null,
    worst: sorted[0] ?? null,
    average: geometricMean(returns),
    median: medianOf(sorted),
    expectancy: knownMean(returns),
    profitFactor: lost === 0 ? null : sumOf(returns.filter((value) => value > 0)) / lost,
    sqn: systemQuality(profits),
    averageSessions: knownMean(sessions),
    averageDays: knownMean(days),
    longestDays: days.length === 0 ? null : days.reduce((one, other) => Math.max(one, other)),
  };
}

/** There may be hundreds of thousands of trades: of each, its numbers stay. */
function columnsOf(trades: Iterable<ClosedTrade>) {
  const profits: number[] = [];
  const returns: number[] = [];
  const sessions: number[] = [];
  const days: number[] = [];
  for (const trade of trades) {
    profits.push(trade.profit);
    returns.push(trade.return);
    sessions.push(trade.sessions);
    days.push(trade.days);
  }
  return { profits, returns, sessions, days };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

/** Null where one of the returns lost everything. */
function geometricMean(returns: readonly number[]): number | null {
  const mean = knownMean(returns.map(Math.log1p));
  return mean === null || returns.some((value) => value <= -1) ? null : Math.expm1(mean);
}

function medianOf(sorted: readonly number[]): number | null {
  const middle = sorted.length / 2;
  return knownMean(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1));
}

/** √n · mean / sample standard deviation (Tharp); null where profits do not vary by more than rounding. */
function systemQuality(profits: readonly number[]): number | null {
  const mean = knownMean(profits);
  if (mean === null || profits.length < 2) return null;
  const squares = sumOf(profits.map((profit) => (profit - mean) ** 2));
  const deviation = Math.sqrt(squares / (profits.length - 1));
  return deviation > roundingNoise(profits) ? (Math.sqrt(profits.length) * mean) / deviation : null;
}
