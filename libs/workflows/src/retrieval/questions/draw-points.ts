/**
 * Which values are asked for: region, company and category, series, and value, after section 3.1
 * of FinRetrieval.
 */

import { excerpt, invalidInput, seededRandom, type SeededRandom } from '#values';
import { inOrder } from '#tools/files/dated-documents';
import {
  levelSeparator,
  type Company,
  type Point,
  type Series,
} from '../store/fundamentals-model.js';
import type { FundamentalsStore } from '../store/fundamentals-store.js';

/**
 * How much a branch of a hierarchy weighs, by how many series are below it (FinRetrieval, Table
 * 10); with ln(n + 1) for ln(n), so that a branch of one series can be drawn too.
 */
export const dampenings = {
  none: (n: number): number => n,
  sqrt: (n: number): number => Math.sqrt(n),
  log: (n: number): number => Math.log(n + 1),
  'sqrt-log': (n: number): number => Math.sqrt(Math.log(n + 1)),
  'log-log': (n: number): number => Math.log(Math.log(n + 1) + 1),
} as const;

export type Dampening = keyof typeof dampenings;

export interface DrawOptions {
  readonly count: number;
  readonly seed: number | string;
  readonly dampening?: Dampening;
}

export interface DrawnPoint {
  readonly company: Company;
  readonly series: Series;
  readonly point: Point;
  /** For guidance, whether no value of the series for the same period became known later. */
  readonly isNewest: boolean;
}

/**
 * Draws values without repetition, from what the store knows. Regions are equally likely, then the
 * companies of one, then its categories. A series is drawn level by level, each branch with the
 * weight of the dampening; its values are equally likely. The same store and seed give the same
 * values. `InvalidInput` if there are too few.
 */
export function drawPoints(
  store: FundamentalsStore,
  { count, seed, dampening = 'sqrt-log' }: DrawOptions,
): DrawnPoint[] {
  const pools = store.companies().flatMap((company) => poolOf(store, company));
  const regions = [...Map.groupBy(pools, ({ company }) => company.region).values()];
  const all = pools.reduce((sum, { points }) => sum + [...points.values()].flat().length, 0);
  if (all < count) {
    const expected = `at most ${all}, as many values as can be asked for`;
    throw invalidInput('too many questions', { where: 'count', expected, found: excerpt(count) });
  }
  const random = seededRandom(seed);
  const drawn = new Map<Point, DrawnPoint>();
  while (drawn.size < count) {
    const { company, points } = oneOf(oneOf(regions, random), random);
    const left = [...points].map(
      ([series, values]) => [series, values.filter((one) => !drawn.has(one))] as const,
    );
    const open = new Map(left.filter(([, values]) => values.length > 0));
    // An exhausted company is drawn and skipped, so that the others stay as likely as before.
    if (open.size === 0) continue;
    const categories = Map.groupBy(open.keys(), ({ category }) => category);
    const series = drawSeries(oneOf([...categories.values()], random), { random, dampening });
    const point = oneOf(open.get(series) ?? [], random);
    const isNewest = store
      .points(series.id)
      .every((one) => one.targetPeriod !== point.targetPeriod || one.knownAt <= point.knownAt);
    drawn.set(point, { company, series, point, isNewest });
  }
  return [...drawn.values()];
}

/** What can be asked of each series: reported values that no machine derived or tagged. */
function poolOf(store: FundamentalsStore, company: Company) {
  const points = new Map<Series, readonly Point[]>();
  for (const [series, ...others] of Map.groupBy(
    store.series(company.id),
    ({ path }) => path,
  ).values()) {
    // Two with the same name cannot be distinguished in a question.
    if (series === undefined || others.length > 0 || series.category === null) continue;
    const reported = store.points(series.id).filter((one) => !one.isComputed && !one.isTagged);
    if (reported.length > 0) points.set(series, reported);
  }
  return points.size === 0 ? [] : [{ company, points }];
}

/** One of these series, level by level; those that end at a level are a branch each. */
export function drawSeries<S extends Pick<Series, 'path'>>(
  all: readonly S[],
  { random, dampening }: { readonly random: SeededRandom; readonly dampening: Dampening },
): S {
  const weigh = dampenings[dampening];
  let left = all;
  for (let level = 0; left.length > 1; level++) {
    const branches = [...Map.groupBy(left, ({ path }) => path.split(levelSeparator)[level] ?? '')];
    branches.sort(([one], [other]) => inOrder(one, other));
    const weights = branches.map(([, { length }]) => weigh(length));
    let rest = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
    const at = weights.findIndex((weight) => (rest -= weight) < 0);
    left = (branches.at(at) as [string, S[]])[1];
    if (left.every(({ path }) => path.split(levelSeparator).length <= level + 1)) break;
  }
  return oneOf(left, random);
}

const oneOf = <T>(items: readonly T[], random: SeededRandom): T =>
  items[random.below(items.length)] as T;
