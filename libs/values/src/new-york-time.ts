/** New York's clock by rule, so that a machine without time zone data computes the same instants. */

import { civilDate, weekdayOf, yearMonthDay, type CivilDate } from './civil-date.js';
import {
  microsPerHour,
  microsPerMinute,
  startOfUtcDay,
  utcDateOf,
  type Instant,
} from './instant.js';

const standardOffsetHours = -5;
const daylightOffsetHours = -4;

interface DaylightTime {
  /** The date on which clocks go forward, at 02:00 standard time. */
  readonly from: CivilDate;
  /** The date on which clocks go back, at 02:00 daylight time. */
  readonly to: CivilDate;
}

const ofYear = new Map<number, DaylightTime>();

/**
 * First Sunday of April to last Sunday of October (1987 to 2006, Public Law 99-359), second Sunday of
 * March to first Sunday of November (since 2007, Energy Policy Act of 2005, section 110).
 */
function daylightTimeOf(year: number): DaylightTime {
  const known = ofYear.get(year);
  if (known) return known;
  const found =
    year < 2007
      ? { from: sundayOnOrAfter(year, 4, 1), to: sundayOnOrAfter(year, 10, 25) }
      : { from: sundayOnOrAfter(year, 3, 8), to: sundayOnOrAfter(year, 11, 1) };
  ofYear.set(year, found);
  return found;
}

/**
 * The instant of a New York date and clock time, in minutes after midnight (may be below 0 or above
 * 1,440). A time that occurs twice means the second occurrence, and one that does not exist is read an hour
 * later, so that nothing is known too early. Valid since 1987.
 */
export function newYorkInstant(date: CivilDate, minutes: number): Instant {
  const day = date + Math.floor(minutes / 1440);
  const minuteOfDay = minutes - Math.floor(minutes / 1440) * 1440;
  const { from, to } = daylightTimeOf(yearMonthDay(day).year);
  const daylight =
    (day > from || (day === from && minuteOfDay >= 180)) &&
    (day < to || (day === to && minuteOfDay < 60));
  const offset = daylight ? daylightOffsetHours : standardOffsetHours;
  return startOfUtcDay(day) + minuteOfDay * microsPerMinute - offset * microsPerHour;
}

/** The date whose clock change skipped, or repeated, the hour of the clock time that became this instant. */
export function clockChangeAt(instant: Instant): CivilDate | undefined {
  const { from, to } = daylightTimeOf(yearMonthDay(utcDateOf(instant)).year);
  return [newYorkInstant(from, 180), newYorkInstant(to, 60)].some(
    (start) => instant >= start && instant < start + microsPerHour,
  )
    ? utcDateOf(instant)
    : undefined;
}

/** New York's offset from UTC at an instant, hours: -5 or -4. */
export function newYorkOffsetHours(instant: Instant): number {
  const { year } = yearMonthDay(utcDateOf(instant + standardOffsetHours * microsPerHour));
  const { from, to } = daylightTimeOf(year);
  const begins = startOfUtcDay(from) + (2 - standardOffsetHours) * microsPerHour;
  const ends = startOfUtcDay(to) + (2 - daylightOffsetHours) * microsPerHour;
  return instant >= begins && instant < ends ? daylightOffsetHours : standardOffsetHours;
}

/** The date in New York at an instant. */
export function newYorkDateOf(instant: Instant): CivilDate {
  return utcDateOf(instant + newYorkOffsetHours(instant) * microsPerHour);
}

function sundayOnOrAfter(year: number, month: number, day: number): CivilDate {
  const date = civilDate(year, month, day);
  return date + ((7 - weekdayOf(date)) % 7);
}
