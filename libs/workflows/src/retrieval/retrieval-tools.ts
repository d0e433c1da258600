/**
 * The tool set of retrieval: the three tools of the FinRetrieval benchmark, with the vendor's
 * public arguments.
 */

import { z } from 'zod';
import { excerpt, formatCivilDate, invalidInput } from '#values';
import { tool, type Tool, type ToolContext, type ToolSet } from '#tools';
import { conventions } from '#tools/tool/tool';
import { periodWords, type RetrievalSwitches } from './store/retrieval-terms.js';
import { bareLabel, labeledMonths, monthName, periodPattern } from './store/fiscal-period.js';
import type { FiscalYear } from './store/fiscal-period.js';
import { levelSeparator, type Point, type Series } from './store/fundamentals-model.js';
import { fundamentalsStores, type FundamentalsStore } from './store/fundamentals-store.js';
import { viewFundamentals } from './store/line-documents.js';
import { matchPeriod, quarterizedValue } from './tools/asked-period.js';
import { ranked } from './tools/keyword-match.js';

const companiesMax = 20;
const seriesMax = 50;
const rowsMax = 200;
const text = z.string();
const term = text.max(300);
const keywords = z.array(term).max(20);
const company_id = term.describe('As discover_companies gives it.');
const periods = z.array(term).max(40).describe('Fiscal periods, such as ["2023Q1", "2022FY"].');
const rows = <S extends z.ZodRawShape>(shape: S) =>
  z.array(z.strictObject({ ...shape, fiscal_year_end: text.optional() }));

type Open = ReturnType<typeof fundamentalsStores>;
type Made = Readonly<{ asOf: number; known: string; open: Open; store: FundamentalsStore }>;
/** The latest store of each view: values arrive rarely, and calls are frequent. */
const stores = new WeakMap<object, Made>();

/** What is known at the as-of. */
function storeOf({ view }: ToolContext): FundamentalsStore {
  const made = stores.get(view);
  if (made?.asOf === view.asOf) return made.store;
  const { known, read } = viewFundamentals(view);
  const open = made?.known === known ? made.open : fundamentalsStores(read());
  const store = open(view.time);
  stores.set(view, { asOf: view.asOf, known, open, store });
  return store;
}

export const retrievalTools = (switches: readonly (keyof RetrievalSwitches)[] = []): ToolSet => ({
  name: 'retrieval_mcp',
  title: 'Fundamentals',
  instructions:
    'Companies, their series and values, found in three steps: the company, its series, the ' +
    'values of a period. ' +
    conventions,
  tools: fundamentalsTools(storeOf, Object.fromEntries(switches.map((name) => [name, true]))),
});

/** `open` gives the store at the context's as-of. */
export const fundamentalsTools = (open: typeof storeOf, on: RetrievalSwitches = {}): Tool[] => [
  tool({
    name: 'discover_companies',
    title: 'Companies by ticker or name',
    description:
      'Companies of which values are known, by ticker or a part of the name; several keywords ' +
      `are alternatives. The best fit comes first, at most ${companiesMax}. company_id is what ` +
      'the other tools take.',
    input: z.strictObject({ keywords: keywords.min(1).describe('Such as ["AAPL"] or ["Apple"].') }),
    output: rows({ ticker: text, name: text, company_id: text }),
    call: (args, context) =>
      ranked(open(context).companies(), {
        ...args,
        limit: companiesMax,
        switches: on,
        namesOf: ({ ticker, name }) => [ticker, name],
      }).map(({ ticker, name, id, ...year }) => {
        return { ticker, name, company_id: id, ...yearEnd(year, on) };
      }),
  }),
  tool({
    name: 'discover_company_series',
    title: 'Series of a company',
    description:
      'Series of one company by words of their full names, hierarchies such as Income Statement ' +
      '| Revenue | Total; several keywords are alternatives. The best fit comes first, at most ' +
      `${seriesMax}; without keywords, by name. With periods, only series that have a value for ` +
      `one of them.${periodWords(on)}`,
    input: z.strictObject({
      company_id,
      keywords: keywords.describe('Such as ["revenue", "net sales"].'),
      periods: periods.nullish(),
    }),
    output: rows({ id: text, full_series_name: text }),
    call: (args, context) => {
      const periods = args.periods ?? [];
      const { company, series, rowsOf } = asked(open(context), args.company_id, periods, on);
      const found = periods.length === 0 ? series : series.filter((one) => rowsOf(one).length > 0);
      const search = { ...args, limit: seriesMax, switches: on };
      return ranked(found, { ...search, namesOf: ({ path }) => [path] }).map(({ id, path }) => {
        return { id, full_series_name: path, ...yearEnd(company, on) };
      });
    },
  }),
  tool({
    name: 'get_company_fundamentals',
    title: 'Values of series',
    description:
      'Values of a company for periods: of the series named, or of all. value is as reported (in ' +
      'ones, a ratio as a fraction) and may be year-to-date; quarterized_value is its last ' +
      'quarter, null where that cannot be told. context has the statement and the unit. Of a ' +
      'restated value the newest known counts. Rows are in the order of series_ids and periods, ' +
      `at most ${rowsMax}.${periodWords(on)}`,
    input: z.strictObject({
      company_id,
      periods: periods.min(1),
      series_ids: z.array(term).max(100).nullish().describe('All series where left out.'),
    }),
    output: rows({
      value: z.number(),
      quarterized_value: z.number().nullable(),
      period: text,
      context: text,
      series_name: text,
      fundamental_id: text,
    }),
    call: (args, context) => {
      const { series, rowsOf } = asked(open(context), args.company_id, args.periods, on);
      const seriesById = (id: string): Series =>
        series.find((known) => known.id === id) ?? unknownId('series_ids', 'company_series', id);
      const wanted = args.series_ids?.length
        ? [...new Set(args.series_ids)].map(seriesById)
        : series;
      return wanted.flatMap(rowsOf).slice(0, rowsMax);
    },
  }),
];

