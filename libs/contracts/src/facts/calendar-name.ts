/** Names of trading calendars, as data sets, tapes and results write them. */

import { z } from 'zod';

export const calendarNames = ['XNYS', '24/5', '24/7'] as const;
/** Includes the calendars of weekly and monthly bars, whose sessions are weeks and months. */
export const tapeCalendarNames = [
  ...calendarNames,
  ...(['XNYS weekly', '24/5 weekly', '24/7 weekly'] as const),
  ...(['XNYS monthly', '24/5 monthly', '24/7 monthly'] as const),
] as const;
export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
export type WeekdayName = (typeof weekdayNames)[number];

const dayStart =
  '([01][0-9]|2[0-3]):[0-5][0-9]( (UTC|America/New_York|[+-](0[0-9]|1[0-4]):[0-5][0-9]))?';
/** The start of a day: a clock time, of UTC or of the zone that is named. */
export const dayStartPattern = new RegExp(`^${dayStart}$`);
const calendarPattern = new RegExp(
  `^(XNYS|24/[57]( from ${dayStart})?)( monthly| weekly( from (${weekdayNames.join('|')}))?)?$`,
);

/**
 * A calendar by name; `weekly` and `monthly` are those of such bars. Days and weeks that begin elsewhere than the
 * calendar's are named with their start: `24/7 from 16:00`, `24/7 weekly from Thursday`.
 */
export type CalendarName = `${(typeof calendarNames)[number]}${'' | ` ${string}`}`;

export const calendarNameSchema = z
  .string()
  .regex(
    calendarPattern,
    'expected a calendar, such as XNYS, 24/7 or 24/7 weekly',
  ) as unknown as z.ZodType<CalendarName, CalendarName>;

/** Where days and weeks begin, if not where those of the calendar do. */
export interface CalendarStarts {
  /** As in `dataset.yaml`: `16:00`, `00:00 America/New_York`. */
  readonly dayStart?: string | undefined;
  readonly weekStart?: WeekdayName | undefined;
}

export interface TapeCalendar extends CalendarStarts {
  readonly calendar: (typeof tapeCalendarNames)[number];
}

/** The name of the calendar of a tape, with the starts of its days and weeks. */
export function calendarNameOf({ calendar, dayStart, weekStart }: TapeCalendar): CalendarName {
  const [base, period] = calendar.split(' ') as [(typeof calendarNames)[number], string?];
  const days: CalendarName = dayStart === undefined ? base : `${base} from ${dayStart}`;
  if (period === undefined) return days;
  const isOther = period === 'weekly' && weekStart !== undefined && weekStart !== 'Monday';
  return isOther ? `${days} weekly from ${weekStart}` : `${days} ${period}`;
}

/** The parts of such a name, as the header of a tape has them. */
export function tapeCalendarOf(name: CalendarName): TapeCalendar {
  const [days = '', period, weekStart] = name.split(/ (weekly|monthly)(?: from )?/);
  const [base, dayStart] = days.split(' from ');
  const calendar = period === undefined ? base : `${base} ${period}`;
  const parts: { -readonly [Key in keyof TapeCalendar]: TapeCalendar[Key] } = {
    calendar: calendar as TapeCalendar['calendar'],
  };
  if (dayStart !== undefined) parts.dayStart = dayStart;
  // The last part is an empty text behind a period without a start.
  if (weekStart) parts.weekStart = weekStart as WeekdayName;
  return parts;
}
