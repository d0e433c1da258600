/** The three tools of the FinRetrieval benchmark over a store of fundamentals, with the vendor's public arguments. */

import { z } from 'zod';
import { excerpt, formatCivilDate, invalidInput } from '#values';
import { tool, type Tool, type ToolContext } from '#tools';
import type { RetrievalSwitches } from '../retrieval-terms.js';
import {
  bareLabel,
  labeledMonths,
  monthCount,
  monthsOf,
  type FiscalYear,
} from '../store/fiscal-period.js';
import {
  isAdditive,
  levelSeparator,
  type Point,
  type Series,
} from '../store/fundamentals-model.js';
import type { FundamentalsStore } from '../store/fundamentals-store.js';
import { matchPeriod, requirePeriod } from './asked-period.js';
import { ranked } from './keyword-match.js';

const [companiesMax, seriesMax, rowsMax] = [20, 50, 200];
const text = z.string().max(300);
const keywords = z.array(text).max(20);
const company_id = text.describe('As discover_companies gives it.');
const periods = z.array(text).max(40).describe('Fiscal periods, such as ["2023Q1", "2022FY"].');
const rows = <S extends z.ZodRawShape>(shape: S) =>
  z.array(z.strictObject({ ...shape, fiscal_year_end: z.string().optional() }));

/** `storeOf` opens the store at the context's as-of. Switches that are not given are off. */
export const fundamentalsTools = (
  storeOf: (context: ToolContext) => FundamentalsStore,
  switches: RetrievalSwitches = {},
): readonly Tool[] => [
  tool({
    name: 'discover_companies',
    title: 'Companies by ticker or name',
    description:
      'Companies of which values are known, by ticker or a part of the name; several keywords are alternatives. The ' +
      `best fit comes first, at most ${companiesMax}. company_id is what the other tools take.`,
    input: z.strictObject({ keywords: keywords.min(1).describe('Such as ["AAPL"] or ["Apple"].') }),
    output: rows({ ticker: z.string(), name: z.string(), company_id: z.string() }),
    call: (args, context) =>
      ranked(storeOf(context).companies(), {
        ...{ keywords: args.keywords, limit: companiesMax, switches },
        namesOf: ({ ticker, name }) => [ticker, name],
      }).map((company) => {
        const { ticker, name, id } = company;
        return { ticker, name, company_id: id, ...yearEnd(company, switches) };
      }),
  }),
  tool({
    name: 'discover_company_series',
    title: 'Series of a company',
    description:
      'Series of one company by words of their full names, hierarchies such as Income Statement | Revenue | Total; ' +
      `several keywords are alternatives. The best fit comes first, at most ${seriesMax}; without keywords, by name. ` +
      `With periods, only series that have a value for one of them.${periodWords(switches)}`,
    input: z.strictObject({
      company_id,
      keywords: keywords.describe('Such as ["revenue", "net sales"].'),
      periods: periods.nullish(),
    }),
    output: rows({ id: z.string(), full_series_name: z.string() }),
    call: (args, context) => {
      const { company, series, matches } = asked(storeOf(context), args, switches);
      const found = args.periods?.length ? series.filter((one) => matches(one).length > 0) : series;
      return ranked(found, {
        ...{ keywords: args.keywords, limit: seriesMax, switches },
        namesOf: ({ path }) => [path],
      }).map(({ id, path }) => ({ id, full_series_name: path, ...yearEnd(company, switches) }));
    },
  }),
  tool({
    name: 'get_company_fundamentals',
    title: 'Values of series',
    description:
      'Values of a company for periods: of the series named, or of all. value is as reported (in ones, a ratio as a ' +
      'fraction) and may be year-to-date; quarterized_value is its last quarter, null where that cannot be told. ' +
      'context has the statement and the unit. Of a restated value the newest known counts. Rows are in the order of ' +
      `series_ids and periods, at most ${rowsMax}.${periodWords(switches)}`,
    input: z.strictObject({
      company_id,
      periods: periods.min(1),
      series_ids: z.array(text).max(100).nullish().describe('All series where left out.'),
    }),
    output: rows({
      ...{ value: z.number(), quarterized_value: z.number().nullable(), period: z.string() },
      ...{ context: z.string(), series_name: z.string(), fundamental_id: z.string() },
    }),
    call: (args, context) => {
      const store = storeOf(context);
      const { company, series, matches } = asked(store, args, switches);
      const one = (id: string): Series =>
        series.find((known) => known.id === id) ?? unknownId('series_ids', 'company_series', id);
      const wanted = args.series_ids?.length ? [...new Set(args.series_ids)].map(one) : series;
      return wanted
        .flatMap((of) =>
          matches(of).map((match) => ({
            ...valueRow(match, of, store.points(of.id), switches),
            ...yearEnd(company, switches),
          })),
        )
        .slice(0, rowsMax);
    },
  }),
];

