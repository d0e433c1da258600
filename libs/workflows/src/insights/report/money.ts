/** What ratings would have earned: positions by declared policies, marked only at report dates. */

import { figureOf, undefinedFigure, type Figure } from '#metrics/sample/figure';
import { sampleOfReturns } from '#metrics/sample/return-sample';
import { sharpePerSession } from '#metrics/figures/sharpe';

export const ratings = ['STRONG_BUY', 'BUY', 'HOLD', 'SELL', 'STRONG_SELL'] as const;
export type Rating = (typeof ratings)[number];

interface RatingPolicy {
  /** In the order of `ratings`, as a share of equity; that of a missing report is 0. */
  readonly positions: readonly number[];
  /** At the open of the session after the report, and not at the report's adjusted close. */
  readonly isNextOpen?: true;
  /** Charged on the change of position, at each report. */
  readonly fee?: number;
}

/** By name; the first is the default, and what HERCULEAN's tables follow. */
export const ratingPolicies = {
  'insights-paper': { positions: [1, 1, 0, -1, -1] },
  'insights-long-only': { positions: [1, 1, 0, 0, 0] },
  'insights-graded': { positions: [1, 0.5, 0, -0.5, -1] },
  'insights-realistic': { positions: [1, 1, 0, -1, -1], isNextOpen: true, fee: 0.0005 },
} as const satisfies Readonly<Record<string, RatingPolicy>>;
export type RatingPolicyName = keyof typeof ratingPolicies;

/** A due report of one symbol: its rating, and the prices around it. */
export interface RatedWeek {
  /** Null if there is no report. */
  readonly rating: Rating | null;
  /** Adjusted close of the report date. */
  readonly close: number;
  /** Adjusted open of the session after it; null if there is none. */
  readonly nextOpen: number | null;
}

/** Fractions; Sharpe per week. */
interface WeeklyMoney {
  readonly cumulativeReturn: Figure;
  readonly sharpeWeekly: Figure;
  readonly maxDrawdown: Figure;
}

/**
 * The money of due reports in the order of their dates. A week's return is position × (price at the
 * next report ÷ price at this one − 1), less the fee; positions are resized at each report, and
 * returns compound. Equity is marked at dates of reports alone, from 1 at the first. Sharpe is mean
 * ÷ sample deviation of the n = reports − 1 weekly returns, zeros counted, not annualized. Source:
 * HERCULEAN 2.3.3 and its published tables.
 */
export function moneyOf(weeks: readonly RatedWeek[], policy: RatingPolicyName): WeeklyMoney {
  const { positions, isNextOpen, fee = 0 }: RatingPolicy = ratingPolicies[policy];
  const prices = weeks.map(({ close, nextOpen }) => (isNextOpen ? nextOpen : close));
  // At the end of the data the last report has no session after it: its close ends the last week.
  if (isNextOpen && prices.at(-1) === null) prices[prices.length - 1] = weeks.at(-1)!.close;
  if (prices.includes(null)) return undefinedMoney('a session after a report has no open');
  const held = weeks.map(({ rating }) => (rating ? positions[ratings.indexOf(rating)]! : 0));
  const returns = Float64Array.from(held.slice(0, -1), (position, at) => {
    const change = prices[at + 1]! / prices[at]! - 1;
    return position * change - fee * Math.abs(position - (held[at - 1] ?? 0));
  });
  if (returns.length === 0) return undefinedMoney('needs at least 2 reports');
  let equity = 1;
  let peak = 1;
  let depth = 0;
  for (const one of returns) {
    equity *= 1 + one;
    peak = Math.max(peak, equity);
    depth = Math.max(depth, 1 - equity / peak);
  }
  const sample = sampleOfReturns(returns, 1);
  return {
    cumulativeReturn: figureOf(equity - 1),
    sharpeWeekly: 'count' in sample ? sharpePerSession(sample) : sample,
    maxDrawdown: figureOf(depth),
  };
}

function undefinedMoney(reason: string): WeeklyMoney {
  const none = undefinedFigure(reason);
  return { cumulativeReturn: none, sharpeWeekly: none, maxDrawdown: none };
}

/** Trading days after which a rating is looked at. */
export const horizons = [1, 5, 20] as const;
export type Horizon = (typeof horizons)[number];

/** The range within which a HOLD is right; undefined if it gets no verdict. */
const holdRange: Readonly<Partial<Record<Horizon, number>>> = { 5: 0.02, 20: 0.05 };

/**
 * Whether a rating was right after `horizon` trading days, by the forward return, a fraction: BUY
 * kinds above 0, SELL kinds below, HOLD within 2 % at 5 days and 5 % at 20. Undefined for a HOLD at
 * 1 day. Source: HERCULEAN's evaluation.
 */
export function isHit(rating: Rating, forward: number, horizon: Horizon): boolean | undefined {
  if (rating.endsWith('BUY')) return forward > 0;
  if (rating.endsWith('SELL')) return forward < 0;
  const range = holdRange[horizon];
  return range === undefined ? undefined : Math.abs(forward) <= range;
}
