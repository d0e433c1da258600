/** The fundamentals as of an instant: nothing that became known later, and of a restated value the newest known. */

import { excerpt, invalidInput, type Instant } from '#values';
import type { Company, FundamentalsData, Point, Series } from './fundamentals-model.js';

/** Data checked and arranged once, to be opened at many instants. */
export interface FundamentalsIndex {
  readonly companies: ReadonlyMap<string, Company>;
  /** By company, ordered by name. */
  readonly series: ReadonlyMap<string, readonly Series[]>;
  /** By series: for each value its versions, oldest first. */
  readonly values: ReadonlyMap<string, readonly Versions[]>;
  /** The versions to which a point belongs, by its id. */
  readonly versions: ReadonlyMap<string, Versions>;
}
type Versions = readonly Point[];

/** The view at an instant. What is not known yet looks as if it did not exist. */
export interface FundamentalsStore {
  readonly asOf: Instant;
  /** Those with a known value, by name. */
  companies(): readonly Company[];
  company(id: string): Company | undefined;
  /** Those of a company with a known value, by name. */
  series(companyId: string): readonly Series[];
  /** The newest known version of each value of a series, by period end, the shorter period first. */
  points(seriesId: string): readonly Point[];
  /** All known versions of a value, oldest first; none for an id that is not known. */
  history(pointId: string): readonly Point[];
}

/**
 * Throws `InvalidInput` where an id stands twice or for nothing, where a series has two values for a period of which
 * neither restates the other, and where a restatement is not known later than what it restates.
 */
export function indexFundamentals({
  companies,
  series,
  points,
}: FundamentalsData): FundamentalsIndex {
  const companyById = byId(companies, 'company');
  const seriesById = byId(series, 'series');
  const [ofCompany, values] = [new Map<string, Series[]>(), new Map<string, Point[][]>()];
  for (const one of [...series].sort(byPath)) {
    if (!companyById.has(one.companyId)) throw unknownId('company', one.companyId, one.id);
    append(ofCompany, one.companyId, one);
  }
  byId(points, 'value');
  const versions = new Map<string, Point[]>();
  const taken = new Map<string, Point>();
  for (const point of [...points].sort((one, other) => one.knownAt - other.knownAt)) {
    if (!seriesById.has(point.seriesId)) throw unknownId('series', point.seriesId, point.id);
    const place = [point.seriesId, point.period, point.targetPeriod].join('\n');
    const earlier = taken.get(place);
    checkRestatement(point, earlier);
    taken.set(place, point);
    const group = (earlier && versions.get(earlier.id)) ?? [];
    if (group.push(point) === 1) append(values, point.seriesId, group);
    versions.set(point.id, group);
  }
  return { companies: companyById, series: ofCompany, values, versions };
}

/** Opens the store at an instant (microseconds since 1970, UTC; inclusive). */
export function openStore(index: FundamentalsIndex, asOf: Instant): FundamentalsStore {
  const known = (group: Versions): Versions => group.filter(({ knownAt }) => knownAt <= asOf);
  const ofSeries = new Map<string, readonly Point[]>();
  const points = (seriesId: string): readonly Point[] => {
    const kept = ofSeries.get(seriesId);
    if (kept !== undefined) return kept;
    const newest = (index.values.get(seriesId) ?? []).flatMap((group) => known(group).slice(-1));
    newest.sort(byPeriod);
    ofSeries.set(seriesId, newest);
    return newest;
  };
  const hasPoints = ({ id }: Series): boolean =>
    (index.values.get(id) ?? []).some(([first]) => first !== undefined && first.knownAt <= asOf);
  const isKnown = ({ id }: Company): boolean => (index.series.get(id) ?? []).some(hasPoints);
  return {
    asOf,
    companies: () =>
      [...index.companies.values()]
        .filter(isKnown)
        .sort((one, other) => inOrder(one.name, other.name) || inOrder(one.id, other.id)),
    company: (id) => {
      const company = index.companies.get(id);
      return company !== undefined && isKnown(company) ? company : undefined;
    },
    series: (companyId) => (index.series.get(companyId) ?? []).filter(hasPoints),
    points,
    history: (pointId) => {
      const versions = known(index.versions.get(pointId) ?? []);
      return versions.some(({ id }) => id === pointId) ? versions : [];
    },
  };
}

function checkRestatement(point: Point, earlier: Point | undefined): void {
  if (point.restates === (earlier?.id ?? null)) {
    if (earlier === undefined || earlier.knownAt < point.knownAt) return;
  }
  throw invalidInput('a value of a period has to restate the one known before, and nothing else', {
    where: point.id,
    expected: earlier === undefined ? 'no restatement' : `a later one that restates ${earlier.id}`,
    found: point.restates === null ? 'no restatement' : `one of ${excerpt(point.restates)}`,
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

const unknownId = (kind: string, id: string, where: string): Error =>
  invalidInput(`unknown ${kind}`, { where, expected: `the id of a ${kind}`, found: excerpt(id) });

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** By code units: the same on every machine. */
export const inOrder = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0;

const byPath = (one: Series, other: Series): number =>
  inOrder(one.path, other.path) || inOrder(one.id, other.id);

const byPeriod = (one: Point, other: Point): number =>
  one.end - other.end ||
  (other.start ?? Infinity) - (one.start ?? Infinity) ||
  inOrder(one.id, other.id);
