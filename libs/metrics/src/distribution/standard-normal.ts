/** The standard normal distribution function and its inverse. */

/** Beyond this the probability is 0 or 1 within the precision of a double near 1. */
const tail = 8.5;

/** Halvings of an interval of 20 until it is as narrow as doubles are. */
const halvings = 60;

/** log(sqrt(2 pi)). */
const logRootTwoPi = 0.918_938_533_204_672_7;

/**
 * Phi(x), the probability that a standard normal number is at most x; 0..1. Absolute error below
 * 1e-15, so small probabilities below that are not exact: 0 from -8.5 down, 1 from 8.5 up.
 *
 * Source: the Taylor series about 0 in Marsaglia, "Evaluating the Normal Distribution", Journal of
 * Statistical Software 11(4), 2004: Phi(x) = 1/2 + phi(x) (x + x^3/3 + x^5/(3*5) + ...).
 */
export function standardNormalDistribution(x: number): number {
  if (x <= -tail) return 0;
  if (x >= tail) return 1;
  const square = x * x;
  let term = x;
  let sum = x;
  let before = 0;
  for (let odd = 3; sum !== before; odd += 2) {
    term *= square / odd;
    before = sum;
    sum += term;
  }
  const probability = 0.5 + sum * Math.exp(-0.5 * square - logRootTwoPi);
  return Math.min(1, Math.max(0, probability));
}

/** The x with Phi(x) = probability, by bisection. */
export const normalQuantile = (probability: number): number =>
  bisected(-10, (x) => standardNormalDistribution(x) < probability);

/** Where `isBelow` turns false, between `low` and 10. */
export function bisected(low: number, isBelow: (x: number) => boolean): number {
  let high = 10;
  for (let step = 0; step < halvings; step++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
