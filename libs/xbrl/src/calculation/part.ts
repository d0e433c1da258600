/** What a total is made of in one place. */

import { invariant } from '#values';
import type { Big } from 'big.js';
import type { Twins } from './bound-facts.js';
import type { NumericFact } from './numeric-fact.js';

/** A part of a total: the facts of a child in one place, with the weight of its relationship. */
export interface Part {
  readonly concept: string;
  readonly weight: Big;
  readonly twins: Twins;
}

/** Of duplicates, the one with the most decimals, the first of equals; nil ones only when all are. */
export function mostPrecise(twins: Twins): NumericFact & { readonly value: Big } {
  const places = ({ decimals }: NumericFact): number =>
    decimals === 'INF' ? Infinity : (decimals ?? -Infinity);
  const [first, ...others] = twins.filter(
    (fact): fact is NumericFact & { value: Big } => fact.value !== undefined,
  );
  invariant(first !== undefined, 'a part or a total has a fact with a value');
  return others.reduce((best, fact) => (places(fact) > places(best) ? fact : best), first);
}
