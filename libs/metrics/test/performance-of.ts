/** Performances and samples for the tests of this room, from the one thing that a test is about. */

import { civilDate, formatCivilDate, invariant, seededRandom } from '#values';
import { MarkFigures } from '../src/figures/mark-figures.js';
import type { Performance } from '../src/sample/performance.js';
import { sampleOfReturns, type ReturnSample } from '../src/sample/return-sample.js';

const firstDate = civilDate(2025, 3, 3);

/**
 * Marks on successive days from 2025-03-03; no fills, no positions, capital 100, 252
 * sessions a year.
 */
export function performanceOf(
  equity: readonly number[],
  overrides: Partial<Performance> = {},
): Performance {
  const { basis = 'capital', startingCapital = 100 } = overrides;
  const gross = overrides.gross ?? new Float64Array(equity.length);
  const figures = new MarkFigures<number>(basis === 'capital' ? startingCapital : undefined);
  for (const [mark, level] of equity.entries()) figures.take(level, gross[mark]!, mark);
  return {
    dates: equity.map((_, mark) => firstDate + mark),
    equity: Float64Array.from(equity),
    elapsedSessions: Math.max(0, equity.length - 1),
    startingCapital,
    basis,
    sessionsPerYear: 252,
    gross,
    drawdown: figures.drawdown(dateOfMark),
    exposure: figures.exposure(),
    timeInMarket: figures.timeInMarket(),
    turnover: 0,
    tripProfits: new Float64Array(0),
    positionsOpened: 0,
    fills: 0,
    fees: 0,
    ...overrides,
  };
}

/** The date of the mark at `index`, as `performanceOf` stamps it. */
export function dateOfMark(index: number): string {
  return formatCivilDate(firstDate + index);
}

/** Marks that start at 100 and make these returns. */
export function equityOf(returns: readonly number[]): number[] {
  const equity = [100];
  for (const change of returns) equity.push(equity.at(-1)! * (1 + change));
  return equity;
}

/** A sample that is known to exist. */
export function sampleOf(returns: readonly number[], sessionsPerYear = 252): ReturnSample {
  const sample = sampleOfReturns(Float64Array.from(returns), sessionsPerYear);
  invariant(!('value' in sample), 'these returns have moments');
  return sample;
}

/** First-order autoregressive normal returns: mean, spread of the series, coefficient. */
export function seededReturns(
  seed: number | string,
  count: number,
  { mean = 0.0005, spread = 0.01, coefficient = 0 } = {},
): number[] {
  const random = seededRandom(seed);
  const shock = Math.sqrt(1 - coefficient * coefficient);
  let state = random.normal();
  return Array.from({ length: count }, () => {
    state = coefficient * state + shock * random.normal();
    return mean + spread * state;
  });
}
