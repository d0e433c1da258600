/** Which values are asked for: region, company and category, series, and value, after section 3.1 of FinRetrieval. */

import { excerpt, invalidInput, seededRandom, type SeededRandom } from '#values';
import { inOrder } from '#tools/files/dated-documents';
import {
  levelSeparator,
  type Category,
  type Company,
  type Point,
  type Series,
} from '../store/fundamentals-model.js';
import type { FundamentalsStore } from '../store/fundamentals-store.js';
import { dampenings, type Dampening } from './dampening.js';

export interface DrawOptions {
  readonly count: number;
  readonly seed: number | string;
  readonly dampening?: Dampening;
}

export interface DrawnPoint {
  readonly company: Company;
  readonly series: Series;
  readonly point: Point;
  /** Of guidance, whether none of the series for the same period became known later. */
  readonly isNewest: boolean;
}

type Asked = Series & { readonly category: Category };

interface Pool {
  readonly company: Company;
  /** What can be asked of each series: reported values that no machine derived or tagged. */
  readonly points: ReadonlyMap<Asked, readonly Point[]>;
}

/**
 * Draws values without repetition, from what the store knows. Regions are equally likely, then the companies of one,
 * then its categories. A series is drawn level by level, each branch with the weight of the dampening; its values are
 * equally likely. The same store and seed give the same values. `InvalidInput` where there are too few.
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
      ([series, own]) => [series, own.filter((one) => !drawn.has(one))] as const,
    );
    const open = new Map(left.filter(([, own]) => own.length > 0));
    // A company with nothing left is drawn and skipped, so that the others stay as likely as before.
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

function poolOf(store: FundamentalsStore, company: Company): Pool[] {
  const paths = Map.groupBy(store.series(company.id), ({ path }) => path);
  const points = new Map<Asked, readonly Point[]>();
  for (const [, [series, ...others]] of paths) {
    // Two of one name cannot be told apart in a question.
    if (series === undefined || others.length > 0 || !isAsked(series)) continue;
    const own = store.points(series.id).filter(({ isComputed, isTagged }) => {
      return !isComputed && !isTagged;
    });
    if (own.length > 0) points.set(series, own);
  }
  return points.size === 0 ? [] : [{ company, points }];
}

const isAsked = (series: Series): series is Asked => series.category !== null;

interface Draw {
  readonly random: SeededRandom;
  readonly dampening: Dampening;
}

/** One of these series, level by level; those that end at a level are a branch each. */
export function drawSeries<S extends Pick<Series, 'path'>>(
  all: readonly S[],
  { random, dampening }: Draw,
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
