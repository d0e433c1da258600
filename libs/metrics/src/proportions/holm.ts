/** Probabilities of a family of tests, corrected for how many there are. */

import { invariant } from '#values';

/**
 * Holm's step-down correction: the smallest of m probabilities times m, the next times m - 1 and so on, none below the
 * one before it, at most 1. At a level of 5 %, a family has one wrong finding or more in 5 % of the cases at most,
 * whatever the tests have to do with each other. In the order of `probabilities`.
 *
 * Source: Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6(2),
 * 1979.
 */
export function holm(probabilities: readonly number[]): number[] {
  const areProbabilities = probabilities.every((p) => p >= 0 && p <= 1);
  invariant(areProbabilities, 'a probability lies between 0 and 1');
  const order = probabilities.map((_, at) => at);
  order.sort((a, b) => probabilities[a]! - probabilities[b]!);
  const adjusted = probabilities.slice();
  let before = 0;
  for (const [rank, at] of order.entries()) {
    before = Math.min(1, Math.max(before, probabilities[at]! * (order.length - rank)));
    adjusted[at] = before;
  }
  return adjusted;
}
