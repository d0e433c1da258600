/**
 * Facts by concept, context, unit and the tuples around them: what may bind to what, and the
 * parts of totals.
 */

import { invariant } from '#values';
import type { Big } from 'big.js';
import { append } from '../names/lists.js';
import type { NumericFact } from './numeric-fact.js';

/** Facts of one concept that are duplicates of each other: one context, one unit, one parent. */
export type Twins = readonly [NumericFact, ...NumericFact[]];

export class BoundFacts {
  /** By concept, then by place. */
  readonly #twins = new Map<string, Map<string, [NumericFact, ...NumericFact[]]>>();
  /** By concept, then by each place that contains the facts, directly or not. */
  readonly #within = new Map<string, Map<string, Twins[]>>();

  constructor(facts: Iterable<NumericFact>) {
    for (const fact of facts) {
      const places = placesOf(fact);
      const lastPlace = placeOf(fact, places.length - 1);
      const twins = nested(this.#twins, fact.concept);
      const known = twins.get(lastPlace);
      if (known !== undefined) {
        known.push(fact);
        continue;
      }
      const first: [NumericFact] = [fact];
      twins.set(lastPlace, first);
      const within = nested(this.#within, fact.concept);
      for (const place of places) append(within, place, first);
    }
  }

  /** Totals: the facts of a concept, by place. */
  totalsOf(concept: string): ReadonlyMap<string, Twins> {
    return this.#twins.get(concept) ?? new Map<string, Twins>();
  }

  /** Facts of a concept next to a total, or in tuples next to it (XBRL 2.1, 5.2.5.2). */
  within(concept: string, place: string): readonly Twins[] {
    return this.#within.get(concept)?.get(place) ?? [];
  }
}

/** The top, then each tuple around the fact; the last is its own. */
function placesOf(fact: NumericFact): string[] {
  const { length } = fact.tuples ?? [];
  return Array.from({ length: length + 1 }, (_, depth) => placeOf(fact, depth));
}

function placeOf({ contextKey, unitKey, tuples = [] }: NumericFact, depth: number): string {
  return JSON.stringify([contextKey, unitKey, depth === 0 ? '' : tuples[depth - 1]]);
}

function nested<Value>(outer: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = outer.get(key);
  if (known !== undefined) return known;
  const inner = new Map<string, Value>();
  outer.set(key, inner);
  return inner;
}

/** A part of a total: the facts of a child in one place, with the weight of its relationship. */
export interface Part {
  readonly concept: string;
  readonly weight: Big;
  readonly twins: Twins;
}

/**
 * The duplicate with the most decimals, the first of equals; a nil one only when all are.
 */
export function mostPrecise(twins: Twins): NumericFact & { readonly value: Big } {
  const places = ({ decimals }: NumericFact): number =>
    decimals === 'INF' ? Infinity : (decimals ?? -Infinity);
  const [first, ...others] = twins.filter(
    (fact): fact is NumericFact & { value: Big } => fact.value !== undefined,
  );
  invariant(first !== undefined, 'a part or a total has a fact with a value');
  return others.reduce((best, fact) => (places(fact) > places(best) ? fact : best), first);
}
