/** Where days and weeks of a file begin, if not where those of the calendar do. */

import {
  microsPerDay,
  microsPerMinute,
  startOfUtcDay,
  utcDateOf,
  weekdayOf,
  type Instant,
} from '#values';
import {
  weekdayNames,
  type CalendarStarts,
  type WeekdayName,
} from '#contracts/facts/calendar-name';
import { dateInZone, zonedInstant } from '#values/zones/zone-clock';
import { clockText } from '../../calendar/clock-text.js';

interface StampedBars {
  readonly calendar: string;
  readonly frequency: string;
  /**
   * Whether times are clock times without an offset: those are dates, whatever zone they are of.
   */
  readonly isClock: boolean;
}

/**
 * The starts to declare for bars of days and weeks in calendars whose days touch; without any where
 * the times fit the calendar's own, or none at all: then the check refuses them.
 */
export function startsOf(
  stamps: readonly Instant[],
  { calendar, frequency, isClock }: StampedBars,
): CalendarStarts {
  if (frequency === 'intraday' || !calendar.startsWith('24/')) return {};
  const dayStart = isClock
    ? dayStartOfDates(stamps, { calendar, frequency })
    : dayStartOf(stamps, calendar);
  const isWeekly = frequency === 'weekly' && calendar === '24/7';
  const weekStart = isWeekly ? weekStartOf(stamps) : undefined;
  const starts: { dayStart?: string; weekStart?: WeekdayName } = {};
  if (dayStart !== undefined) starts.dayStart = dayStart;
  if (weekStart !== undefined) starts.weekStart = weekStart;
  return starts;
}

const newYork = 'America/New_York';

const midnightInNewYork = (at: Instant): Instant =>
  zonedInstant(dateInZone(at, newYork), 0, newYork);

function dayStartOf(stamps: readonly Instant[], calendar: string): string | undefined {
  const inUtc = only(stamps.map((at) => at - startOfUtcDay(utcDateOf(at))));
  const inNewYork = only(stamps.map((at) => at - midnightInNewYork(at)));
  if (calendar === '24/5' && inNewYork === 17 * 60 * microsPerMinute) return undefined;
  if (inUtc !== undefined) {
    const isEnd = microsPerDay - inUtc <= microsPerMinute;
    const isOwn = calendar === '24/7' && inUtc === 0;
    return isEnd || isOwn ? undefined : clockOf(inUtc);
  }
  const isMidnight = inNewYork !== undefined && inNewYork % microsPerMinute === 0;
  return isMidnight ? `${clockOf(inNewYork)} America/New_York` : undefined;
}

/**
 * Days of currencies from 17:00 New York have no Sunday: a file with dates that are Sundays has
 * those of Greenwich, as Dukascopy and Exness do, which end later.
 */
function dayStartOfDates(
  stamps: readonly Instant[],
  { calendar, frequency }: Pick<StampedBars, 'calendar' | 'frequency'>,
): string | undefined {
  if (calendar !== '24/5' || frequency !== 'daily') return undefined;
  return stamps.some((at) => weekdayOf(utcDateOf(at)) === 0) ? '00:00' : undefined;
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
  return micros % microsPerMinute === 0 ? clockText(micros / microsPerMinute) : undefined;
}
