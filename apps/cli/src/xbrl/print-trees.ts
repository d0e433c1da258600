/** `tapefold xbrl tree`: calculation networks with values and differences, as text or JSON. */

import type { Big } from 'big.js';
import { excerpt, invalidInput, printable } from '#values';
import { type CalculationNetwork, type LabelOf, type TreeRow, treeRows, valueOf } from '#xbrl';
import { exitCodes } from '../program/exit-code.js';
import { type Options, textOf } from '../program/option-value.js';
import { askedPeriod, isNamed, networksOf, openFiling, type OpenFiling } from './filing.js';
import { tableOf } from '../program/text-table.js';
import { print } from '../program/print.js';

/** Prints the networks selected by the options, or with `--roles` a list of all. */
export async function treeCommand(path: string, options: Options): Promise<number> {
  const open = await openFiling(path);
  const networks = networksOf(open);
  const printFound = (found: readonly object[], text: () => string): number => {
    print(options['json'] === true ? JSON.stringify(found) : text());
    return exitCodes.ok;
  };
  if (options['roles'] === true) {
    const roles = networks.map(({ parents, ...network }) => ({
      role: network.role,
      definition: network.definition,
      totals: parents.length,
    }));
    return printFound(roles, () => tableOf(roles, { role: 100, definition: 80, totals: 8 }));
  }
  const asked = askedPeriod(options);
  const periods = periodValues(open);
  const labelOf = open.filing.labels();
  const trees = chosen(networks, options).map((network) =>
    valuedNetwork(network, periods, { asked, labelOf }),
  );
  const hasLabels = options['labels'] === true;
  return printFound(trees, () => trees.map((tree) => drawn(tree, hasLabels)).join('\n\n'));
}

