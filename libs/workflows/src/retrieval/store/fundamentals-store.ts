/**
 * The fundamentals as of an instant: only what was known by then, and the newest known version of a
 * restated value.
 */

import { excerpt, invalidInput, type Instant } from '#values';
import { inOrder } from '#tools/files/dated-documents';
import type { FundamentalsData, Point, Series } from './fundamentals-model.js';
import { placeOf } from './line-documents.js';

/** The view at an instant. Anything not known yet looks as if it did not exist. */
export type FundamentalsStore = ReturnType<ReturnType<typeof fundamentalsStores>>;

/**
 * Checks and arranges data once, to be opened at any instant (inclusive). Throws `InvalidInput` if
 * an id occurs twice or refers to nothing, and if a value does not restate the one known before it
 * for the same period.
 */
export function fundamentalsStores(data: FundamentalsData) {
  const companyOf = byId(data.companies, 'company');
  const seriesOf = byId(data.series, 'series');
  byId(data.points, 'value');
  for (const one of data.series) requireKnown(companyOf, one, 'companyId');
  for (const one of data.points) requireKnown(seriesOf, one, 'seriesId');
  const inTime = data.points.toSorted((one, other) => one.knownAt - other.knownAt);
  const periodOf = (one: Point) => [one.seriesId, one.period, one.targetPeriod].join('\n');
  const versions = [...Map.groupBy(inTime, periodOf).values()];
  for (const same of versions) same.forEach(requireRestatement);
  const companies = sortedBy(data.companies, ({ name, id }) => `${name}\n${id}`);
  const series = sortedBy(data.series, ({ path, id }) => `${path}\n${id}`);
  const ofCompany = Map.groupBy(series, ({ companyId }) => companyId);
  const ofSeries = Map.groupBy(versions, ([first]) => first?.seriesId);
  // A store is opened for each question: it computes on demand.
  return (asOf: Instant) => {
    const isKnown = ({ knownAt }: Point): boolean => knownAt <= asOf;
    const hasValue = ({ id }: Series): boolean =>
      ofSeries.get(id)?.some((same) => same.some(isKnown)) ?? false;
    const company = (id: string) =>
      ofCompany.get(id)?.some(hasValue) ? companyOf.get(id) : undefined;
    return {
      company,
      /** Those with a known value, by name. */
      companies: () => companies.filter(({ id }) => company(id)),
      /** Those of a company with a known value, by name. */
      series: (companyId: string) => ofCompany.get(companyId)?.filter(hasValue) ?? [],
      /** The newest known version of each value of a series, by last day. */
      points: (seriesId: string) => {
        const newest = ofSeries.get(seriesId)?.flatMap((same) => same.findLast(isKnown) ?? []);
        return newest?.sort((a, b) => a.end - b.end || inOrder(a.id, b.id)) ?? [];
      },
    };
  };
}

function requireRestatement(point: Point, index: number, same: readonly Point[]): void {
  const earlier = same[index - 1]?.id ?? null;
  if (point.restates === earlier) return;
  throw invalidInput('a value must restate the previously known one for its period, and no other', {
    where: placeOf(point, 'restates'),
    expected: excerpt(earlier),
    found: excerpt(point.restates),
  });
}

function byId<T extends Readonly<{ id: string }>>(items: readonly T[], kind: string) {
  const found = new Map<string, T>();
  for (const item of items) {
    const { id } = item;
    const earlier = found.get(id);
    const where = placeOf(item, 'id');
    const expected = earlier && `an id other than that of ${placeOf(earlier)}`;
    if (expected)
      throw invalidInput(`the ${kind} id is not unique`, { where, expected, found: excerpt(id) });
    found.set(id, item);
  }
  return found;
}

function requireKnown<M extends string>(
  known: ReadonlyMap<string, unknown>,
  item: Readonly<Record<M | 'id', string>>,
  member: M,
): void {
  const where = placeOf(item, member);
  const expected = 'the id of another line';
  if (!known.has(item[member]))
    throw invalidInput('unknown id', { where, expected, found: excerpt(item[member]) });
}

const sortedBy = <T>(items: readonly T[], textOf: (item: T) => string): T[] =>
  items.toSorted((one, other) => inOrder(textOf(one), textOf(other)));
