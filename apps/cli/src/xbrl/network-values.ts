/** A calculation network with the values of one period: reported, computed from the parts, and the difference. */

import type { Big } from 'big.js';
import { treeRows, valueOf, type CalculationNetwork, type LabelOf } from '#xbrl';
import type { OpenFiling } from './filing.js';

/** By period and concept: the value of the first fact without dimensions. */
type PeriodValues = ReadonlyMap<string, ReadonlyMap<string, Big>>;

export function periodValues({ filing, instance }: OpenFiling): PeriodValues {
  const periods = new Map<string, Map<string, Big>>();
  for (const fact of instance.facts) {
    const { period, isDimensional } = filing.contextOf(fact);
    const value = fact.unit === undefined ? undefined : valueOf(fact);
    if (value === undefined || isDimensional) continue;
    const values = periods.get(period) ?? new Map<string, Big>();
    const name = filing.nameOf(fact.concept);
    if (!values.has(name)) periods.set(period, values.set(name, value));
  }
  return periods;
}

export type ValuedNetwork = ReturnType<typeof valuedNetwork>;

/**
 * The tree in the given period, or in the one with the most facts of its concepts, the latest on a tie. Values are
 * plain decimals; a leaf, or a total without reported parts, has no computed value.
 */
export function valuedNetwork(
  network: CalculationNetwork,
  periods: PeriodValues,
  { asked, labelOf }: { readonly asked: string | undefined; readonly labelOf: LabelOf },
) {
  const tree = treeRows(network);
  const concepts = [...new Set(tree.map(({ concept }) => concept))];
  const countIn = (period: string): number =>
    concepts.filter((concept) => periods.get(period)?.has(concept)).length;
  const fullest = [...periods.keys()]
    .sort((one, other) => (one.slice(-10) < other.slice(-10) ? 1 : -1))
    .reduce((best, period) => (countIn(period) > countIn(best) ? period : best), '');
  const period = asked ?? fullest;
  const valueIn = (concept: string): Big | undefined => periods.get(period)?.get(concept);
  const rows = tree.map(({ concept, depth, isRepeated, branch }) => {
    const value = valueIn(concept);
    const sum = network
      .childrenOf(concept)
      .flatMap(({ child, weight }) => (weight && valueIn(child)?.times(weight)) ?? [])
      .reduce<Big | undefined>((total, part) => total?.plus(part) ?? part, undefined);
    const [weight, reported, computed, difference] = [
      ...[branch?.weight, value, sum, sum && value?.minus(sum)],
    ].map((number) => number?.toFixed() ?? null);
    const label = labelOf(concept, { lang: 'en' }) ?? null;
    return { concept, label, depth, isRepeated, weight, reported, computed, difference };
  });
  return { role: network.role, definition: network.definition, period, rows };
}
