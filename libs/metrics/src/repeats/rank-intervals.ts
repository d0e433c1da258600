/** Ranks with the ranks that they could as well have been. */

import { roundingOf, type Difference, type Pair } from './pairwise.js';

export interface RankInterval {
  /** One more than the entries with a larger figure; what differs by rounding alone is equal. */
  readonly rank: number;
  /** Best and worst rank that the differences do not rule out. */
  readonly best: number;
  readonly worst: number;
}

/**
 * The rank intervals of entries with these figures: an entry ranks below all that are told apart from it as better,
 * and above all that are told apart as worse. `pairs` are all pairs of entries. With probabilities that are corrected
 * for all of them, all intervals together hold the true ranks in at least a share `level` of the comparisons.
 *
 * Source: Mogstad, Romano, Shaikh and Wilhelm, "Inference for Ranks with Applications to Mobility across
 * Neighbourhoods and Academic Achievement across Countries", Review of Economic Studies 91(1), 2024.
 */
export function rankIntervals(
  values: readonly number[],
  pairs: readonly Pair[],
  { differences, level }: { readonly differences: readonly Difference[]; readonly level: number },
): readonly RankInterval[] {
  const better = values.map(() => 0);
  const worse = values.map(() => 0);
  for (const [at, [one, other]] of pairs.entries()) {
    const { pAdjusted, difference } = differences[at]!;
    if (pAdjusted > 1 - level || difference === 0) continue;
    const [winner, loser] = difference > 0 ? [one, other] : [other, one];
    better[loser]!++;
    worse[winner]!++;
  }
  return values.map((own, at) => ({
    rank: 1 + values.filter((value) => value - own > roundingOf(value, own)).length,
    best: 1 + better[at]!,
    worst: values.length - worse[at]!,
  }));
}

/** Every pair of `count` entries, once. */
export function allPairs(count: number): Pair[] {
  return Array.from({ length: count }, (_, one) => one).flatMap((one) =>
    Array.from({ length: count - one - 1 }, (_, at): Pair => [one, one + 1 + at]),
  );
}
