/** Aggregate statistics of the closed trades of a run. */

import { NumberColumn } from '#values';
import { meanOf, roundingNoise } from '../sample/return-sample.js';

/** A trade after fees: its profit in currency, its return a fraction. */
export type ClosedTrade = Readonly<Record<'profit' | 'return' | 'sessions' | 'days', number>>;

/**
 * A figure is null without a trade, and where its formula has no value; see
 * docs/reference/metrics.md.
 *
 * Source: backtesting.py 0.6.5, whose average trade is a geometric mean and whose profit factor
 * is of returns.
 */
export function tradeStatistics(trades: Iterable<ClosedTrade>) {
  const { sums, profits, returns } = totalsOf(trades);
  const { length } = returns;
  const meanFrom = (sum: number): number | null => (length === 0 ? null : sum / length);
  const average = sums.isRuined ? null : meanFrom(sums.logs);
  returns.sort();
  return {
    winRate: meanFrom(sums.wins),
    best: returns.at(-1) ?? null,
    worst: returns[0] ?? null,
    average: average === null ? null : Math.expm1(average),
    median: medianOf(returns),
    expectancy: meanFrom(sums.returns),
    profitFactor: sums.lost === 0 ? null : sums.won / sums.lost,
    sqn: systemQuality(profits),
    averageSessions: meanFrom(sums.sessions),
    averageDays: meanFrom(sums.days),
    longestDays: length === 0 ? null : sums.longestDays,
  };
}

/**
 * There may be hundreds of thousands of trades: of each, the two numbers stay that are
 * needed once more.
 */
function totalsOf(trades: Iterable<ClosedTrade>) {
  const profits = new NumberColumn();
  const returns = new NumberColumn();
  const sums = {
    wins: 0,
    returns: 0,
    /** Sums the logarithms of returns above -1, each plus one. */
    logs: 0,
    /** Whether a trade lost everything. */
    isRuined: false,
    won: 0,
    lost: 0,
    sessions: 0,
    days: 0,
    longestDays: -Infinity,
  };
  for (const { profit, return: gained, sessions, days } of trades) {
    profits.push(profit);
    returns.push(gained);
    if (profit > 0) sums.wins++;
    sums.returns += gained;
    if (gained <= -1) sums.isRuined = true;
    else sums.logs += Math.log1p(gained);
    if (gained > 0) sums.won += gained;
    else sums.lost -= gained;
    sums.sessions += sessions;
    sums.days += days;
    if (days > sums.longestDays) sums.longestDays = days;
  }
  return { sums, profits: profits.handOver(), returns: returns.handOver() };
}

function medianOf(sorted: Float64Array): number | null {
  if (sorted.length === 0) return null;
  const middle = sorted.length / 2;
  return meanOf(sorted.subarray(Math.ceil(middle) - 1, Math.floor(middle) + 1));
}

/**
 * √n · mean / sample standard deviation (Tharp); null where profits do not vary by more
 * than rounding.
 */
function systemQuality(profits: Float64Array): number | null {
  if (profits.length < 2) return null;
  const mean = meanOf(profits);
  const squares = profits.reduce((sum, profit) => sum + (profit - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (profits.length - 1));
  return deviation > roundingNoise(profits) ? (Math.sqrt(profits.length) * mean) / deviation : null;
}
