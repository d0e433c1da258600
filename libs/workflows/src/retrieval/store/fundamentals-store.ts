/** The fundamentals as of an instant: nothing that became known later, and of a restated value the newest known. */

import { excerpt, invalidInput, type Instant } from '#values';
import type { Company, FundamentalsData, Point, Series } from './fundamentals-model.js';

/** The view at an instant. What is not known yet looks as if it did not exist. */
export interface FundamentalsStore {
  readonly asOf: Instant;
  /** Those with a known value, by name. */
  companies(): readonly Company[];
  company(id: string): Company | undefined;
  /** Those of a company with a known value, by name. */
  series(companyId: string): readonly Series[];
  /** The newest known version of each value of a series, by last day. */
  points(seriesId: string): readonly Point[];
  /** All known versions of a value, oldest first; none where the id is not known. */
  history(pointId: string): readonly Point[];
}

/**
 * Checks and arranges data once, to be opened at any instant (inclusive). Throws `InvalidInput` where an id stands
 * twice or for nothing, and where a value does not restate the one known before it for the same period.
 */
export function fundamentalsStores(data: FundamentalsData): (asOf: Instant) => FundamentalsStore {
  const companies = byId(data.companies, 'company');
  const series = byId(data.series, 'series');
  const points = byId(data.points, 'value');
  for (const one of series.values()) requireKnown(companies, one.companyId, one.id);
  const versions = new Map<string, Point[]>();
  for (const point of [...points.values()].sort((one, other) => one.knownAt - other.knownAt)) {
    requireKnown(series, point.seriesId, point.id);
    const place = [point.seriesId, point.period, point.targetPeriod].join('\n');
    const known = versions.get(place) ?? versions.set(place, []).get(place) ?? [];
    checkRestatement(point, known.at(-1));
    known.push(point);
  }
  const values = [...versions.values()];
  const ofPoint = new Map(values.flatMap((group) => group.map(({ id }) => [id, group])));
  const ofSeries = Map.groupBy(values, ([first]) => first?.seriesId);
  const ofCompany = Map.groupBy(
    [...series.values()].sort(byName(({ path, id }) => `${path}\n${id}`)),
    ({ companyId }) => companyId,
  );
  return (asOf) => {
    const isKnown = (point?: Point): boolean => point !== undefined && point.knownAt <= asOf;
    const hasValue = ({ id }: Series): boolean =>
      ofSeries.get(id)?.some(([first]) => isKnown(first)) ?? false;
    const company = (id: string): Company | undefined =>
      ofCompany.get(id)?.some(hasValue) ? companies.get(id) : undefined;
    return {
      asOf,
      company,
      companies: () =>
        [...companies.values()]
          .filter(({ id }) => company(id))
          .sort(byName(({ name, id }) => `${name}\n${id}`)),
      series: (companyId) => ofCompany.get(companyId)?.filter(hasValue) ?? [],
      points: (seriesId) =>
        (ofSeries.get(seriesId) ?? [])
          .flatMap((group) => group.findLast(isKnown) ?? [])
          .sort((one, other) => one.end - other.end || inOrder(one.id, other.id)),
      history: (pointId) => {
        const known = (ofPoint.get(pointId) ?? []).filter(isKnown);
        return known.some(({ id }) => id === pointId) ? known : [];
      },
    };
  };
}

function checkRestatement(point: Point, earlier: Point | undefined): void {
  if (point.restates === (earlier?.id ?? null)) return;
  throw invalidInput('a value restates the one known before for its period, and no other', {
    where: point.id,
    expected: excerpt(earlier?.id ?? null),
    found: excerpt(point.restates),
  });
}

function byId<T extends { readonly id: string }>(
  items: readonly T[],
  kind: string,
): Map<string, T> {
  const found = new Map<string, T>();
  for (const item of items) {
    if (found.has(item.id))
      throw invalidInput(`two of one ${kind} id`, { found: excerpt(item.id) });
    found.set(item.id, item);
  }
  return found;
}

function requireKnown(items: ReadonlyMap<string, unknown>, id: string, where: string): void {
  if (!items.has(id)) throw invalidInput('unknown id', { where, found: excerpt(id) });
}

/** By code units: the same on every machine. */
export const inOrder = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);
const byName =
  <T>(nameOf: (item: T) => string) =>
  (one: T, other: T): number =>
    inOrder(nameOf(one), nameOf(other));
