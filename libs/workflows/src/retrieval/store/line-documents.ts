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
import {
  companySchema,
  pointSchema,
  seriesSchema,
  type Company,
  type FundamentalsData,
  type Point,
  type Series,
} from './fundamentals-model.js';

const schemas = { company: companySchema, series: seriesSchema, point: pointSchema };
const isKind = (kind: unknown): kind is keyof typeof schemas =>
  typeof kind === 'string' && Object.hasOwn(schemas, kind);

/** Members that are numbers here and texts in lines. */
const written: Record<string, (value: number) => string> = {
  ...{ start: formatCivilDate, end: formatCivilDate, knownAt: formatInstant },
};

/** The line that says this, in the form that `readFundamentalsLines` reads. */
export const lineOf = (kind: keyof typeof schemas, item: Company | Series | Point): string =>
  JSON.stringify({ kind, ...item, category: undefined }, (name, value: unknown) =>
    typeof value === 'number' ? (written[name]?.(value) ?? value) : value,
  );

/**
 * Lines in any order, empty ones skipped; `file` names the text in errors. Throws `InvalidInput` with the number of the
 * first line that breaks its schema.
 */
export function readFundamentalsLines(text: string, file: string): FundamentalsData {
  const items = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const { kind, ...members } = Object(jsonOf(line)) as Record<string, unknown>;
    const { data, error } = isKind(kind) ? schemas[kind].safeParse(members) : {};
    if (data !== undefined) return { kind, data };
    const [issue] = error?.issues ?? [];
    throw invalidInput(issue ? `not a ${String(kind)}` : 'unknown kind of line', {
      where: [`${file} line ${index + 1}`, ...(issue?.path ?? [])].join(': '),
      expected: issue
        ? expectedOf(issue)
        : `an object whose kind is ${Object.keys(schemas).join(', ')}`,
      found: excerpt(line),
    });
  });
  const of = (kind: keyof typeof schemas): unknown[] =>
    items.flatMap((item) => (item.kind === kind ? item.data : []));
  const data = { companies: of('company'), series: of('series'), points: of('point') };
  return data as FundamentalsData;
}

const linesSection = 'fundamentals.jsonl';

/**
 * Rows of the table `filings` that release these values, each at its own time; a company and a series stand before
 * their first value. Companies without a value say more of filers, and are told at `since`.
 */
export function lineDocuments({ companies, series, points }: FundamentalsData, since: Instant = 0) {
  const documentOf = (
    { ticker }: Company,
    known: Instant,
    lines: string[],
    accession?: string | null,
  ) => ({
    ...{ symbol: ticker, form: 'fundamentals', accepted_at: formatInstant(known) },
    ...{ accession_no: accession ?? null, section: linesSection, text: lines.join('\n') },
  });
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
      return { company, point, lines };
    });
  const groups = Map.groupBy(placed, ({ company, point }) => `${company.id} ${point.knownAt}`);
  const documents = [...groups.values()].map((group) => {
    const { company, point } = group[0]!;
    const lines = group.flatMap((one) => one.lines);
    return documentOf(company, point.knownAt, lines, point.accession);
  });
  const silent = companies.map((one) => documentOf(one, since, [lineOf('company', one)]));
  return [...silent.filter(({ text }) => !told.has(text)), ...documents];
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