/** What a tool's text says of periods. */
const periodWords = (on: RetrievalSwitches): string =>
  [
    on.fiscalYearEnds &&
      ' Periods are fiscal: 2023Q1 is the first quarter of the fiscal year, which need not be the calendar’s; which ' +
        'calendar year names it differs by company; fiscal_year_end says both. Year-to-date values stand under their ' +
        'last quarter, guidance under the period that it was announced with, balances of a year’s end under FY or Q4.',
    on.conventions &&
      ' A period is understood as the company names it, with the fiscal year named by its other year, and by the ' +
        'calendar; 2023Q3YTD is the year to date. context says which was taken, and the days.',
    on.guidance && ' Guidance is also found by the period that it is about; context says both.',
    on.granularity &&
      ' Where a series has nothing for a period, what stands within or around it is offered, as context says.',
  ]
    .filter(Boolean)
    .join('');

const months =
  'January February March April May June July August September October November December';

/** `March; 2022FY starts in 2022 and ends in 2023`, as a member of a row; no member without the switch. */
function yearEnd(company: FiscalYear, { fiscalYearEnds }: RetrievalSwitches) {
  const year = labeledMonths('2022FY', company);
  if (!fiscalYearEnds || !year) return {};
  const [starts, ends] = [year.first, year.last].map((month) => Math.floor(month / 12));
  const month = months.split(' ')[year.last % 12];
  return { fiscal_year_end: `${month}; 2022FY starts in ${starts} and ends in ${ends}` };
}

/** The company, its series, and which values of a series the periods stand for, each once. */
function asked(
  store: FundamentalsStore,
  args: { readonly company_id: string; readonly periods?: readonly string[] | null | undefined },
  switches: RetrievalSwitches,
) {
  const id = args.company_id;
  const company = store.company(id) ?? unknownId('company_id', 'companies', id);
  const labels = args.periods?.map((period) => requirePeriod(period, switches)) ?? [];
  const matches = (series: Series) => {
    const points = store.points(series.id);
    const all = labels.flatMap((label) => matchPeriod(points, label, company, switches));
    return all.filter(({ point }, at) => all.findIndex((one) => one.point === point) === at);
  };
  return { company, series: store.series(company.id), matches };
}

/** What is not known yet is as unknown as what does not exist. */
function unknownId(where: string, what: string, id: string): never {
  const expected = `an id from discover_${what}`;
  throw invalidInput('unknown id', { where, expected, found: excerpt(id) });
}

/** `context` is the top level of the series, then parts as `name: text`, all separated by `; `. */
function valueRow(
  { point, taken }: ReturnType<typeof matchPeriod>[number],
  series: Series,
  points: readonly Point[],
  { conventions, guidance, granularity, fiscalYearEnds }: RetrievalSwitches,
) {
  const { start, end, period, targetPeriod } = point;
  const days = [start, end].flatMap((day) => (day === null ? [] : formatCivilDate(day)));
  const parts = [
    series.path.split(levelSeparator)[0],
    `unit: ${series.unit}`,
    point.isComputed && 'source: computed',
    point.isTagged && 'source: tagged by a machine',
    guidance && targetPeriod !== null && `announced with: ${period}; about: ${targetPeriod}`,
    (conventions || fiscalYearEnds) && `days: ${days.join(' to ')}`,
    (conventions || guidance || granularity) && `taken: ${taken}`,
  ];
  return {
    value: point.value,
    quarterized_value: quarterizedValue(point, points, series.unit),
    period: conventions ? period : bareLabel(period),
    context: parts.filter((part) => typeof part === 'string').join('; '),
    series_name: series.path,
    fundamental_id: point.id,
  };
}

/**
 * The last quarter of a value: the value itself where it is of a quarter or of a day, else less what the series had
 * three months earlier since the same first day. Null for guidance, where that is not known, and for longer periods of
 * ratios and averages, which have no difference.
 */
function quarterizedValue(point: Point, points: readonly Point[], unit: string): number | null {
  const { first, last } = monthsOf(point.start, point.end);
  if (point.targetPeriod !== null) return null;
  if (point.start === null || monthCount({ first, last }) === 3) return point.value;
  const before = points.find(({ start, end }) => {
    const months = monthsOf(start, end);
    return start !== null && months.first === first && months.last === last - 3;
  });
  if (!isAdditive(unit) || before === undefined) return null;
  // Without the digits that binary fractions leave behind.
  return Number((point.value - before.value).toPrecision(12)) + 0;
}
