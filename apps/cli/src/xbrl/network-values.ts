/** A calculation network with the values of one period: reported, computed from the parts, and the difference. */

import type { Big } from 'big.js';
import { treeRows, valueOf, type CalculationNetwork, type TreeRow } from '#xbrl';
import type { Filing } from './filing.js';

/** Plain decimals; a leaf, or a total none of whose parts is reported, has no computed value. */
export interface ValuedRow extends Pick<TreeRow, 'concept' | 'depth' | 'isRepeated'> {
  /** In the total above. */
  readonly weight: string | null;
  readonly reported: string | null;
  readonly computed: string | null;
  readonly difference: string | null;
}

/** By period and concept: the value of the first fact without dimensions. */
export type PeriodValues = ReadonlyMap<string, ReadonlyMap<string, Big>>;

export function periodValues({ instance, nameOf, placeOf }: Filing): PeriodValues {
  const periods = new Map<string, Map<string, Big>>();
  for (const fact of instance.facts) {
    const { period, dimensions } = placeOf(instance.contexts.get(fact.context)!);
    const value = fact.unit === undefined ? undefined : valueOf(fact);
    if (value === undefined || Object.keys(dimensions).length > 0) continue;
    const values = periods.get(period) ?? new Map<string, Big>();
    const name = nameOf(fact.concept);
    if (!values.has(name)) periods.set(period, values.set(name, value));
  }
  return periods;
}

/** The rows in the given period, or in the one with the most facts of the concepts, of which the latest. */
export function valuedRows(
  network: CalculationNetwork,
  periods: PeriodValues,
  asked: string | undefined,
): { readonly period: string; readonly rows: readonly ValuedRow[] } {
  const rows = treeRows(network);
  const concepts = [...new Set(rows.map(({ concept }) => concept))];
  const countIn = (period: string): number =>
    concepts.filter((concept) => periods.get(period)?.has(concept)).length;
  const fullest = [...periods.keys()]
    .sort((one, other) => (one.slice(-10) < other.slice(-10) ? 1 : -1))
    .reduce((best, period) => (countIn(period) > countIn(best) ? period : best), '');
  const period = asked ?? fullest;
  const valueIn = (concept: string): Big | undefined => periods.get(period)?.get(concept);
  return {
    period,
    rows: rows.map(({ concept, depth, isRepeated, branch }) => {
      const reported = valueIn(concept);
      const computed = network
        .childrenOf(concept)
        .flatMap(({ child, weight }) => (weight && valueIn(child)?.times(weight)) ?? [])
        .reduce<Big | undefined>((sum, part) => sum?.plus(part) ?? part, undefined);
      return {
        ...{ concept, depth, isRepeated, weight: branch?.weight?.toFixed() ?? null },
        ...{ reported: reported?.toFixed() ?? null, computed: computed?.toFixed() ?? null },
        difference: (computed && reported?.minus(computed).toFixed()) ?? null,
      };
    }),
  };
}