/**
 * The company, its series, and their rows for the periods; a value that fits several periods once,
 * for the first.
 */
function asked(store: FundamentalsStore, id: string, periods: string[], on: RetrievalSwitches) {
  const company = store.company(id) ?? unknownId('company_id', 'companies', id);
  const labels = periods.map((period) => requirePeriod(period, on));
  const rowsOf = (series: Series) => {
    const points = store.points(series.id);
    const matches = labels.flatMap((label) => matchPeriod(points, label, company, on));
    return [...Map.groupBy(matches, ({ point }) => point)].map(([point, [match]]) => ({
      value: point.value,
      quarterized_value: quarterizedValue(point, points, series.unit),
      period: on.conventions ? point.period : bareLabel(point.period),
      context: contextOf(point, series, on, match?.taken),
      series_name: series.path,
      fundamental_id: point.id,
      ...yearEnd(company, on),
    }));
  };
  return { company, series: store.series(company.id), rowsOf };
}

/**
 * The label of a period; year-to-date is one where conventions are understood. Throws
 * `InvalidInput` for others.
 */
function requirePeriod(text: string, { conventions }: RetrievalSwitches): string {
  const label = text.trim().toUpperCase();
  if (periodPattern.test(label) && (conventions || bareLabel(label) === label)) return label;
  const expected = `2023Q1, 2022FY or 2023H1${conventions ? ' or 2023Q3YTD' : ''}`;
  throw invalidInput('not a period', { where: 'periods', expected, found: excerpt(text) });
}

/** A series that is not known yet gets the same error as one that does not exist. */
function unknownId(where: string, what: string, id: string): never {
  const expected = `an id from discover_${what}`;
  throw invalidInput('unknown id', { where, expected, found: excerpt(id) });
}

/** The top level of the series, then parts as `name: text`, all separated by `; `. */
function contextOf(point: Point, series: Series, on: RetrievalSwitches, taken = ''): string {
  const { start, end, period, targetPeriod } = point;
  const days = [start, end].flatMap((day) => (day === null ? [] : formatCivilDate(day)));
  const parts = [
    series.path.split(levelSeparator)[0],
    `unit: ${series.unit}`,
    point.isComputed && 'source: computed',
    point.isTagged && 'source: tagged by a machine',
    on.guidance && targetPeriod !== null && `announced with: ${period}; about: ${targetPeriod}`,
    (on.conventions || on.fiscalYearEnds) && `days: ${days.join(' to ')}`,
    (on.conventions || on.guidance || on.granularity) && `taken: ${taken}`,
  ];
  return parts.filter(Boolean).join('; ');
}

/**
 * `March; 2022FY starts in 2022 and ends in 2023`, as a member of a row; no member
 * without the switch.
 */
function yearEnd(company: FiscalYear, { fiscalYearEnds }: RetrievalSwitches) {
  const year = labeledMonths('2022FY', company);
  if (!fiscalYearEnds || !year) return {};
  const [starts, ends] = [year.first, year.last].map((month) => Math.floor(month / 12));
  return {
    fiscal_year_end: `${monthName(year.last)}; 2022FY starts in ${starts} and ends in ${ends}`,
  };
}
