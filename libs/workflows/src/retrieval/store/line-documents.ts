/**
 * Lines of fundamentals, the format of user files: each is an object with a `kind` and the members of that schema. A
 * tape has them as texts of filings, one for each company and time at which values of it became known, so that the
 * clock releases them like any other fact.
 */

import { expectedOf } from '#contracts/schema-issue';
import {
  excerpt,
  formatCivilDate,
  formatInstant,
  invalidInput,
  jsonOf,
  type Instant,
} from '#values';
import type { MarketView } from '#market-view';
import { filingFundamentals } from './filing-source.js';
import { schemas, type FundamentalsData } from './fundamentals-model.js';

type Kind = keyof typeof schemas;
const kinds = Object.keys(schemas) as Kind[];

/** The line that says this, in the form that `readFundamentalsLines` reads. */
export function lineOf(kind: Kind, item: object): string {
  const texts: Record<string, (value: number) => string> = {
    ...{ start: formatCivilDate, end: formatCivilDate, knownAt: formatInstant },
  };
  return JSON.stringify({ kind, ...item, category: undefined }, (name, value: unknown) =>
    typeof value === 'number' ? (texts[name]?.(value) ?? value) : value,
  );
}

/**
 * Lines in any order, empty ones skipped; `file` names the text in errors. Throws `InvalidInput` with the number of the
 * first line that breaks its schema.
 */
export function readFundamentalsLines(text: string, file: string): FundamentalsData {
  const found: Record<Kind, unknown[]> = { company: [], series: [], point: [] };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const { kind: named, ...members } = Object(jsonOf(line)) as Record<string, unknown>;
    const kind = kinds.find((one) => one === named);
    const { data, error } = kind === undefined ? {} : schemas[kind].safeParse(members);
    if (kind !== undefined && data !== undefined) found[kind].push(data);
    else {
      const [issue] = error?.issues ?? [];
      throw invalidInput(issue ? `not a ${kind}` : 'unknown kind of line', {
        where: [`${file} line ${index + 1}`, ...(issue?.path ?? [])].join(': '),
        expected: issue ? expectedOf(issue) : `an object whose kind is ${kinds.join(', ')}`,
        found: excerpt(line),
      });
    }
  }
  const data = { companies: found.company, series: found.series, points: found.point };
  return data as FundamentalsData;
}

const linesSection = 'fundamentals.jsonl';

/**
 * Rows of the table `filings` that release these values, each at its own time; a company and a series stand before
 * their first value. Companies without a value say more of filers, and are told at `since`.
 */
export function lineDocuments({ companies, series, points }: FundamentalsData, since: Instant = 0) {
  const companyOf = new Map(companies.map((one) => [one.id, one]));
  const seriesOf = new Map(series.map((one) => [one.id, one]));
  const told = new Set<string>();
  const placed = points
    .toSorted((one, other) => one.knownAt - other.knownAt)
    .flatMap((point) => {
      const of = seriesOf.get(point.seriesId);
      const company = companyOf.get(of?.companyId ?? '');
      if (of === undefined || company === undefined) return [];
      const all = [lineOf('company', company), lineOf('series', of), lineOf('point', point)];
      const lines = all.filter((line) => !told.has(line));
      for (const line of lines) told.add(line);
      return { company, knownAt: point.knownAt, accession: point.accession, lines };
    });
  const silent = companies
    .map((company) => ({
      company,
      knownAt: since,
      accession: null,
      lines: [lineOf('company', company)],
    }))
    .filter(({ lines: [line = ''] }) => !told.has(line));
  const groups = Map.groupBy([...silent, ...placed], (one) => `${one.company.id} ${one.knownAt}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ company, knownAt, accession }) => ({
      ...{ symbol: company.ticker, form: 'fundamentals', accepted_at: formatInstant(knownAt) },
      ...{ accession_no: accession, section: linesSection },
      text: group.flatMap(({ lines }) => lines).join('\n'),
    })),
  );
}

/**
 * What a view says of fundamentals: figures of filings, and lines, with `more` beside them. A line of kind `company`
 * whose ticker has figures says what these do not. `known` differs only when there is more to read.
 */
export function viewFundamentals(
  view: Pick<MarketView, 'symbols' | 'filings' | 'fundamentals' | 'document'>,
  more = noFundamentals,
) {
  const figures = view.symbols.flatMap((symbol) => view.fundamentals(symbol));
  const sections = view.symbols
    .flatMap((symbol) => view.filings(symbol))
    .flatMap((filing) => filing.sections.filter(({ name }) => name === linesSection));
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
