/** The data of a run that metrics need: its marks, and the totals of its fills and round trips. */

import { invariant, type CivilDate } from '#values';
import type { Drawdown } from '#contracts/result/figures';
import type { Figure } from './figure.js';

/**
 * All arrays of marks have one length. Ratios are fractions; money is in the account's currency.
 */
export interface Performance {
  /** Session dates of the marks, strictly increasing. */
  readonly dates: readonly CivilDate[];
  /** Equity at each mark, currency; may end at or below zero. */
  readonly equity: Float64Array;
  /** Currency, positive. */
  readonly startingCapital: number;
  /** What cumulative return divides by, and the first peak of the drawdown. */
  readonly basis: 'capital' | 'first-mark';
  /**
   * Sessions of the calendar after the first mark, up to the last: the time that passed, sessions
   * without a mark included. At least one less than the marks.
   */
  readonly elapsedSessions: number;
  /** The calendar's sessions in a year: 252, 260 or 365. */
  readonly sessionsPerYear: number;
  /** Sum of absolute position values over equity, at each mark. */
  readonly gross: Float64Array;
  /** Over all marks, those at bars too; see `MarkFigures`. */
  readonly drawdown: Drawdown | null;
  readonly exposure: Figure;
  readonly timeInMarket: Figure;
  /** Sum over fills of |change of position weight|. */
  readonly turnover: number;
  /** Profit of each closed round trip, currency, fees included. */
  readonly tripProfits: Float64Array;
  /** Positions opened, the ones still open included. */
  readonly positionsOpened: number;
  readonly fills: number;
  /** Currency. */
  readonly fees: number;
}

/**
 * Throws `Invariant` when the arrays disagree or money is not finite: the fold above
 * is broken then.
 */
export function checkPerformance(performance: Performance): void {
  const { dates, equity, gross, startingCapital, elapsedSessions, sessionsPerYear } = performance;
  const marks = dates.length;
  invariant(equity.length === marks, 'there is one equity for each mark');
  invariant(gross.length === marks, 'there is one exposure for each mark');
  invariant(equity.every(Number.isFinite), 'equity is finite at each mark');
  invariant(isPositive(startingCapital), 'the starting capital is positive');
  invariant(isPositive(sessionsPerYear), 'a year has sessions');
  invariant(elapsedSessions >= marks - 1, 'a session passes between two marks');
  invariant(performance.tripProfits.every(Number.isFinite), 'profits of round trips are finite');
  invariant(Number.isFinite(performance.fees), 'fees are finite');
  for (let mark = 1; mark < marks; mark++) {
    invariant(dates[mark]! > dates[mark - 1]!, 'the dates of the marks increase');
  }
}

function isPositive(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
