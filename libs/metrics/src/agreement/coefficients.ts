/** Agreement of raters beyond chance: Krippendorff's alpha, and Cohen's kappa of two. */

import type { Interval } from '#contracts/result/interval';
import { invariant, seededRandom } from '#values';
import { figureOf, undefinedFigure, type Figure } from '../sample/figure.js';
import {
  levelDefault,
  resamplesDefault,
  returnsMin,
  type IntervalOptions,
} from '../bootstrap/intervals.js';
import { percentileInterval } from '../bootstrap/percentile-interval.js';
import { meanOf, sumOfPowers } from '../sample/return-sample.js';

/**
 * How far apart two ratings are: equal or not, by the ranks between them, or by the
 * squared difference.
 */
export type Scale = 'nominal' | 'ordinal' | 'interval';

/**
 * The ratings of one unit, such as a report, as numbers, in the order of the raters; null is
 * a missing one.
 */
export type Unit = readonly (number | null)[];

export interface Reliability {
  /** 1 where all agree, 0 as chance has it, below 0 where raters differ systematically. */
  readonly coefficient: Figure;
  /** Units with two ratings or more; others carry no information about agreement. */
  readonly units: number;
  /**
   * Percentiles of the coefficients of resampled units; 1,000 resamples and level 0.95 by
   * default. Null under ten units, where resamples do not differ, and where more than 5% of them
   * hold one value only.
   *
   * Source: Zapf et al., "Measuring inter-rater reliability for nominal data", BMC Medical Research
   * Methodology 16(93), 2016, who show that resampling pairs of ratings, as Krippendorff does,
   * gives intervals that are too narrow.
   */
  readonly interval: Interval | null;
}

/** Complete ratings of a unit, two or more. */
type Rated = readonly number[];

/**
 * Alpha = 1 - D_o / D_e, for any number of raters. Undefined where no unit has two ratings, and
 * where all ratings are equal. Throws `Invariant` for a rating that is not finite.
 *
 * Source: Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011.
 */
export const krippendorffAlpha = (
  units: readonly Unit[],
  scale: Scale,
  options: IntervalOptions,
): Reliability => reliability(units, (rated) => alphaOf(rated, scale), options);

/**
 * Kappa = 1 - D_o / D_e of units [one, other], such as a judge's rating and that of a gold set.
 * Chance is that of two raters who keep their own frequencies. With `quadratic` weights a
 * disagreement counts with the square of the difference; without, a rating is a label. Undefined
 * and throwing as `krippendorffAlpha`.
 *
 * Sources: Cohen, "A Coefficient of Agreement for Nominal Scales", Educational and Psychological
 * Measurement 20(1), 1960; "Weighted Kappa", Psychological Bulletin 70(4), 1968.
 */
export const cohenKappa = (
  units: readonly (readonly [one: number | null, other: number | null])[],
  weights: 'none' | 'quadratic',
  options: IntervalOptions,
): Reliability => reliability(units, (rated) => kappaOf(rated, weights), options);

/** Alpha of complete units; null without units, or if all ratings are equal. */
export function alphaOf(units: readonly Rated[], scale: Scale): number | null {
  const all = units.flat();
  const counts = countsOf(all);
  if (counts.size < 2) return null;
  const ranks = scale === 'ordinal' ? midranksOf(counts) : undefined;
  const pairs = scale === 'nominal' ? unequalPairs : squaredDifferences;
  const apart = (ratings: Rated): number =>
    pairs(ranks ? ratings.map((rating) => ranks.get(rating)!) : ratings) / (ratings.length - 1);
  return 1 - units.reduce((sum, unit) => sum + apart(unit), 0) / apart(all);
}

function kappaOf(units: readonly Rated[], weights: 'none' | 'quadratic'): number | null {
  const all = units.flat();
  if (countsOf(all).size < 2) return null;
  const pairs = weights === 'none' ? unequalPairs : squaredDifferences;
  const observed = units.reduce((sum, unit) => sum + pairs(unit), 0);
  // Pairs within a rater are not between the two.
  const within = [0, 1].map((rater) => pairs(units.map((unit) => unit[rater]!)));
  return 1 - (units.length * observed) / (pairs(all) - within[0]! - within[1]!);
}

function reliability(
  units: readonly Unit[],
  coefficientOf: (units: readonly Rated[]) => number | null,
  { seed, resamples = resamplesDefault, level = levelDefault }: IntervalOptions,
): Reliability {
  const rated = units
    .map((unit) => unit.filter((rating) => rating !== null))
    .filter(({ length }) => length > 1);
  invariant(rated.flat().every(Number.isFinite), 'a rating is a finite number');
  const found = coefficientOf(rated);
  const none = rated.length === 0 ? 'no unit has two ratings' : 'all ratings are equal';
  const coefficient = found === null ? undefinedFigure(none) : figureOf(found);
  const result = { coefficient, units: rated.length };
  if (found === null || rated.length < returnsMin) return { ...result, interval: null };
  const random = seededRandom(seed);
  const drawn = Array.from({ length: resamples }, () =>
    coefficientOf(rated.map(() => rated[random.below(rated.length)]!)),
  ).filter((one) => one !== null);
  const interval = percentileInterval(Float64Array.from(drawn), level);
  const isKnown = drawn.length >= 0.95 * resamples && interval?.low !== interval?.high;
  return { ...result, interval: isKnown ? interval : null };
}

/** How often each value occurs. */
export function countsOf(values: Rated): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Ordered pairs of ratings that differ. */
const unequalPairs = (ratings: Rated): number =>
  [...countsOf(ratings).values()].reduce((sum, count) => sum + count * (ratings.length - count), 0);

/** Sum of squared differences over ordered pairs: 2 n times the squares about the mean. */
function squaredDifferences(ratings: Rated): number {
  const values = Float64Array.from(ratings);
  return 2 * values.length * sumOfPowers(values, meanOf(values), 2);
}

/**
 * Mean ranks. The ordinal difference of two values, by which alpha is defined, is that of
 * their mean ranks.
 */
export function midranksOf(counts: ReadonlyMap<number, number>): Map<number, number> {
  let below = 0;
  const ranks = new Map<number, number>();
  for (const [value, count] of [...counts].toSorted(([one], [other]) => one - other)) {
    ranks.set(value, below + count / 2);
    below += count;
  }
  return ranks;
}
