/** Fundamentals from the facts of filings, as a market view shows them. */

import type { Fundamentals } from '#contracts';
import type { Instant } from '#values';
import { newYorkInstant } from '#values/new-york-time';
import { endMonth, labelOf } from './fiscal-period.js';
import {
  categoryOf,
  isAdditive,
  levelSeparator,
  unitPattern,
  type Company,
  type FundamentalsData,
  type Point,
  type Series,
} from './fundamentals-model.js';

/** What facts do not say of a company: its name, country, and which year names its fiscal year. */
export type CompanyProfile = Pick<Company, 'ticker'> & Partial<Company>;

type Figure = Fundamentals['statements'][string][string];

/**
 * The companies, series and values of filings of any symbols, in any order.
 *
 * Labels come from the dates of a period, not from the vendor's year, which is off by one in years of 52 or 53 weeks.
 * A later filing for the same period restates the earlier one. A fourth quarter is the year minus the three others and
 * counts as computed. Figures at odds with others of their filing or year count as tagged (see `isAtOdds`). A flow
 * without a first day, and a period that no label fits, are left out.
 */
export function filingFundamentals(
  filings: readonly Fundamentals[],
  profiles: readonly CompanyProfile[] = [],
): FundamentalsData {
  const companies: Company[] = [];
  const series = new Map<string, Series>();
  const points = new Map<string, Point[]>();
  for (const [ticker, own] of Map.groupBy(filings, ({ symbol }) => symbol)) {
    const profile = profiles.find((one) => one.ticker === ticker);
    const company = companyOf(ticker, own, profile);
    companies.push(company);
    for (const filing of own.sort((one, other) => knownAt(one) - knownAt(other))) {
      addFiling({ series, points }, company, filing);
    }
  }
  const checked = [...points].flatMap(([id, values]) =>
    withFourthQuarters(values, series.get(id)?.unit ?? ''),
  );
  return { companies, series: [...series.values()], points: checked };
}

/** Filings with a date alone count from 17:30 in New York, the rule of data sets without another. */
const knownAt = ({ acceptedAt, filedDate }: Fundamentals): Instant =>
  acceptedAt ?? newYorkInstant(filedDate, 17 * 60 + 30);

function companyOf(
  ticker: string,
  filings: readonly Fundamentals[],
  profile: Partial<Company> = {},
): Company {
  return {
    id: `filer-${ticker}`,
    ticker,
    name: ticker,
    country: 'US',
    region: 'US',
    fiscalYearEndMonth: yearEndMonthOf(filings),
    yearLabel: 'end',
    reporting: 'quarterly',
    currency: 'USD',
    isSynthetic: false,
    ...profile,
  };
}

/** 1 to 12, from the filing whose period ends last; December where no filing names its quarter. */
function yearEndMonthOf(filings: readonly Fundamentals[]): number {
  const named = filings.filter(({ fiscalPeriod }) => /^(FY|Q[1-4])$/.test(fiscalPeriod ?? ''));
  const last = named.sort((one, other) => one.periodEnd - other.periodEnd).at(-1);
  if (last === undefined) return 12;
  const quarter = last.fiscalPeriod === 'FY' ? 4 : Number(last.fiscalPeriod?.slice(1));
  return ((endMonth(last.periodEnd) + 12 - quarter * 3) % 12) + 1;
}

