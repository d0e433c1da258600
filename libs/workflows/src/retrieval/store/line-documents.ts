/**
 * Lines of fundamentals, the format of user files: objects with a `kind` and the members of its
 * schema. A tape has them as texts of filings, one for each company and time of its values, so that
 * the clock releases them like other facts.
 */

import { checkedLines } from '#contracts/parsing/json-lines';
import { formatCivilDate, formatInstant } from '#values';
import type { Instant } from '#values';
import type { MarketView } from '#market-view';
import { filingFundamentals } from './filing-source.js';
import { lineSchema, type FundamentalsData, type Line } from './fundamentals-model.js';

/** The line for this item, in the form that `readFundamentalsLines` reads. */
export const lineOf = (kind: Line['kind'], item: object): string =>
  JSON.stringify({ kind, ...item, category: undefined }, (name, value: unknown) => {
    if (typeof value !== 'number') return value;
    if (name === 'start' || name === 'end') return formatCivilDate(value);
    return name === 'knownAt' ? formatInstant(value) : value;
  });

const places = new WeakMap<object, string>();

/** File and line of an item that was read from one, else its id; with the member. */
export const placeOf = (item: { readonly id: string }, member?: string): string =>
  [places.get(item) ?? item.id, member ?? []].flat().join(': ');

/** Reads lines in any order. Fails as `checkedLines` does. */
export function readFundamentalsLines(text: string, name: string): FundamentalsData {
  const found: Record<Line['kind'], unknown[]> = { company: [], series: [], point: [] };
  for (const { where, value } of checkedLines({ name, text }, lineSchema)) {
    places.set(value.item, where);
    found[value.kind].push(value.item);
  }
  const { company: companies, series, point: points } = found;
  return { companies, series, points } as FundamentalsData;
}

const linesSection = 'fundamentals.jsonl';

/**
 * Rows of the table `filings` that release these values, each at its own time; a company and a
 * series precede their first value. Companies without a value add to what is known of filers, and
 * are released at `since`.
 */
export function lineDocuments({ companies, series, points }: FundamentalsData, since: Instant = 0) {
  const companyOf = new Map(companies.map((one) => [one.id, one]));
  const seriesOf = new Map(series.map((one) => [one.id, one]));
  const inTime = points.toSorted((one, other) => one.knownAt - other.knownAt);
  const values = inTime.flatMap((point) => {
    const of = seriesOf.get(point.seriesId);
    const company = companyOf.get(of?.companyId ?? '');
    if (of === undefined || company === undefined) return [];
    const lines = [lineOf('company', company), lineOf('series', of), lineOf('point', point)];
    return { company, known: point.knownAt, accession: point.accession, lines };
  });
  const present = new Set(values.map(({ company }) => company));
  const silent = companies.filter((company) => !present.has(company));
  const alone = silent.map((company) => {
    return { company, known: since, accession: null, lines: [lineOf('company', company)] };
  });
  const groups = Map.groupBy([...alone, ...values], (one) => `${one.company.id} ${one.known}`);
  const seen = new Set<string>();
  return [...groups.values()].map((group) => {
    const { company, known, accession } = group[0]!;
    const lines = group.flatMap((one) => one.lines);
    return {
      symbol: company.ticker,
      form: 'fundamentals',
      accepted_at: formatInstant(known),
      accession_no: accession,
      section: linesSection,
      text: lines.filter((line) => !seen.has(line) && seen.add(line)).join('\n'),
    };
  });
}

/**
 * A view's fundamentals: figures of filings, and lines, with `more` on top. A line of kind
 * `company` whose ticker has figures adds what these lack. `known` differs only when there
 * is more to read.
 */
export function viewFundamentals(
  view: Pick<MarketView, 'symbols' | 'filings' | 'fundamentals' | 'document'>,
  more = noFundamentals,
) {
  const figures = view.symbols.flatMap((symbol) => view.fundamentals(symbol));
  const sections = view.symbols
    .flatMap((symbol) => view.filings(symbol).flatMap((filing) => filing.sections))
    .filter(({ name }) => name === linesSection);
  const read = (): FundamentalsData => {
    const text = sections.map(({ document: { sha256 } }) => view.document(sha256)).join('\n');
    const lines = joinedFundamentals(readFundamentalsLines(text, linesSection), more);
    const filed = filingFundamentals(figures, lines.companies);
    const filers = new Set(filed.companies.map(({ id }) => id));
    const companies = lines.companies.filter(({ id }) => !filers.has(id));
    return joinedFundamentals(filed, { ...lines, companies });
  };
  return { known: `${figures.length} ${sections.length}`, read };
}

export const joinedFundamentals = (...all: FundamentalsData[]): FundamentalsData => ({
  companies: all.flatMap(({ companies }) => companies),
  series: all.flatMap(({ series }) => series),
  points: all.flatMap(({ points }) => points),
});

export const noFundamentals = joinedFundamentals();
