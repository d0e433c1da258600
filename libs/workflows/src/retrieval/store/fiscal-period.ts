/** Fiscal periods: labels, the months that they cover, and back. */

import { civilDate, yearMonthDay, type CivilDate } from '#values';

/**
 * `2023Q1`, `2023H1`, `2022FY`; `2023Q3YTD` is from the start of the fiscal year to the end of its
 * third quarter.
 */
export const periodPattern = /^(\d{4})(?:Q([1-4])(YTD)?|H([12])|FY)$/;

const monthNames =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
/** The English name of a month, counted from 0 in any year. */
export const monthName = (month: number): string => monthNames[month % 12]!;

/** What a company's labels depend on. */
export type FiscalYear = Readonly<{ fiscalYearEndMonth: number; yearLabel: 'start' | 'end' }>;

/** Whole months, both inclusive, counted as year × 12 + month - 1. */
export type Months = Readonly<{ first: number; last: number }>;

export const monthCount = ({ first, last }: Months): number => last - first + 1;

/** Without the mark for year-to-date: under this label, vendors store both. */
export const bareLabel = (label: string): string => label.replace(/YTD$/, '');

/**
 * The months of a stretch of days; without a start, the one month that `end` ends. A period belongs
 * to the month that ends nearest to it: a year of 52 or 53 weeks may end a few days into the next
 * (2010-01-03 ends December 2009).
 */
export function monthsOf(start: CivilDate | null, end: CivilDate): Months {
  const nearest = (date: CivilDate): number => {
    const { year, month, day } = yearMonthDay(date);
    return year * 12 + month - (day <= 15 ? 2 : 1);
  };
  return { first: start === null ? nearest(end) : nearest(start - 1) + 1, last: nearest(end) };
}

/** The months that a label covers; undefined for an invalid one. */
export function labeledMonths(label: string, fiscal: FiscalYear): Months | undefined {
  const match = periodPattern.exec(label);
  if (!match) return undefined;
  const [, year, quarter, yearToDate, half] = match;
  const later = fiscal.yearLabel === 'start' && fiscal.fiscalYearEndMonth < 12 ? 12 : 0;
  const first = (Number(year) - 1) * 12 + fiscal.fiscalYearEndMonth + later;
  let length;
  if (quarter) {
    length = 3;
  } else if (half) {
    length = 6;
  } else {
    length = 12;
  }
  const last = first + length * Number(quarter ?? half ?? 1) - 1;
  return { first: yearToDate ? first : last - length + 1, last };
}

/**
 * The label of a stretch of days, or of one day; undefined if it is not a named part of
 * a fiscal year.
 */
export function labelOf(fiscal: FiscalYear, start: CivilDate | null, end: CivilDate) {
  const { first, last } = monthsOf(start, end);
  const parts = start === null ? 'Q1 Q2 Q3 FY' : 'Q1 Q2 Q3 Q4 Q2YTD Q3YTD FY H2';
  const years = [-1, 0, 1].map((later) => Math.floor(last / 12) + later);
  const labels = years.flatMap((year) => parts.split(' ').map((part) => `${year}${part}`));
  return labels.find((label) => {
    const months = labeledMonths(label, fiscal);
    return months?.last === last && (start === null || months.first === first);
  });
}

/** First and last day of whole months. */
export function daysOf({ first, last }: Months) {
  const begin = (month: number) => civilDate(Math.floor(month / 12), (month % 12) + 1, 1);
  return { start: begin(first), end: begin(last + 1) - 1 };
}
