/**
 * Lines of fundamentals on a tape: as texts of filings, one for each company and time at which values of it became
 * known, so that the clock releases them like any other fact.
 */

import { formatInstant, type Instant } from '#values';
import type { MarketView } from '#market-view';
import { filingFundamentals } from './filing-source.js';
import type { Company, FundamentalsData } from './fundamentals-model.js';
import { lineOf, readFundamentalsLines } from './line-source.js';

/** The name of such a section, of a filing of any form. */
const linesSection = 'fundamentals.jsonl';

/** A row of the table `filings` of a data set. */
export interface LineDocument {
  readonly symbol: string;
  readonly form: string;
  /** ISO 8601, UTC. */
  readonly accepted_at: string;
  readonly accession_no: string | null;
  readonly section: string;
  readonly text: string;
}

/**
 * The rows that release these values, each at its own time; a company and a series stand before their first value.
 * Companies without a value say more of filers, and are told at `since`.
 */
export function lineDocuments(
  { companies, series, points }: FundamentalsData,
  since: Instant = 0,
): LineDocument[] {
  const told = new Set<unknown>();
  const [companyOf, seriesOf] = [mapById(companies), mapById(series)];
  const placed = points.flatMap((point) => {
    const of = seriesOf.get(point.seriesId);
    const company = of && companyOf.get(of.companyId);
    return of === undefined || company === undefined ? [] : [{ point, of, company }];
  });
  placed.sort((one, other) => one.point.knownAt - other.point.knownAt);
  const groups = Map.groupBy(placed, ({ company, point }) => `${company.id} ${point.knownAt}`);
  const documents = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const lines = group.flatMap(({ company, of, point }) => [
      ...(told.has(company) ? [] : [lineOf('company', company)]),
      ...(told.has(of) ? [] : [lineOf('series', of)]),
      ...(told.add(company).add(of) && [lineOf('point', point)]),
    ]);
    return {
      ...documentOf(first.company, first.point.knownAt, lines),
      accession_no: first.point.accession,
    };
  });
  const silent = companies.filter((company) => !told.has(company));
  return [
    ...silent.map((company) => documentOf(company, since, [lineOf('company', company)])),
    ...documents,
  ];
}

const documentOf = (
  { ticker }: Company,
  known: Instant,
  lines: readonly string[],
): LineDocument => ({
  ...{ symbol: ticker, form: 'fundamentals', accepted_at: formatInstant(known) },
  ...{ accession_no: null, section: linesSection, text: lines.join('\n') },
});

const mapById = <T extends { readonly id: string }>(items: readonly T[]): Map<string, T> =>
  new Map(items.map((item) => [item.id, item]));

type SeenByTools = Pick<MarketView, 'symbols' | 'filings' | 'fundamentals' | 'document'>;

/**
 * What a view says of fundamentals: figures of filings, and lines, with `more` beside them. A line of kind `company`
 * whose ticker has figures says what these do not. `known` differs only when there is more to read.
 */
export function viewFundamentals(
  view: SeenByTools,
  more: FundamentalsData = noFundamentals,
): { readonly known: string; readonly read: () => FundamentalsData } {
  const figures = view.symbols.flatMap((symbol) => view.fundamentals(symbol));
  const sections = view.symbols
    .flatMap((symbol) => view.filings(symbol))
    .flatMap((filing) => filing.sections.filter(({ name }) => name === linesSection));
  const read = (): FundamentalsData => {
    const text = sections.map(({ document: { sha256 } }) => view.document(sha256)).join('\n');
    const lines = joinedFundamentals(readFundamentalsLines(text, linesSection), more);
    const filed = filingFundamentals(figures, lines.companies);
    const filers = new Set(filed.companies.map(({ id }) => id));
    const others = lines.companies.filter(({ id }) => !filers.has(id));
    return joinedFundamentals(filed, { ...lines, companies: others });
  };
  return { known: `${figures.length} ${sections.length}`, read };
}

export const noFundamentals: FundamentalsData = { companies: [], series: [], points: [] };

export const joinedFundamentals = (
  one: FundamentalsData,
  other: FundamentalsData,
): FundamentalsData => ({
  companies: [...one.companies, ...other.companies],
  series: [...one.series, ...other.series],
  points: [...one.points, ...other.points],
});
