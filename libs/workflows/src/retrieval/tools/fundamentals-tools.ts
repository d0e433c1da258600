/** The three tools of the FinRetrieval benchmark over a store of fundamentals, with the vendor's public arguments. */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { tool, type Tool, type ToolContext } from '#tools';
import type { Company, Series } from '../store/fundamentals-model.js';
import type { FundamentalsStore } from '../store/fundamentals-store.js';
import { matchPeriod, requirePeriod } from './asked-period.js';
import { ranked } from './keyword-match.js';
import { fiscalYearEndOf, periodWords, type RetrievalSwitches } from './retrieval-switches.js';
import { valueRow, valueRowSchema } from './value-row.js';

/** Opens the store at the context's as-of. */
export type StoreOf = (context: ToolContext) => FundamentalsStore;

const [companiesMax, seriesMax, rowsMax] = [20, 50, 200];
const text = z.string().max(300);
const keywords = z.array(text).max(20);
const companyId = text.describe('As discover_companies gives it.');
const periods = z.array(text).max(40).describe('Fiscal periods, such as ["2023Q1", "2022FY"].');
const row = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject({ ...shape, fiscal_year_end: z.string().optional() });

/** Switches that are not given are off. */
export const fundamentalsTools = (
  storeOf: StoreOf,
  switches: RetrievalSwitches = {},
): readonly Tool[] => [
  discoverCompanies(storeOf, switches),
  discoverCompanySeries(storeOf, switches),
  getCompanyFundamentals(storeOf, switches),
];

const discoverCompanies = (storeOf: StoreOf, switches: RetrievalSwitches): Tool =>
  tool({
    name: 'discover_companies',
    title: 'Companies by ticker or name',
    description:
      'Companies of which values are known, by ticker or a part of the name; several keywords are alternatives. The ' +
      `best fit comes first, at most ${companiesMax}. company_id is what the other tools take.`,
    input: z.strictObject({ keywords: keywords.min(1).describe('Such as ["AAPL"] or ["Apple"].') }),
    output: z.array(row({ ticker: z.string(), name: z.string(), company_id: z.string() })),
    call: (args, context) =>
      ranked(storeOf(context).companies(), {
        ...{ keywords: args.keywords, limit: companiesMax, switches },
        namesOf: ({ ticker, name }) => [ticker, name],
      }).map((company) => {
        const { ticker, name, id } = company;
        return { ticker, name, company_id: id, ...fiscalYearEndOf(company, switches) };
      }),
  });

const discoverCompanySeries = (storeOf: StoreOf, switches: RetrievalSwitches): Tool =>
  tool({
    name: 'discover_company_series',
    title: 'Series of a company',
    description:
      'Series of one company by words of their full names, hierarchies such as Income Statement | Revenue | Total; ' +
      `several keywords are alternatives. The best fit comes first, at most ${seriesMax}; without keywords, by name. ` +
      `With periods, only series that have a value for one of them.${periodWords(switches)}`,
    input: z.strictObject({
      company_id: companyId,
      keywords: keywords.describe('Such as ["revenue", "net sales"].'),
      periods: periods.nullish(),
    }),
    output: z.array(row({ id: z.string(), full_series_name: z.string() })),
    call: (args, context) => {
      const store = storeOf(context);
      const company = requireCompany(store, args.company_id);
      const labels = args.periods?.map((period) => requirePeriod(period, switches)) ?? [];
      const hasValue = ({ id }: Series): boolean =>
        labels.some((label) => matchPeriod(store.points(id), label, company, switches).length > 0);
      const all = store.series(company.id);
      return ranked(labels.length === 0 ? all : all.filter(hasValue), {
        ...{ keywords: args.keywords, limit: seriesMax, switches },
        namesOf: ({ path }) => [path],
      }).map(({ id, path }) => {
        return { id, full_series_name: path, ...fiscalYearEndOf(company, switches) };
      });
    },
  });

const getCompanyFundamentals = (storeOf: StoreOf, switches: RetrievalSwitches): Tool =>
  tool({
    name: 'get_company_fundamentals',
    title: 'Values of series',
    description:
      'Values of a company for periods: of the series named, or of all. value is as reported (in ones, a ratio as a ' +
      'fraction) and may be year-to-date; quarterized_value is its last quarter, null where that cannot be told. ' +
      'context has the statement and the unit. Of a restated value the newest known counts. Rows are in the order of ' +
      `series_ids and periods, at most ${rowsMax}.${periodWords(switches)}`,
    input: z.strictObject({
      company_id: companyId,
      periods: periods.min(1),
      series_ids: z.array(text).max(100).nullish().describe('All series where left out.'),
    }),
    output: z.array(valueRowSchema),
    call: (args, context) => {
      const store = storeOf(context);
      const company = requireCompany(store, args.company_id);
      const labels = args.periods.map((period) => requirePeriod(period, switches));
      const rows = requireSeries(store, company, args.series_ids ?? []).flatMap((series) => {
        const points = store.points(series.id);
        const matches = labels.flatMap((label) => matchPeriod(points, label, company, switches));
        // A value that several periods stand for is shown once, for the first.
        const first = new Map(matches.toReversed().map((match) => [match.point, match]));
        return matches
          .filter((match) => first.get(match.point) === match)
          .map((match) => valueRow(match, { company, series, points, switches }));
      });
      return rows.slice(0, rowsMax);
    },
  });

/** What is not known yet is as unknown as what does not exist. */
function known<T>(item: T | undefined, [what, where, id]: readonly [string, string, string]): T {
  if (item !== undefined) return item;
  const expected = `an id from discover_${what}`;
  throw invalidInput('unknown id', { where, expected, found: excerpt(id) });
}

const requireCompany = (store: FundamentalsStore, id: string): Company =>
  known(store.company(id), ['companies', 'company_id', id]);

/** All series of the company without an id. */
function requireSeries(
  store: FundamentalsStore,
  company: Company,
  ids: readonly string[],
): readonly Series[] {
  const all = store.series(company.id);
  const one = (id: string) =>
    known(
      all.find((series) => series.id === id),
      ['company_series', 'series_ids', id],
    );
  return ids.length === 0 ? all : [...new Set(ids)].map(one);
}
