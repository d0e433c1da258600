/** Fiscal periods: labels, the months that they stand for, and the way back. */

import { civilDate, yearMonthDay, type CivilDate } from '#values';

/** `2023Q1`, `2023H1`, `2022FY`; `2023Q3YTD` is from the start of the fiscal year to the end of its third quarter. */
export const periodPattern = /^(\d{4})(?:Q([1-4])(YTD)?|H([12])|(FY))$/;

/** What a company's labels depend on. */
export interface FiscalCalendar {
  readonly fiscalYearEndMonth: number;
  readonly yearLabel: 'start' | 'end';
  readonly reporting: 'quarterly' | 'half-yearly';
}

/** Whole months, both inclusive, counted as year × 12 + month - 1. */
export interface MonthSpan {
  readonly first: number;
  readonly last: number;
}

export const monthCount = ({ first, last }: MonthSpan): number => last - first + 1;

/** The label without its mark for year-to-date: under this, vendors store both. */
export const bareLabel = (label: string): string => label.replace(/YTD$/, '');

/**
 * The month that ends nearest to a period's last day: a year of 52 or 53 weeks may end in the first days of the next
 * one (2010-01-03 belongs to December 2009).
 */
export function endMonth(end: CivilDate): number {
  const { year, month, day } = yearMonthDay(end);
  return year * 12 + month - (day <= 15 ? 2 : 1);
}

/** The months of a stretch of days; of a single day, the month that it ends. */
export function spanOf(start: CivilDate | null, end: CivilDate): MonthSpan {
  const last = endMonth(end);
  return { first: start === null ? last : endMonth(start - 1) + 1, last };
}

/** The months that a label stands for; undefined where it is no label. */
export function labelledSpan(
  label: string,
  { fiscalYearEndMonth, yearLabel }: Omit<FiscalCalendar, 'reporting'>,
): MonthSpan | undefined {
  const match = periodPattern.exec(label);
  if (!match) return undefined;
  const [, year, quarter, isYearToDate, half] = match;
  const endYear = Number(year) + (yearLabel === 'start' && fiscalYearEndMonth < 12 ? 1 : 0);
  const before = endYear * 12 + fiscalYearEndMonth - 13;
  const step = quarter === undefined ? (half === undefined ? 12 : 6) : 3;
  const number = Number(quarter ?? half ?? 1);
  const last = before + step * number;
  return { first: isYearToDate === undefined ? last - step + 1 : before + 1, last };
}

/**
 * The company's own label for a stretch of days, or for the day on which a balance is struck. Undefined where the
 * stretch is no quarter, half-year, year or year-to-date of its fiscal year.
 */
export function labelOf(
  { fiscalYearEndMonth, yearLabel, reporting }: FiscalCalendar,
  start: CivilDate | null,
  end: CivilDate,
): string | undefined {
  const span = spanOf(start, end);
  const left = (((fiscalYearEndMonth - 1 - span.last) % 12) + 12) % 12;
  const yearEnd = span.last + left;
  const year = Math.floor((yearLabel === 'end' ? yearEnd : yearEnd - 11) / 12);
  const part = partOf(12 - left, start === null ? 0 : monthCount(span), reporting);
  return part === undefined ? undefined : `${year}${part}`;
}

/** `elapsed` months of the fiscal year are over; `months` is 0 for a day. */
function partOf(
  elapsed: number,
  months: number,
  reporting: FiscalCalendar['reporting'],
): string | undefined {
  if (elapsed % 3 !== 0) return undefined;
  const isWhole = months === 0 || months === elapsed;
  if (elapsed === 12 && isWhole) return 'FY';
  if (elapsed === 6 && isWhole && reporting === 'half-yearly') return 'H1';
  if (elapsed === 12 && months === 6) return 'H2';
  if (months === 0 || months === 3) return `Q${elapsed / 3}`;
  return isWhole ? `Q${elapsed / 3}YTD` : undefined;
}

/** First and last day of whole months. */
export function datesOf({ first, last }: MonthSpan): { start: CivilDate; end: CivilDate } {
  const firstDay = (month: number): CivilDate =>
    civilDate(Math.floor(month / 12), (month % 12) + 1, 1);
  return { start: firstDay(first), end: firstDay(last + 1) - 1 };
}
