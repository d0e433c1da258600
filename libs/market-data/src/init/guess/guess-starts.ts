/** Where days and weeks of a file begin, if not where those of the calendar do. */

import {
  microsPerDay,
  microsPerMinute,
  startOfUtcDay,
  utcDateOf,
  weekdayOf,
  type Instant,
} from '#values';
import { weekdayNames, type CalendarStarts } from '#contracts/facts/calendar-name';
import { newYorkDateOf, newYorkInstant } from '#values/new-york-time';

interface StampedBars {
  readonly calendar: string;
  readonly frequency: string;
  /** Whether times are clock times without an offset: those are dates, whatever zone they are of. */
  readonly isClock: boolean;
}

/**
 * The starts to declare for bars of days and weeks in calendars whose days touch; without any where the times fit the
 * calendar's own, or none at all: then the check refuses them.
 */
export function startsOf(
  stamps: readonly Instant[],
  { calendar, frequency, isClock }: StampedBars,
): CalendarStarts {
  if (frequency === 'intraday' || calendar === 'XNYS') return {};
  const dayStart = isClock ? undefined : dayStartOf(stamps, calendar);
  const isWeekly = frequency === 'weekly' && calendar === '24/7';
  const weekStart = isWeekly ? weekStartOf(stamps) : undefined;
  return { ...(dayStart && { dayStart }), ...(weekStart && { weekStart }) };
}

function dayStartOf(stamps: readonly Instant[], calendar: string): string | undefined {
  const inUtc = only(stamps.map((at) => at - startOfUtcDay(utcDateOf(at))));
  const inNewYork = only(stamps.map((at) => at - newYorkInstant(newYorkDateOf(at), 0)));
  if (calendar === '24/5' && inNewYork === 17 * 60 * microsPerMinute) return undefined;
  if (inUtc !== undefined) {
    const isEnd = microsPerDay - inUtc <= microsPerMinute;
    const isOwn = calendar === '24/7' && inUtc === 0;
    return isEnd || isOwn ? undefined : clockOf(inUtc);
  }
  const isMidnight = inNewYork !== undefined && inNewYork % microsPerMinute === 0;
  return isMidnight ? `${clockOf(inNewYork)} America/New_York` : undefined;
}

/** The day on which all of them are; undefined for Monday, or if they are on several. */
function weekStartOf(stamps: readonly Instant[]): CalendarStarts['weekStart'] {
  const weekday = only(stamps.map((at) => weekdayOf(utcDateOf(at))));
  return weekday === undefined || weekday === 1 ? undefined : weekdayNames[weekday];
}

/** The value that all of them are. */
function only(values: readonly number[]): number | undefined {
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}

function clockOf(micros: number): string | undefined {
  if (micros % microsPerMinute !== 0) return undefined;
  const minutes = micros / microsPerMinute;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
