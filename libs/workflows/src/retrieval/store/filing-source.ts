/** Fundamentals from the facts of filings, as a market view shows them. */

import type { Fundamentals } from '#contracts';
import type { Instant } from '#values';
import { newYorkInstant } from '#values/new-york-time';
import { labelOf, monthsOf } from './fiscal-period.js';
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

/** What facts do not say of a company, such as its name and which year names its fiscal year. */
export type CompanyProfile = Partial<Company> & Pick<Company, 'ticker'>;
type Figures = Fundamentals['statements'][string];

/**
 * Companies, series and values of filings in any order.
 *
 * Labels come from dates, not from the vendor's year, which is inconsistent for years of 52 or 53 weeks. A later filing
 * for a period restates the earlier. A fourth quarter is the year less the three others, and computed. Figures at odds
 * with others of their filing or year are marked as tagged. Without a first day, a flow is left out.
 */
export function filingFundamentals(
  filings: readonly Fundamentals[],
  profiles: readonly CompanyProfile[] = [],
): FundamentalsData {
  const companies: Company[] = [];
  const series = new Map<string, Series>();
  const points: Point[] = [];
  for (const [ticker, own] of Map.groupBy(filings, ({ symbol }) => symbol)) {
    const profile = profiles.find((one) => one.ticker === ticker);
    const company = { ...unknownCompany(ticker, yearEndMonthOf(own)), ...profile };
    companies.push(company);
    const ordered = own.sort((one, other) => knownAt(one) - knownAt(other));
    const found = ordered.flatMap((filing) => figuresOf(company, filing));
    for (const one of found) series.set(one.series.id, one.series);
    for (const values of Map.groupBy(found, (one) => one.series.id).values()) {
      points.push(...restating(withFourthQuarters(values.map(({ point }) => point))));
    }
  }
  return { companies, series: [...series.values()], points };
}

/** A filing with a date alone counts from 17:30 in New York, as in data sets that do not say otherwise. */
const knownAt = ({ acceptedAt, filedDate }: Fundamentals): Instant =>
  acceptedAt ?? newYorkInstant(filedDate, 17 * 60 + 30);

const unknownCompany = (ticker: string, fiscalYearEndMonth: number): Company => ({
  ...{ id: `filer-${ticker}`, ticker, name: ticker, country: 'US', region: 'US', currency: 'USD' },
  ...{ fiscalYearEndMonth, yearLabel: 'end', reporting: 'quarterly', isSynthetic: false },
});

/** 1 to 12, from the last filing that names its quarter; December without one. */
function yearEndMonthOf(filings: readonly Fundamentals[]): number {
  const quarters = filings.flatMap(({ fiscalPeriod, periodEnd }) => {
    const quarter = ['Q1', 'Q2', 'Q3', 'Q4', 'FY'].indexOf(fiscalPeriod ?? '') + 1;
    return quarter === 0 ? [] : [{ periodEnd, quarter: Math.min(quarter, 4) }];
  });
  const last = quarters.sort((one, other) => one.periodEnd - other.periodEnd).at(-1);
  return last ? ((monthsOf(null, last.periodEnd).last + 12 - last.quarter * 3) % 12) + 1 : 12;
}

type Found = Readonly<{ series: Series; point: Point }>;

function figuresOf(company: Company, filing: Fundamentals): Found[] {
  const { accession, periodEnd: end, statements, form } = filing;
  const [scale, known] = [scaleOf(statements), knownAt(filing)];
  return Object.entries(statements).flatMap(([statement, figures]) => {
    const isBalance = /balance/i.test(statement);
    const start = isBalance ? null : filing.periodStart;
    const period = labelOf(company, start, end);
    if (period === undefined || (start === null && !isBalance)) return [];
    return Object.entries(figures).map(([tag, { value, unit: written, label }]): Found => {
      const [id, path] = [`${company.id}/${statement}.${tag}`, pathOf(statement, label)];
      const unit = unitPattern.test(written) ? written : 'units';
      const ofSeries = { unit, scale: isAdditive(unit) ? scale : 1, sign: 'signed' } as const;
      const source = `${accession ?? `${company.ticker} ${form} ${period}`}/${statement}.${tag}`;
      return {
        series: { id, companyId: company.id, path, category: categoryOf(path), ...ofSeries },
        point: {
          ...{ id: source, seriesId: id, period, targetPeriod: null, start, end, value },
          ...{ precision: precisionOf(value, unit, scale), knownAt: known, accession },
          ...{ lineItem: tag, isComputed: false, isTagged: isAtOdds(tag, figures), restates: null },
        },
      };
    });
  });
}

/** `income_statement` and `Cost Of Revenue, Goods` to `Income Statement | Cost Of Revenue | Goods`. */
function pathOf(statement: string, label: string): string {
  const top = statement.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  // More than one comma is a list, not a level.
  return [top, ...(/^([^,]+), ([^,]+)$/.exec(label)?.slice(1) ?? [label])].join(levelSeparator);
}

/** A million or a thousand where it divides every amount of the filing, else one. */
function scaleOf(statements: Fundamentals['statements']): number {
  const figures = Object.values(statements).flatMap((one) => Object.values(one));
  const amounts = figures.filter(({ unit }) => isAdditive(unit));
  return [1e6, 1e3].find((scale) => amounts.every(({ value }) => value % scale === 0)) ?? 1;
}

function precisionOf(value: number, unit: string, scale: number): number | null {
  if (isAdditive(unit)) return Number.isInteger(value) ? scale : null;
  return unit.includes('/') && Number(value.toFixed(2)) === value ? 0.01 : null;
}

/** A balance sheet whose sides differ; other comprehensive income that repeats all comprehensive income. */
function isAtOdds(tag: string, figures: Figures): boolean {
  const value = (name: string) => figures[name]?.value;
  if (tag === 'assets' || tag === 'liabilities_and_equity')
    return value('assets') !== value('liabilities_and_equity');
  return (
    tag === 'other_comprehensive_income_loss' && value(tag) === value('comprehensive_income_loss')
  );
}

/** Each value of a period as a later version of the one before it. */
function restating(points: readonly Point[]): Point[] {
  const newest = new Map<string, string>();
  return points.map((point) => {
    const restates = newest.get(point.period) ?? null;
    newest.set(point.period, point.id);
    return { ...point, restates };
  });
}

/**
 * The values of a series by knowledge time, with computed fourth quarters. Revenue of a year below that of its three
 * quarters is at odds and gives none.
 */
function withFourthQuarters(points: readonly Point[]): Point[] {
  return points.flatMap((year) => {
    const { period, start, precision, knownAt: known } = year;
    // Per-share values, ratios and averages of shares do not add up.
    if (start === null || !period.endsWith('FY') || precision === null || precision < 1)
      return year;
    const [named, earlier] = [period.slice(0, 4), points.filter((one) => one.knownAt <= known)];
    const quarters = ['Q1', 'Q2', 'Q3'].flatMap(
      (part) => earlier.findLast((one) => one.period === named + part) ?? [],
    );
    const [third] = quarters.slice(2);
    if (third === undefined || earlier.some((one) => one.period === `${named}Q4`)) return year;
    const value = quarters.reduce((left, quarter) => left - quarter.value, year.value);
    if (year.lineItem === 'revenues' && value < 0) return { ...year, isTagged: true };
    const place = { id: `${year.id}/Q4`, period: `${named}Q4`, start: third.end + 1 };
    return [year, { ...year, ...place, value, isComputed: true }];
  });
}