function addFiling(
  { series, points }: { series: Map<string, Series>; points: Map<string, Point[]> },
  company: Company,
  filing: Fundamentals,
): void {
  const scale = scaleOf(filing);
  for (const [statement, figures] of Object.entries(filing.statements)) {
    const start = /balance/i.test(statement) ? null : filing.periodStart;
    const isFlowWithoutStart = start === null && !/balance/i.test(statement);
    const period = labelOf(company, start, filing.periodEnd);
    if (period === undefined || isFlowWithoutStart) continue;
    for (const [tag, figure] of Object.entries(figures)) {
      const id = `${company.id}/${statement}.${tag}`;
      const unit = unitPattern.test(figure.unit) ? figure.unit : 'units';
      const path = pathOf(statement, figure.label);
      series.set(id, {
        ...{ id, companyId: company.id, path, unit, category: categoryOf(path) },
        ...{ scale: /shares/.test(unit) ? 1 : scale, sign: 'signed' },
      });
      const values = points.get(id) ?? points.set(id, []).get(id) ?? [];
      const accession = filing.accession ?? `${company.ticker} ${filing.form} ${period}`;
      values.push({
        ...{ id: `${accession}/${statement}.${tag}`, seriesId: id, period, targetPeriod: null },
        ...{ start, end: filing.periodEnd, value: figure.value },
        ...{ precision: precisionOf(figure.value, unit, scale), knownAt: knownAt(filing) },
        ...{ accession: filing.accession, lineItem: tag, isComputed: false },
        isTagged: isAtOdds(tag, figures),
        restates: values.findLast((one) => one.period === period)?.id ?? null,
      });
    }
  }
}

/** `balance_sheet` and `Cost Of Revenue, Goods` to `Balance Sheet | Cost Of Revenue | Goods`. */
function pathOf(statement: string, label: string): string {
  const top = statement.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  // More than one comma is a list, not a level.
  const levels = /^([^,]+), ([^,]+)$/.exec(label)?.slice(1) ?? [label];
  return [top, ...levels].join(levelSeparator);
}

/** The table's unit: the greatest of a million, a thousand and one that divides every amount of the filing. */
function scaleOf({ statements }: Fundamentals): number {
  const amounts = Object.values(statements)
    .flatMap((figures) => Object.values(figures))
    .filter(({ unit }) => isAdditive(unit));
  return [1e6, 1e3].find((scale) => amounts.every(({ value }) => value % scale === 0)) ?? 1;
}

function precisionOf(value: number, unit: string, scale: number): number | null {
  if (isAdditive(unit)) return Number.isInteger(value) ? scale : null;
  return unit.includes('/') && Number(value.toFixed(2)) === value ? 0.01 : null;
}

/**
 * Errors that vendors make: other comprehensive income that repeats all comprehensive income, and a balance sheet
 * whose two sides differ.
 */
function isAtOdds(tag: string, figures: Readonly<Record<string, Figure>>): boolean {
  const valueOf = (name: string): number | undefined => figures[name]?.value;
  if (tag === 'other_comprehensive_income_loss')
    return valueOf(tag) === valueOf('comprehensive_income_loss');
  if (tag !== 'assets' && tag !== 'liabilities_and_equity') return false;
  const other = valueOf(tag === 'assets' ? 'liabilities_and_equity' : 'assets');
  return other !== undefined && other !== valueOf(tag);
}

/** Adds fourth quarters; a year of revenue below the sum of its three quarters is at odds and gives none. */
function withFourthQuarters(values: readonly Point[], unit: string): Point[] {
  if (!isAdditive(unit)) return [...values];
  const newest = new Map(values.map((point) => [point.period, point]));
  return values.flatMap((year) => {
    const named = year.period.slice(0, 4);
    const quarters = [1, 2, 3].flatMap((quarter) => newest.get(`${named}Q${quarter}`) ?? []);
    const [third] = quarters.slice(2);
    const isYear = year.start !== null && year === newest.get(`${named}FY`);
    if (!isYear || third === undefined || newest.has(`${named}Q4`)) return year;
    const value = quarters.reduce((left, quarter) => left - quarter.value, year.value);
    if (year.lineItem === 'revenues' && value < 0) return { ...year, isTagged: true };
    const id = `${year.id}/fourth-quarter`;
    const computed = { id, period: `${named}Q4`, start: third.end + 1, value, restates: null };
    const known = Math.max(year.knownAt, ...quarters.map((quarter) => quarter.knownAt));
    return [year, { ...year, ...computed, knownAt: known, isComputed: true }];
  });
}
