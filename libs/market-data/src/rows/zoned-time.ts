/** Parses dates, times and numbers of files: strictly, and in the file's declared time zone. */

import {
  formatInstant,
  microsPerMinute,
  parseCivilDate,
  parseInstant,
  type CivilDate,
  type Instant,
} from '#values';
import { clockChangeAt, instantOfClock, zoneOffset } from '#values/zones/zone-clock';
import { clockText } from '../calendar/clock-text.js';
import type { TimestampZone } from '../manifest/dataset-manifest.js';
import type { Defect } from './row-defect.js';

const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
const offsetPattern = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/;

/**
 * A decimal number, exactly as `Number` reads it; undefined for NaN, infinities,
 * hexadecimal, spaces.
 */
export function parseNumber(text: string): number | undefined {
  if (!numberPattern.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Whether a time includes its offset from UTC. */
export const hasOffset = (text: string): boolean => offsetPattern.test(text.slice(10));

/**
 * An ISO 8601 date and time; without an offset it is a clock time of `zone`. Undefined for
 * anything else.
 */
export function parseZonedInstant(text: string, zone: TimestampZone): Instant | undefined {
  if (hasOffset(text)) {
    // "+00" is the short form that databases print.
    return parseInstant(/[+-]\d{2}$/.test(text) ? `${text}:00` : text, null);
  }
  const clock = parseInstant(text, 0);
  return clock === undefined ? undefined : instantOfClock(clock, zone);
}

/**
 * The defect of a row whose instant is not later than that of the row above: clock times of the
 * hour that a clock change skips or repeats are ambiguous. Undefined unless both are in that hour.
 */
export function clockChangeDefect(
  instant: Instant,
  above: Instant,
  zone: TimestampZone | undefined,
): Defect | undefined {
  if (!(instant <= above) || zone === undefined) return undefined;
  const change = clockChangeAt(instant, zone);
  if (change === undefined || change.at !== clockChangeAt(above, zone)?.at) return undefined;
  const example = clockTextAt(change.at + 30 * microsPerMinute, zone);
  return {
    what: 'the clock change makes the time ambiguous: it does not exist, or exists twice',
    expected: `times with their offset from UTC, such as ${example}`,
  };
}

/** `2025-11-02 01:30:00-05:00`. */
function clockTextAt(instant: Instant, zone: TimestampZone): string {
  const offset = zoneOffset(instant, zone);
  const [date = '', clock = ''] = formatInstant(instant + offset).split(/[TZ]/);
  const sign = offset < 0 ? '-' : '+';
  return `${date} ${clock}${sign}${clockText(Math.abs(offset) / microsPerMinute)}`;
}

/** A date of the years 1900 to 2199; instants beyond lose their microseconds. */
export function parseDate(text: string): CivilDate | undefined {
  const date = parseCivilDate(text);
  return date !== undefined && text >= '1900' && text < '2200' ? date : undefined;
}
