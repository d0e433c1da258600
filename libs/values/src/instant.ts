/**
 * A point in time as whole microseconds since 1970-01-01T00:00:00Z: an integer that a double
 * holds exactly.
 */

import { civilDate, formatCivilDate, two, yearMonthDay, type CivilDate } from './civil-date.js';

/** Microseconds since the Unix epoch, UTC, an integer; exact in a double until the year 2255. */
export type Instant = number;

export const microsPerMilli = 1000;
export const microsPerSecond = 1_000_000;
export const microsPerMinute = 60 * microsPerSecond;
export const microsPerHour = 60 * microsPerMinute;
export const microsPerDay = 24 * microsPerHour;

/** Midnight UTC of a date. */
export function startOfUtcDay(date: CivilDate): Instant {
  return date * microsPerDay;
}

/** The UTC date of an instant. */
export function utcDateOf(instant: Instant): CivilDate {
  return Math.floor(instant / microsPerDay);
}

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)(?: *(Z|[+-]\d{2}:?\d{2}))?$/;

/**
 * ISO 8601 date and time to an instant. Without an offset `offsetMinutesDefault` applies (0 = UTC);
 * pass null to reject such a text. Sub-microsecond digits round up, so that nothing
 * is known before it happened. Undefined if the text is anything else.
 */
export function parseInstant(
  text: string,
  offsetMinutesDefault: number | null = 0,
): Instant | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  const hour = Number(match[4]);
  const minute = Number(match[5]);
  const second = Number(match[6] ?? 0);
  if (!isMonthAndTime(month, hour, minute, second)) return undefined;
  const date = civilDate(year, month, day);
  if (day < 1 || yearMonthDay(date).day !== day) return undefined;
  const offset = match[8] === undefined ? offsetMinutesDefault : offsetMinutes(match[8]);
  if (offset === null || offset === undefined) return undefined;
  const fraction = Math.ceil(Number((match[7] ?? '0').padEnd(9, '0')) / 1000);
  return (
    startOfUtcDay(date) +
    hour * microsPerHour +
    (minute - offset) * microsPerMinute +
    second * microsPerSecond +
    fraction
  );
}

/** The most recently formatted date: instants come in order, many on the same date. */
let day = { date: NaN, text: '' };

/** `2025-03-03T21:00:00Z`, with a fraction of 3 or 6 digits if there is one. */
export function formatInstant(instant: Instant): string {
  const date = utcDateOf(instant);
  if (date !== day.date) day = { date, text: formatCivilDate(date) };
  const rest = instant - startOfUtcDay(date);
  const seconds = Math.floor(rest / microsPerSecond);
  const micros = rest % microsPerSecond;
  const hour = Math.floor(seconds / 3600);
  const minute = Math.floor(seconds / 60) % 60;
  return `${day.text}T${two(hour)}:${two(minute)}:${two(seconds % 60)}${fractionText(micros)}Z`;
}

function fractionText(micros: number): string {
  if (micros === 0) return '';
  const digits = String(micros).padStart(6, '0');
  return digits.endsWith('000') ? `.${digits.slice(0, 3)}` : `.${digits}`;
}

function offsetMinutes(text: string): number | undefined {
  if (text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  if (hours > 14 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const isMonthAndTime = (month: number, hour: number, minute: number, second: number): boolean =>
  month >= 1 && month <= 12 && hour <= 23 && minute <= 59 && second <= 59;