/** `InvalidInput` if no network matches, or several do. */
function chosen(networks: readonly CalculationNetwork[], options: Options): CalculationNetwork[] {
  const role = textOf(options['role']);
  const concept = textOf(options['concept']);
  const own = networks.filter((network) => role === undefined || isOfRole(network, role));
  const exact = own.filter((network) => `/${network.role}`.endsWith(`/${role}`));
  const found = (exact.length > 0 ? exact : own).flatMap((network) => {
    if (concept === undefined) return network;
    const roots = network.parents.filter((parent) => isNamed(parent, concept));
    return roots.length > 0 ? { ...network, roots } : [];
  });
  const roles = new Set(found.map((network) => network.role.replace(/^.*\//, '')));
  if (roles.size === 1 || (roles.size > 1 && concept !== undefined)) return found;
  throw invalidInput(roles.size === 0 ? 'no such network' : 'more than one network', {
    where: concept === undefined ? '--role' : '--concept',
    expected: 'a role that --roles lists, or a total with --concept',
    found: roles.size === 0 ? excerpt(concept ?? role) : printable([...roles].join(', '), 300),
  });
}

const isOfRole = ({ role, definition = '' }: CalculationNetwork, asked: string): boolean =>
  `${role}\n${definition}`.toLowerCase().includes(asked.toLowerCase());

function drawn({ role, definition = '', period, rows }: ValuedNetwork, hasLabels: boolean): string {
  const boxes = boxesOf(rows);
  const lines = rows.map(({ weight, reported, ...row }, at) => {
    const sign = !weight ? '' : `${weight.replace(/^(?!-)/, '+')} `;
    const name = (hasLabels && row.label) || row.concept;
    const tree = `${boxes[at]}${sign}${name}${row.isRepeated ? ' (as above)' : ''}`;
    return { ...row, [period]: tree, reported: reported ?? 'missing' };
  });
  const table = tableOf(lines, { [period]: 100, reported: 32, computed: 32, difference: 32 });
  return `${printable(`${role}  ${definition}`.trimEnd(), 200)}\n${table}`;
}

/** Deeper levels are drawn at this depth: a hostile network may have thousands. */
const depthMax = 40;

/**
 * The prefix of each name: `│  ├─ `. Built from the last row up, as a line leads down to
 * later siblings.
 */
function boxesOf(rows: ValuedNetwork['rows']): string[] {
  const hasLater: boolean[] = [];
  const boxes = rows.toReversed().map((row) => {
    const depth = Math.min(row.depth, depthMax);
    hasLater.length = depth + 1;
    const above = Array.from(hasLater.slice(1, depth), (later) => (later ? '│  ' : '   '));
    let branch;
    if (depth === 0) {
      branch = '';
    } else if (hasLater[depth]) {
      branch = '├─ ';
    } else {
      branch = '└─ ';
    }
    hasLater[depth] = true;
    return above.join('') + branch;
  });
  return boxes.reverse();
}

/**
 * By period, unit and concept: the value of the first fact without dimensions. Units are in the
 * order of facts.
 */
type PeriodValues = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, Big>>>;

export function periodValues({ filing, instance }: OpenFiling): PeriodValues {
  const periods = new Map<string, Map<string, Map<string, Big>>>();
  for (const fact of instance.facts) {
    const { period, isDimensional } = filing.contextOf(fact);
    const unit = filing.unitOf(fact);
    const value = unit === null ? undefined : valueOf(fact);
    if (unit === null || value === undefined || isDimensional) continue;
    const units = periods.get(period) ?? new Map<string, Map<string, Big>>();
    const values = units.get(unit) ?? new Map<string, Big>();
    const name = filing.nameOf(fact.concept);
    if (values.has(name)) continue;
    periods.set(period, units.set(unit, values.set(name, value)));
  }
  return periods;
}

export type ValuedNetwork = ReturnType<typeof valuedNetwork>;

/**
 * The tree in the given period, or in the one with the most facts of its concepts, the latest on
 * a tie. What is below a root is in one unit, that of most of these facts: facts of two units
 * never add up. Values are plain decimals; a leaf, or a total without reported parts, has no
 * computed value.
 */
export function valuedNetwork(
  network: CalculationNetwork,
  periods: PeriodValues,
  { asked, labelOf }: { readonly asked: string | undefined; readonly labelOf: LabelOf },
) {
  const tree = treeRows(network);
  const concepts = [...new Set(tree.map(({ concept }) => concept))];
  const countIn = (period: string): number => {
    const units = [...(periods.get(period)?.values() ?? [])];
    return concepts.filter((concept) => units.some((values) => values.has(concept))).length;
  };
  const fullest = [...periods.keys()]
    .sort((one, other) => (one.slice(-10) < other.slice(-10) ? 1 : -1))
    .reduce((best, period) => (countIn(period) > countIn(best) ? period : best), '');
  const period = asked ?? fullest;
  const byRoot = valuesByRoot(tree, [...(periods.get(period)?.values() ?? [])]);
  const rows = tree.map(({ concept, depth, isRepeated, branch }, at) => {
    const values = byRoot[at];
    const value = values?.get(concept);
    const sum = network
      .childrenOf(concept)
      .flatMap(({ child, weight }) => (weight && values?.get(child)?.times(weight)) ?? [])
      .reduce<Big | undefined>((total, part) => total?.plus(part) ?? part, undefined);
    const [weight, reported, computed, difference] = [
      branch?.weight,
      value,
      sum,
      sum && value?.minus(sum),
    ].map((number) => number?.toFixed() ?? null);
    const label = labelOf(concept, { lang: 'en' }) ?? null;
    return { concept, label, depth, isRepeated, weight, reported, computed, difference };
  });
  return { role: network.role, definition: network.definition, period, rows };
}

type UnitValues = ReadonlyMap<string, Big>;

/**
 * For each row of a tree, the values in the unit that most concepts below its root have; the
 * first on a tie.
 */
function valuesByRoot(
  tree: readonly TreeRow[],
  units: readonly UnitValues[],
): readonly (UnitValues | undefined)[] {
  const roots = tree.map(({ depth }, at) => (depth === 0 ? at : -1)).filter((at) => at >= 0);
  return roots.flatMap((from, root) => {
    const rows = tree.slice(from, roots[root + 1]);
    const concepts = new Set(rows.map(({ concept }) => concept));
    const countIn = (values: UnitValues | undefined): number =>
      [...concepts].filter((concept) => values?.has(concept)).length;
    const most = units.reduce<UnitValues | undefined>(
      (best, values) => (countIn(values) > countIn(best) ? values : best),
      undefined,
    );
    return rows.map(() => most);
  });
}
