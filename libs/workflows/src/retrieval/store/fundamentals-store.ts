/** The fundamentals as of an instant: nothing that became known later, and of a restated value the newest known. */

import { excerpt, invalidInput, type Instant } from '#values';
import type { Company, FundamentalsData, Point, Series } from './fundamentals-model.js';

/** The view at an instant. What is not known yet looks as if it did not exist. */
export type FundamentalsStore = ReturnType<ReturnType<typeof fundamentalsStores>>;

/**
 * Checks and arranges data once, to be opened at any instant (inclusive). Throws `InvalidInput` where an id stands
 * twice or for nothing, and where a value does not restate the one known before it for the same period.
 */
export function fundamentalsStores(data: FundamentalsData) {
  const companies = byId(data.companies, 'company');
  const series = byId(data.series, 'series');
  byId(data.points, 'value');
  for (const { id, companyId } of data.series) requireKnown(companies, companyId, id);
  for (const { id, seriesId } of data.points) requireKnown(series, seriesId, id);
  const versions = Map.groupBy(
    data.points.toSorted((one, other) => one.knownAt - other.knownAt),
    ({ seriesId, period, targetPeriod }) => [seriesId, period, targetPeriod].join('\n'),
  );
  for (const same of versions.values()) same.forEach(requireRestatement);
  const ofPoint = new Map(
    [...versions.values()].flatMap((same) => same.map(({ id }) => [id, same])),
  );
  const ofSeries = Map.groupBy(versions.values(), ([first]) => first?.seriesId);
  const named = data.companies.toSorted(byText(({ name, id }) => `${name}\n${id}`));
  const sorted = data.series.toSorted(byText(({ path, id }) => `${path}\n${id}`));
  const ofCompany = Map.groupBy(sorted, ({ companyId }) => companyId);
  return (asOf: Instant) => {
    const isKnown = (point?: Point): boolean => point !== undefined && point.knownAt <= asOf;
    const hasValue = ({ id }: Series): boolean =>
      ofSeries.get(id)?.some(([first]) => isKnown(first)) ?? false;
    const company = (id: string): Company | undefined =>
      ofCompany.get(id)?.some(hasValue) ? companies.get(id) : undefined;
    return {
      asOf,
      company,
      /** Those with a known value, by name. */
      companies: (): readonly Company[] => named.filter(({ id }) => company(id)),
      /** Those of a company with a known value, by name. */
      series: (companyId: string): readonly Series[] =>
        ofCompany.get(companyId)?.filter(hasValue) ?? [],
      /** The newest known version of each value of a series, by last day. */
      points: (seriesId: string): readonly Point[] =>
        (ofSeries.get(seriesId) ?? [])
          .flatMap((same) => same.findLast(isKnown) ?? [])
          .sort((one, other) => one.end - other.end || inOrder(one.id, other.id)),
      /** All known versions of a value, oldest first; none where the id is not known. */
      history: (pointId: string): readonly Point[] => {
        const known = (ofPoint.get(pointId) ?? []).filter(isKnown);
        return known.some(({ id }) => id === pointId) ? known : [];
      },
    };
  };
}

function requireRestatement({ id, restates }: Point, index: number, same: readonly Point[]): void {
  const earlier = same[index - 1]?.id ?? null;
  if (restates === earlier) return;
  throw invalidInput('a value restates the one known before for its period, and no other', {
    ...{ where: id, expected: excerpt(earlier), found: excerpt(restates) },
  });
}

function byId<T extends Readonly<{ id: string }>>(items: readonly T[], kind: string) {
  const twice = [...Map.groupBy(items, ({ id }) => id).values()].find(({ length }) => length > 1);
  if (twice) throw invalidInput(`two of one ${kind} id`, { found: excerpt(twice[0]?.id) });
  return new Map(items.map((item) => [item.id, item]));
}

function requireKnown(items: ReadonlyMap<string, unknown>, id: string, where: string): void {
  if (!items.has(id)) throw invalidInput('unknown id', { where, found: excerpt(id) });
}

/** By code units: the same on every machine. */
export const inOrder = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);
const byText =
  <T>(textOf: (item: T) => string) =>
  (one: T, other: T): number =>
    inOrder(textOf(one), textOf(other));
