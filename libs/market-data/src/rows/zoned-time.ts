/** Dates, times and numbers of files as text: strict, and in the file's declared time zone. */

import {
  microsPerMinute,
  microsPerHour,
  parseCivilDate,
  parseInstant,
  startOfUtcDay,
  utcDateOf,
  type CivilDate,
  type Instant,
} from '#values';
import { newYorkInstant } from '#values/new-york-time';
import type { TimestampZone } from '../manifest/dataset-manifest.js';

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
const offsetPattern = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/;

/** A decimal number, exactly as `Number` reads it; undefined for NaN, infinities, hexadecimal, blanks. */
export function parseNumber(text: string): number | undefined {
  if (!numberPattern.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** An ISO 8601 date and time; without an offset it is a clock time of `zone`. Undefined for anything else. */
export function parseZonedInstant(text: string, zone: TimestampZone): Instant | undefined {
  if (offsetPattern.test(text.slice(10))) {
    // "+00" is the short form that databases print.
    return parseInstant(/[+-]\d{2}$/.test(text) ? `${text}:00` : text, null);
  }
  const clock = parseInstant(text, 0);
  return clock === undefined ? undefined : fromClock(clock, zone);
}

/** An instant whose UTC clock shows what the clock of `zone` shows, as the instant meant. */
export function fromClock(clock: Instant, zone: TimestampZone): Instant {
  if (zone === 'UTC') return clock;
  if (zone === 'America/New_York') {
    const date = utcDateOf(clock);
    const micros = clock - startOfUtcDay(date);
    const minutes = Math.floor(micros / microsPerMinute);
    return newYorkInstant(date, minutes) + (micros - minutes * microsPerMinute);
  }
  const hours = Number(zone.slice(1, 3)) * microsPerHour;
  const offset = hours + Number(zone.slice(4)) * microsPerMinute;
  return zone.startsWith('-') ? clock + offset : clock - offset;
}

/** A date of the years 1900 to 2199; instants beyond lose their microseconds. */
export function parseDate(text: string): CivilDate | undefined {
  const date = parseCivilDate(text);
  return date !== undefined && text >= '1900' && text < '2200' ? date : undefined;
}
