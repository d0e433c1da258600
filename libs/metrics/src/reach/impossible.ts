/** Published figures that no strategy could have reached. */

import type { Reach } from './reach.js';

/**
 * Figures as a table prints them: percent except for the ratio, two decimals; null
 * for missing ones.
 */
export interface PublishedFigures {
  readonly cumulativeReturn: number | null;
  readonly sharpe: number | null;
  /** Positive. */
  readonly maxDrawdown: number | null;
}

/** What two decimals leave open. */
const rounding = 0.005;
const slack = 1e-9;
const twice = 2 * rounding + slack;

/**
 * Why figures are impossible, one sentence per reason; empty if they are possible. Without prices
 * (`reaches` is empty) only the rules for any strategy are checked. Of several reaches (legs that
 * are not named) one is enough.
 *
 * A return is at least minus the drawdown, as the first mark is a peak or below one. A positive
 * return has a positive Sharpe ratio: the mean of the returns is at least that of their logarithms.
 * The reverse does not hold.
 */
export function impossibilities(
  { cumulativeReturn, sharpe, maxDrawdown }: PublishedFigures,
  reaches: readonly Reach[],
): string[] {
  const reasons: string[] = [];
  if (maxDrawdown !== null && maxDrawdown < -rounding) reasons.push('the drawdown is negative');
  if (cumulativeReturn === null) return reasons;
  if (maxDrawdown !== null && maxDrawdown >= 0 && cumulativeReturn < -maxDrawdown - twice) {
    reasons.push('the return is below minus the drawdown');
  }
  if (sharpe !== null && cumulativeReturn > slack && sharpe < -rounding) {
    reasons.push('the return is positive and the Sharpe ratio negative');
  }
  return [...reasons, ...unreachable(cumulativeReturn, maxDrawdown, reaches)];
}

function unreachable(
  cumulativeReturn: number,
  maxDrawdown: number | null,
  reaches: readonly Reach[],
): string[] {
  if (reaches.length === 0) return [];
  const highest = Math.max(...reaches.map(({ best }) => best));
  if (lowEnd(cumulativeReturn) > highest) {
    return [`the return is above ${percent(highest)}, the most that the prices allow`];
  }
  const lowest = Math.min(...reaches.map(({ worst }) => worst));
  if (1 + (cumulativeReturn + rounding) / 100 < lowest - slack) {
    return [`the return is below ${percent(lowest)}, the least that the prices allow`];
  }
  if (maxDrawdown === null || maxDrawdown < 0) return [];
  const depth = Math.max(0, maxDrawdown - rounding) / 100;
  const left = Math.max(...reaches.map((reach) => reach.bestWithFall(depth) ?? 0));
  if (left === 0) return ['no strategy could fall that deep at these prices'];
  if (lowEnd(cumulativeReturn) <= left) return [];
  return [`after such a fall the prices allow a return of ${percent(left)} at most`];
}

const lowEnd = (published: number): number => 1 + (published - rounding) / 100 - slack;

const percent = (multiple: number): string => `${((multiple - 1) * 100).toFixed(2)}%`;
