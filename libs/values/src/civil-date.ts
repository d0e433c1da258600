/**
 * A calendar date without a time zone, as days since 1970-01-01: cheap to compare, add and store.
 */

import { excerpt, invalidInput } from './failure.js';

/** Days since 1970-01-01 (proleptic Gregorian), an integer. */
export type CivilDate = number;

/** 0 = Sunday … 6 = Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/**
 * Days-from-civil, after H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
 * `month` is 1..12, `day` 1..31; not checked.
 */
export function civilDate(year: number, month: number, day: number): CivilDate {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Year, month (1..12) and day (1..31) of a date; inverse of `civilDate`. */
export function yearMonthDay(date: CivilDate): { year: number; month: number; day: number } {
  const z = date + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function weekdayOf(date: CivilDate): Weekday {
  return ((((date + 4) % 7) + 7) % 7) as Weekday;
}

/** Whether a date is a Saturday or a Sunday. */
export const isWeekend = (date: CivilDate): boolean => [0, 6].includes(weekdayOf(date));

/** Parses `YYYY-MM-DD`; undefined if the text is anything else or the day does not exist. */
export function parseCivilDate(text: string): CivilDate | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  if (month < 1 || month > 12 || day < 1) return undefined;
  const date = civilDate(year, month, day);
  return yearMonthDay(date).day === day ? date : undefined;
}

/** Like `parseCivilDate`; throws `InvalidInput` naming `where`. */
export function requireCivilDate(text: string, where: string): CivilDate {
  const date = parseCivilDate(text);
  if (date !== undefined) return date;
  throw invalidInput('not a date', { where, expected: 'YYYY-MM-DD', found: excerpt(text) });
}

/** `YYYY-MM-DD`; years 0000 to 9999. */
export function formatCivilDate(date: CivilDate): string {
  const { year, month, day } = yearMonthDay(date);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** At least two digits. */
export function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
