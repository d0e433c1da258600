/** Names of trading calendars, as data sets, tapes and results write them. */

import { z } from 'zod';

export const calendarNames = ['XNYS', '24/5', '24/7'] as const;
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

/** The start of a day: a clock time, of UTC or of the zone that is named. */
export const dayStartPattern =
  /^([01]\d|2[0-3]):[0-5]\d(?: (?:UTC|America\/New_York|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;

const dayStart = dayStartPattern.source.slice(1, -1);
const tapeCalendarPattern = new RegExp(
  `^(?:XNYS|24/[57](?: from ${dayStart})?)` +
    `(?: monthly| weekly(?: from (?:${weekdayNames.join('|')}))?)?$`,
);

/**
 * A calendar by name; `weekly` and `monthly` are those of such bars, whose sessions are weeks and months. Days and weeks
 * that begin elsewhere than the calendar's are named with their start: `24/7 from 16:00`, `24/7 weekly from Thursday`.
 */
export type CalendarName = `${(typeof calendarNames)[number]}${'' | ` ${string}`}`;

/** A calendar that a tape can have. */
export const calendarNameSchema = z
  .string()
  .regex(
    tapeCalendarPattern,
    'expected a calendar, such as XNYS, 24/7 or 24/7 weekly',
  ) as unknown as z.ZodType<CalendarName, CalendarName>;
