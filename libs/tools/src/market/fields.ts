/** Arguments and result members that many tools share, each with its convention. */

import { z } from 'zod';
import { formatCivilDate, invalidInput, requireCivilDate, type CivilDate } from '#values';
import type { DateRange } from './trading-dates.js';

export const symbolField = z
  .string()
  .min(1)
  .max(32)
  .describe('Ticker as the data set spells it, in capital letters, for example AAPL.');

/** A date in an argument. */
export const dateField = (what: string) => z.iso.date().describe(`${what} YYYY-MM-DD.`);

/** A range of dates in arguments. */
export const rangeFields = {
  date_start: dateField('First day, inclusive.'),
  date_end: dateField('Last day, inclusive; days after the as-of are cut off.'),
};

/** The same, with optional ends. */
export const openRangeFields = {
  date_start: dateField('First day, inclusive; without it, from the beginning.').nullish(),
  date_end: dateField('Last day, inclusive; without it, up to the as-of.').nullish(),
};

export interface AskedRange {
  readonly date_start?: string | null | undefined;
  readonly date_end?: string | null | undefined;
}

/** A date in a result. */
export const dateText = z.string().describe('YYYY-MM-DD');

/** The first members of many results. */
export const symbolAndDate = { symbol: z.string(), date: dateText };

export const dateOrNull = (date: CivilDate | null | undefined): string | null =>
  isGiven(date) ? formatCivilDate(date) : null;

/** Whether an optional argument was given; clients send null for one that was not. */
export function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

/** Throws `InvalidInput` if the range ends before it begins. */
export function rangeOf({ date_start: first, date_end: last }: AskedRange): DateRange {
  const from = isGiven(first) ? requireCivilDate(first, 'date_start') : -Infinity;
  const to = isGiven(last) ? requireCivilDate(last, 'date_end') : Infinity;
  if (from <= to) return { from, to };
  throw invalidInput('a range that ends before it begins', {
    where: 'date_end',
    expected: `${formatCivilDate(from)} or later`,
    found: formatCivilDate(to),
  });
}

/**
 * `value` with this many decimals; exact ties round away from zero, and negative zero becomes zero.
 */
export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0;
}

const surrogate = /[\ud800-\udfff]/;

export function characterCount(text: string): number {
  return surrogate.test(text) ? Array.from(text).length : text.length;
}

/** `count` characters starting at `offset`. */
export function characters(text: string, offset: number, count = Infinity): string {
  const end = offset + count;
  return surrogate.test(text)
    ? Array.from(text).slice(offset, end).join('')
    : text.slice(offset, end);
}
