/**
 * Differences between many entries at once, each with a probability that is corrected for how
 * many there are.
 */

import type { Interval } from '#contracts/result/interval';
import { invariant } from '#values';
import { percentileInterval, quantile } from '../bootstrap/percentile-interval.js';
import {
  blocksIn,
  contracted,
  expanded,
  smallSampleLevel,
  studentQuantileAt,
} from '../bootstrap/small-sample-level.js';
import { standardNormalDistribution } from '../distribution/standard-normal.js';
import type { ResampledFigure } from './entry-figures.js';

/** Positions of two entries. */
export type Pair = readonly [number, number];

export interface Difference {
  /** First less second. */
  readonly difference: number;
  /** Covers this difference only, at the requested level. */
  readonly interval: Interval;
  /** Probability of a difference this far from 0 if there is none, for this pair alone. */
  readonly p: number;
  /** Family-wise: at 5%, one comparison in twenty finds a difference where there is none. */
  readonly pAdjusted: number;
  /** The true difference that is found with a probability of 80%, after the correction. */
  readonly smallestSeen: number;
}

/** Share of comparisons in which a difference of `smallestSeen` is found. */
export const power = 0.8;

/**
 * The differences of `pairs`, from figures of the same resamples. Both entries of a pair see the
 * same sessions in each resample, so what moves both cancels out.
 *
 * The corrected probabilities are those of the stepdown procedure on the largest standardized
 * difference of each resample: they account for the dependence between pairs, which Holm's do not.
 * Standard errors are those of the bootstrap, expanded as the intervals of one run are
 * (`expanded`), because they are from few sessions.
 *
 * Source: Romano and Wolf, "Stepwise Multiple Testing as Formalized Data Snooping",
 * Econometrica 73(4), 2005.
 */
export function pairwiseDifferences(
  figures: readonly ResampledFigure[],
  pairs: readonly Pair[],
  { returns, level }: { readonly returns: number; readonly level: number },
): readonly Difference[] {
  const blocks = blocksIn(returns);
  const sampleLevel = smallSampleLevel(level, returns);
  const found = pairs.map((pair) => standardized(figures, pair));
  const adjusted = stepdown(found, blocks);
  const smallest =
    expanded(criticalOf(found, level), blocks) + studentQuantileAt(power, blocks - 1);
  return found.map(({ difference, error, mean, deviations }, at): Difference => {
    const differences = deviations.map((one) => mean + one * error);
    const interval = percentileInterval(differences, level, sampleLevel);
    invariant(interval !== null, 'resampled figures are finite');
    const p = 2 * (1 - standardNormalDistribution(sizeOf(found[at]!, blocks)));
    return { difference, interval, p, pAdjusted: adjusted[at]!, smallestSeen: smallest * error };
  });
}

interface Standardized {
  readonly difference: number;
  /** Whether the two differ by more than rounding, as measured or in a resample. */
  readonly differs: boolean;
  /** The mean of the resampled difference. */
  readonly mean: number;
  /** Standard deviation of the resampled difference; 0 if it is the same in every resample. */
  readonly error: number;
  /** How far each resample is from the mean, in standard errors. */
  readonly deviations: Float64Array;
}

/** A difference or a spread this much smaller than the figures, or than 1 a year, is rounding. */
const roundingShare = 1e-12;

function standardized(figures: readonly ResampledFigure[], [one, other]: Pair): Standardized {
  const first = figures[one]!;
  const second = figures[other]!;
  const deviations = first.resampled.map((value, at) => value - second.resampled[at]!);
  const mean = deviations.reduce((sum, value) => sum + value, 0) / deviations.length;
  let squares = 0;
  for (let at = 0; at < deviations.length; at++) {
    const deviation = deviations[at]! - mean;
    deviations[at] = deviation;
    squares += deviation * deviation;
  }
  const spread = Math.sqrt(squares / (deviations.length - 1));
  const noise = roundingOf(first.value, second.value, mean);
  const error = spread > noise ? spread : 0;
  for (let at = 0; at < deviations.length; at++) {
    deviations[at] = error === 0 ? 0 : deviations[at]! / error;
  }
  const difference = first.value - second.value;
  const differs = error > 0 || Math.abs(difference) > noise;
  return { difference, differs, mean, error, deviations };
}

/** The rounding error to expect between figures of this size. */
export function roundingOf(...figures: readonly number[]): number {
  return roundingShare * Math.max(1, ...figures.map(Math.abs));
}

/**
 * Distance of a difference from 0 on the normal scale: at most 10, which is also the value if
 * it never varies.
 */
function sizeOf({ difference, differs, error }: Standardized, blocks: number): number {
  return differs ? contracted(Math.abs(difference) / error, blocks) : 0;
}

/**
 * The largest standardized difference of a resample that is not exceeded in a share
 * `level` of them.
 */
function criticalOf(found: readonly Standardized[], level: number): number {
  const largest = new Float64Array(found[0]?.deviations.length ?? 1);
  for (const { deviations } of found) raise(largest, deviations);
  return quantile(largest.sort(), level);
}

function raise(largest: Float64Array, deviations: Float64Array): void {
  for (let at = 0; at < largest.length; at++) {
    const size = Math.abs(deviations[at]!);
    if (size > largest[at]!) largest[at] = size;
  }
}

/** Corrected probabilities, each at least that of the pairs that are further apart. */
function stepdown(found: readonly Standardized[], blocks: number): Float64Array {
  const sizes = found.map((one) => sizeOf(one, blocks));
  const nearestFirst = sizes.map((_, at) => at).sort((a, b) => sizes[a]! - sizes[b]! || a - b);
  const adjusted = new Float64Array(found.length).fill(1);
  const largest = new Float64Array(found[0]?.deviations.length ?? 0);
  for (const at of nearestFirst) {
    raise(largest, found[at]!.deviations);
    if (sizes[at] === 0) continue;
    const beyond = largest.reduce((sum, one) => sum + (one >= sizes[at]! ? 1 : 0), 0);
    adjusted[at] = (1 + beyond) / (1 + largest.length);
  }
  let above = 0;
  for (const at of nearestFirst.toReversed()) {
    above = Math.max(above, adjusted[at]!);
    adjusted[at] = above;
  }
  return adjusted;
}
