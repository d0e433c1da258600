/** Names of trading calendars, as data sets, tapes and results write them. */

import { z } from 'zod';
import { isZone, type ZoneName } from '#values/zones/zone-clock';
import { exchangeZones } from './exchange-zones.js';

export type ExchangeName = keyof typeof exchangeZones;
/** By their MIC; the first three names were there before the others. */
const exchangeNames = Object.keys(exchangeZones) as ExchangeName[];
export const calendarNames = [
  ...(['XNYS', '24/5', '24/7'] as const),
  ...exchangeNames.filter((name) => name !== 'XNYS'),
] as const;
export type BaseCalendarName = (typeof calendarNames)[number];
export const baseCalendarSchema = z.enum(calendarNames, {
  error: 'expected XNYS, 24/5, 24/7, or the MIC of another exchange, such as XFRA or XTKS',
});

const periods = ['weekly', 'monthly'] as const;
type Period = (typeof periods)[number];
/** Includes the calendars of weekly and monthly bars, whose sessions are weeks and months. */
export const tapeCalendarNames = [
  ...calendarNames,
  ...periods.flatMap((period) => calendarNames.map((name) => `${name} ${period}` as const)),
] as const;
export type TapeCalendarName = BaseCalendarName | `${BaseCalendarName} ${Period}`;

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

const zone = '([A-Z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*|[+-](0[0-9]|1[0-4]):[0-5][0-9])';
const dayStart = `([01][0-9]|2[0-3]):[0-5][0-9]( ${zone})?`;
const dayStartPattern = new RegExp(`^${dayStart}$`);
/** The start of a day: a clock time, of UTC or of the zone that is named. */
export const dayStartSchema = z
  .string()
  .regex(dayStartPattern, 'expected HH:MM, of UTC or with a zone after it')
  .refine((text) => isZone(dayStartOf(text).zone), 'expected a zone of the tz database');
const calendarPattern = new RegExp(
  `^([A-Z]{4}|24/[57]( from ${dayStart})?)( monthly| weekly( from (${weekdayNames.join('|')}))?)?$`,
);

/**
 * A calendar by name; `weekly` and `monthly` are those of such bars. Days and weeks that begin elsewhere than the
 * calendar's are named with their start: `24/7 from 16:00`, `24/7 weekly from Thursday`.
 */
export type CalendarName = `${BaseCalendarName}${'' | ` ${string}`}`;

export const calendarNameSchema = z
  .string()
  .regex(calendarPattern, 'expected a calendar, such as XNYS, 24/7 or 24/7 weekly')
  .refine(
    (name) => tapeCalendarNames.includes(tapeCalendarOf(name as CalendarName).calendar as never),
    'expected a calendar that is known',
  ) as unknown as z.ZodType<CalendarName, CalendarName>;

/** Where days and weeks begin, if not where those of the calendar do. */
export interface CalendarStarts {
  /** As in `dataset.yaml`: `16:00`, `00:00 America/New_York`. */
  readonly dayStart?: string | undefined;
  readonly weekStart?: WeekdayName | undefined;
}

export interface TapeCalendar extends CalendarStarts {
  readonly calendar: TapeCalendarName;
}

/** The name of the calendar of a tape, with the starts of its days and weeks. */
export function calendarNameOf({ calendar, dayStart, weekStart }: TapeCalendar): CalendarName {
  const [base, period] = calendar.split(' ') as [BaseCalendarName, Period?];
  const days: CalendarName =
    dayStart === undefined ? base : (`${base} from ${dayStart}` as CalendarName);
  if (period === undefined) return days;
  const isOther = period === 'weekly' && weekStart !== undefined && weekStart !== 'Monday';
  const rest: string = isOther ? `weekly from ${weekStart}` : period;
  return `${days} ${rest}` as CalendarName;
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

/** Where days begin: minutes after midnight on the clock of a zone. */
export interface DayStart {
  readonly minutes: number;
  readonly zone: ZoneName;
}

/** 17:00 in New York, when currencies roll over to the next day. */
export const forexDay: DayStart = { minutes: 17 * 60, zone: 'America/New_York' };

/** `16:00`, `00:00 America/New_York`, as parts. */
export function dayStartOf(text: string): DayStart {
  const [clock = '', zoneName = 'UTC'] = text.split(' ');
  const [hours, minutes] = clock.split(':').map(Number) as [number, number];
  return { minutes: hours * 60 + minutes, zone: zoneName };
}

const zones = new Map<CalendarName, ZoneName>();

/** The zone on whose clock a calendar has its dates; found once, as readers of prices ask for it often. */
export function zoneOfCalendar(name: CalendarName): ZoneName {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const found = findZone(name);
  zones.set(name, found);
  return found;
}

function findZone(name: CalendarName): ZoneName {
  const { calendar, dayStart: start } = tapeCalendarOf(name);
  if (start !== undefined) return dayStartOf(start).zone;
  const [base] = calendar.split(' ') as [BaseCalendarName];
  if (base === '24/7') return 'UTC';
  return base === '24/5' ? forexDay.zone : exchangeZones[base];
}
