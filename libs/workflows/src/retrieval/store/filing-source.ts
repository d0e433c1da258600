/** Fundamentals from the facts of filings, as a market view shows them. */

import type { Fundamentals } from '#contracts';
import type { Instant } from '#values';
import { zonedInstant } from '#values/zones/zone-clock';
import { labelOf, monthsOf } from './fiscal-period.js';
import { categoryOf, isAdditive, levelSeparator, unitPattern } from './fundamentals-model.js';
import type { Company, Point, Series } from './fundamentals-model.js';

/**
 * Companies, series and values of filings in any order; profiles add what facts lack about a
 * company, such as its name. Labels come from dates: the vendor's year is inconsistent for years of
 * 52 or 53 weeks. A later filing for a period restates the earlier. Figures at odds with others are
 * marked as tagged; flows without a first day are skipped.
 */
export function filingFundamentals(
  filings: readonly Fundamentals[],
  profiles: readonly (Partial<Company> & Pick<Company, 'ticker'>)[] = [],
) {
  const companies: Company[] = [];
  const series: Series[] = [];
  const points: Point[] = [];
  for (const [ticker, filed] of Map.groupBy(filings, ({ symbol }) => symbol)) {
    const company: Company = {
      id: `filer-${ticker}`,
      ticker,
      name: ticker,
      country: 'US',
      region: 'US',
      currency: 'USD',
      fiscalYearEndMonth: yearEndMonthOf(filed),
      yearLabel: 'end',
      reporting: 'quarterly',
      isSynthetic: false,
      ...profiles.find((one) => one.ticker === ticker),
    };
    companies.push(company);
    filed.sort((one, other) => knownAt(one) - knownAt(other));
    const found = filed.flatMap((filing) => figuresOf(company, filing));
    for (const same of Map.groupBy(found, (one) => one.series.id).values()) {
      series.push(...same.slice(-1).map((one) => one.series));
      points.push(...versionsOf(same.map(({ point }) => point)));
    }
  }
  return { companies, series, points };
}

/** A filing with only a date counts from 17:30 in New York, the default of data sets. */
const knownAt = ({ acceptedAt, filedDate }: Fundamentals): Instant =>
  acceptedAt ?? zonedInstant(filedDate, 17 * 60 + 30, 'America/New_York');

/** 1 to 12, from the last period that is named as a quarter or a year; December without one. */
function yearEndMonthOf(filings: readonly Fundamentals[]): number {
  const named = filings.filter(({ fiscalPeriod }) => /^(Q[1-4]|FY)$/.test(fiscalPeriod ?? ''));
  const last = named.sort((one, other) => one.periodEnd - other.periodEnd).at(-1);
  if (last === undefined) return 12;
  const quarter = Number(/\d/.exec(last.fiscalPeriod ?? '') ?? 4);
  return ((monthsOf(null, last.periodEnd).last + 12 - quarter * 3) % 12) + 1;
}

function figuresOf(company: Company, filing: Fundamentals) {
  const { accession, periodEnd: end, statements, form } = filing;
  const all = Object.values(statements).flatMap((figures) => Object.values(figures));
  const amounts = all.filter(({ unit }) => isAdditive(unit));
  const isScale = (scale: number) => amounts.every(({ value }) => value % scale === 0);
  const amountScale = [1e6, 1e3].find(isScale) ?? 1;
  return Object.entries(statements).flatMap(([statement, figures]) => {
    const isBalance = /balance/i.test(statement);
    const start = isBalance ? null : filing.periodStart;
    const period = labelOf(company, start, end);
    if (period === undefined || (start === null && !isBalance)) return [];
    return Object.entries(figures).map(([tag, { value, unit: written, label }]) => {
      const id = `${company.id}/${statement}.${tag}`;
      const path = pathOf(statement, label);
      const unit = unitPattern.test(written) ? written : 'units';
      const scale = isAdditive(unit) ? amountScale : 1;
      const ofSeries = { path, category: categoryOf(path), unit, scale, sign: 'signed' } as const;
      const series: Series = { id, companyId: company.id, ...ofSeries };
      const source = accession ?? `${company.ticker} ${form} ${period}`;
      const point: Point = {
        id: `${source}/${statement}.${tag}`,
        seriesId: id,
        period,
        targetPeriod: null,
        start,
        end,
        value,
        precision: precisionOf(value, series),
        knownAt: knownAt(filing),
        accession,
        lineItem: tag,
        isComputed: false,
        isTagged: isAtOdds(tag, figures),
        restates: null,
      };
      return { series, point };
    });
  });
}

/**
 * `income_statement` and `Cost Of Revenue, Goods` to `Income Statement | Cost Of Revenue | Goods`.
 */
function pathOf(statement: string, label: string): string {
  const top = statement.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  // More than one comma is a list, not a level.
  return [top, ...(/^([^,]+), ([^,]+)$/.exec(label)?.slice(1) ?? [label])].join(levelSeparator);
}

function precisionOf(value: number, { unit, scale }: Series): number | null {
  if (isAdditive(unit)) return Number.isInteger(value) ? scale : null;
  return unit.includes('/') && Number(value.toFixed(2)) === value ? 0.01 : null;
}

/**
 * A balance sheet whose sides differ; other comprehensive income that repeats all
 * comprehensive income.
 */
function isAtOdds(tag: string, figures: Fundamentals['statements'][string]): boolean {
  const isSame = (one: string, other: string) => figures[one]?.value === figures[other]?.value;
  if (tag === 'other_comprehensive_income_loss') return isSame(tag, 'comprehensive_income_loss');
  const sides = ['assets', 'liabilities_and_equity'] as const;
  return sides.some((side) => side === tag) && !isSame(...sides);
}

/**
 * The values of a series by knowledge time, each restating the one before it for its period. A
 * fourth quarter is the year less the three others, and computed; revenue of a year below that of
 * its three quarters is tagged instead.
 */
function versionsOf(points: readonly Point[]): Point[] {
  const newest = new Map<string, string>();
  return points
    .flatMap((year) => {
      // Per-share values, ratios and averages of shares do not add up.
      const isSum = year.start !== null && year.period.endsWith('FY') && (year.precision ?? 0) >= 1;
      if (!isSum) return year;
      const earlier = points.filter((one) => one.knownAt <= year.knownAt);
      const quarterOf = new Map(earlier.map((one) => [one.period, one]));
      const labels = ['Q1', 'Q2', 'Q3', 'Q4'].map((part) => year.period.replace('FY', part));
      const [first, second, third, fourth] = labels.map((label) => quarterOf.get(label));
      if (!first || !second || !third || fourth) return year;
      const value = year.value - first.value - second.value - third.value;
      if (year.lineItem === 'revenues' && value < 0) return { ...year, isTagged: true };
      const place = { period: year.period.replace('FY', 'Q4'), start: third.end + 1 };
      return [year, { ...year, ...place, id: `${year.id}/Q4`, value, isComputed: true }];
    })
    .map((point) => {
      const restates = newest.get(point.period) ?? null;
      newest.set(point.period, point.id);
      return { ...point, restates };
    });
}
