/**
 * How far two measures of the same things go together, with the probability of as much by chance.
 */

import type { Interval } from '#contracts/result/interval';
import { invariant } from '#values';
import { levelDefault } from '../bootstrap/intervals.js';
import { normalQuantile } from '../distribution/standard-normal.js';
import { countsOf, midranksOf } from './coefficients.js';

export interface Correlation {
  readonly n: number;
  /** -1..1; null under three pairs, and where one measure does not vary. */
  readonly value: number | null;
  /**
   * Two-sided. Up to 7 pairs, and at 1 and -1, the share of all pairings whose correlation is at
   * least as far from 0; else by Student's distribution with n - 2 degrees of freedom, with an
   * absolute error below 1e-14.
   */
  readonly p: number | null;
  /** By Fisher's transformation; null under four pairs, and at 1 and -1. */
  readonly interval: Interval | null;
}

/** Pearson's r of the linear relation. Lists of one length, of finite numbers. */
export const correlation = (one: readonly number[], other: readonly number[]): Correlation =>
  tested(one, other, () => 1);

/**
 * Spearman's rho of the monotonic relation: r of the ranks, equal values sharing theirs. Lists as
 * for `correlation`.
 *
 * Source of the interval: Bonett and Wright, "Sample size requirements for estimating Pearson,
 * Kendall and Spearman correlations", Psychometrika 65(1), 2000.
 */
export const rankCorrelation = (one: readonly number[], other: readonly number[]): Correlation =>
  tested(ranksOf(one), ranksOf(other), (rho) => 1 + rho ** 2 / 2);

function tested(
  first: readonly number[],
  second: readonly number[],
  variance: (value: number) => number,
): Correlation {
  invariant(first.length === second.length, 'a correlation needs paired values');
  const n = first.length;
  const value = n < 3 ? null : productMoment(first, second);
  if (value === null) return { n, value, p: null, interval: null };
  const p = probabilityOf(value, first, second);
  if (n < 4 || Math.abs(value) === 1) return { n, value, p, interval: null };
  const level = levelDefault;
  const reach = normalQuantile((1 + level) / 2) * Math.sqrt(variance(value) / (n - 3));
  const [low, high] = [-reach, reach].map((step) => Math.tanh(Math.atanh(value) + step));
  return { n, value, p, interval: { low: low!, high: high!, level } };
}

function probabilityOf(value: number, one: readonly number[], other: readonly number[]): number {
  const { length: n } = one;
  if (n <= exactMax) return permutationP(one, other);
  return Math.abs(value) > 1 - 1e-12 ? perfectP(one) : correlationP(value, n);
}

/**
 * Two-sided probability of a correlation at least as far from 0, for `n` independent pairs; `n`
 * is at least 3.
 */
export function correlationP(value: number, n: number): number {
  return studentTails(value * Math.sqrt((n - 2) / Math.max(0, 1 - value ** 2)), n - 2);
}

/** Up to this many pairs all pairings are counted: 5,040 of 7. */
const exactMax = 7;

/** The share of pairings of the same values whose sum of products is at least as far from 0. */
function permutationP(one: readonly number[], other: readonly number[]): number {
  const own = centered(one);
  const others = centered(other);
  const sumOf = (order: readonly number[]): number =>
    order.reduce((sum, value, at) => sum + value * own[at]!, 0);
  const scale = own.reduce((sum, value, at) => sum + Math.abs(value * others[at]!), 0);
  // Sums of equal pairings differ by their rounding.
  const least = Math.abs(sumOf(others)) - 1e-9 * scale;
  const orders = ordersOf(others);
  return orders.filter((order) => Math.abs(sumOf(order)) >= least).length / orders.length;
}

function ordersOf(values: readonly number[]): number[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((first, at) =>
    ordersOf(values.filter((_, other) => other !== at)).map((rest) => [first, ...rest]),
  );
}

/**
 * The same where the values determine each other: pairings of equal values, and the reverse where
 * it fits as well.
 */
function perfectP(values: readonly number[]): number {
  const counts = countsOf(values);
  const sizes = [...counts].sort(([one], [other]) => one - other).map(([, count]) => count);
  const own = centered(values).toSorted((one, other) => one - other);
  const reach = own.at(-1)!;
  const isSymmetric = own.every((value, at) => Math.abs(value + own.at(-1 - at)!) <= 1e-9 * reach);
  const same = sizes.reduce((sum, size) => sum + logFactorial(size), 0);
  const p = Math.exp(same - logFactorial(values.length));
  return isSymmetric ? 2 * p : p;
}

function logFactorial(n: number): number {
  let sum = 0;
  for (let factor = 2; factor <= n; factor++) sum += Math.log(factor);
  return sum;
}

function productMoment(one: readonly number[], other: readonly number[]): number | null {
  const own = centered(one);
  const others = centered(other);
  const [a, b] = [own, others].map((all) => all.reduce((sum, x) => sum + x * x, 0));
  const shared = own.reduce((sum, x, at) => sum + x * others[at]!, 0);
  return a! > 0 && b! > 0 ? Math.max(-1, Math.min(1, shared / Math.sqrt(a! * b!))) : null;
}

function centered(values: readonly number[]): number[] {
  if (values.every((value) => value === values[0])) return values.map(() => 0);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

/** Equal values get the mean of their places. */
function ranksOf(values: readonly number[]): number[] {
  const ranks = midranksOf(countsOf(values));
  return values.map((value) => ranks.get(value)!);
}

/**
 * Probability of a Student's t beyond ±|t|, degrees of freedom from 1.
 *
 * Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964, 26.7.3 and 26.7.4.
 */
function studentTails(t: number, freedom: number): number {
  const angle = Math.atan(Math.abs(t) / Math.sqrt(freedom));
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let at = isOdd ? 3 : 2; at < freedom; at += 2) {
    term *= ((at - 1) / at) * cosine ** 2;
    sum += term;
  }
  const inside = isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
  return Math.min(1, Math.max(0, 1 - inside));
}
