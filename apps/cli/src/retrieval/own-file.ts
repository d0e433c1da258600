/**
 * Checks of a user's own fundamentals that schemas cannot express: periods against days,
 * and categories.
 */

import { excerpt, formatCivilDate, invalidInput, type CivilDate } from '#values';
import {
  daysOf,
  labeledMonths,
  monthsOf,
  type Months,
} from '#workflows/retrieval/store/fiscal-period';
import type { Company, FundamentalsData, Point } from '#workflows';
import { placeOf } from '#workflows/retrieval/store/line-documents';

/**
 * Throws `InvalidInput` for a period that does not match its days in the company's fiscal year.
 * Returns warnings about series without a category: they can be looked up, but never asked for.
 */
export function checkOwnFile({ companies, series, points }: FundamentalsData): string[] {
  const companyOf = new Map(companies.map((one) => [one.id, one]));
  const ofSeries = new Map(series.map((one) => [one.id, companyOf.get(one.companyId)]));
  for (const point of points) {
    const company = ofSeries.get(point.seriesId);
    if (company !== undefined) requireOwnDays(point, company);
  }
  return series
    .filter(({ category }) => category === null)
    .map(
      (one) =>
        `${placeOf(one, 'path')}: a series of no category is never asked for; expected a first ` +
        'level that says guidance, segments, balance sheet, cash flow, income or KPI; found ' +
        `${excerpt(one.path)}`,
    );
}

function requireOwnDays(point: Point, company: Company): void {
  const { period, start, end } = point;
  const year = labeledMonths(period.replace(/^(\d{4}).*/, '$1FY'), company);
  const own = labeledMonths(period, company);
  if (own === undefined || year === undefined || areDaysOf(point, own, year)) return;
  const [from, to] = Object.values(daysOf(own)).map(formatCivilDate);
  const { fiscalYearEndMonth, yearLabel } = company;
  const days = [start, end].flatMap((day) => (day === null ? [] : formatCivilDate(day)));
  throw invalidInput('a period that contradicts its days, or the fiscal year of its company', {
    where: placeOf(point, 'period'),
    expected:
      `days ${start === null ? '' : `from ${from} `}to ${to} for ${period}, by ` +
      `fiscalYearEndMonth ${fiscalYearEndMonth} and yearLabel ${yearLabel} in ${placeOf(company)}`,
    found: days.join(' to '),
  });
}

/**
 * A flow starts with its period, or with its fiscal year if it is year-to-date. Quarters of 12 or
 * 16 weeks may end in the month before or after; fiscal years may not, nor may a quarter that ends
 * on the last day of a month.
 */
function areDaysOf({ start, end }: Point, period: Months, year: Months): boolean {
  const isAt = (day: CivilDate, month: number): boolean => {
    const nearest = monthsOf(null, day);
    const isExact = daysOf(nearest).end === day || month === year.last || month === year.first - 1;
    return Math.abs(nearest.last - month) <= (isExact ? 0 : 1);
  };
  const starts = [period.first - 1, year.first - 1];
  return (
    isAt(end, period.last) && (start === null || starts.some((month) => isAt(start - 1, month)))
  );
}
