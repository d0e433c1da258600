/** Dates of a workbook: numbers of days whose cell has the format of a date. */

import { formatCivilDate, formatInstant, microsPerDay, utcDateOf } from '#values';

/** Days that a workbook counts from 1900, or from 1904. */
export type DateSystem = 1900 | 1904;

/** Days from the first of each system to 1970. */
const daysTo1970 = { 1900: 25_569, 1904: 24_107 };
/** Excel counts a February 29 of 1900, which there was not: days before it are one day behind. */
const missingDay = 60;

/** Formats of dates and times that have no code in the file. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** Whether the format shows dates or times. `code`: if the file has one for it. */
export function isDateFormat(id: string, code: string | undefined): boolean {
  if (code !== undefined) return /[dyhs]/i.test(withoutTexts(code));
  return builtInDates.some(([from, to]) => Number(id) >= from && Number(id) <= to);
}

/** A format without quoted texts, bracketed colors and locales, padding, and escaped characters. */
function withoutTexts(code: string): string {
  const unquoted = code.split('"').filter((_, part) => part % 2 === 0);
  const [first = '', ...bracketed] = unquoted.join('').split('[');
  const behind = bracketed.map((part) => part.slice(part.indexOf(']') + 1));
  return [first, ...behind].join('').replace(/[\\_*]./g, '');
}

/** The text of a number of days: a date, a clock time if it is less than a day, or both. */
export function dateText(value: string, system: DateSystem): string {
  const days = Number(value);
  // No day of a calendar: the check of the data set names the text.
  if (!(days >= 0 && days < 1_000_000)) return value;
  const isMissing = system === 1900 && Math.trunc(days) === missingDay;
  if (isMissing) return value;
  // Workbooks keep times to about a millisecond.
  const clock = Math.round((days * microsPerDay) / 1000) * 1000;
  if (days < 1) return clockText(clock);
  const isEarly = system === 1900 && days < missingDay;
  const shift = daysTo1970[system] - (isEarly ? 1 : 0);
  const at = clock - shift * microsPerDay;
  const date = formatCivilDate(utcDateOf(at));
  return at % microsPerDay === 0 ? date : `${date} ${clockText(at)}`;
}

const clockText = (at: number): string => formatInstant(at).split('T')[1]!.slice(0, -1);
