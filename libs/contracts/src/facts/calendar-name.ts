/** Names of trading calendars, as data sets, tapes and results write them. */

import { z } from 'zod';
import { isZone, type ZoneName } from '#values/zones/zone-clock';
import { exchangeZones } from './exchange-zones.js';
import {
  isOwn,
  ownName,
  ownTitle,
  zoneOfOwn,
  type CalendarTables,
  type OwnCalendarName,
} from './own-calendars.js';

export type ExchangeName = keyof typeof exchangeZones;
/** By their MIC; the first three names were there before the others. */
const exchangeNames = Object.keys(exchangeZones) as ExchangeName[];
export const calendarNames = [
  'XNYS',
  '24/5',
  '24/7',
  ...exchangeNames.filter((name) => name !== 'XNYS'),
] as const;
type ListedCalendarName = (typeof calendarNames)[number];
export type BaseCalendarName = ListedCalendarName | OwnCalendarName;
export const baseCalendarSchema = z.enum(calendarNames, {
  error: 'expected XNYS, 24/5, 24/7, or the MIC of another exchange, such as XFRA or XTKS',
});

const periods = ['weekly', 'monthly'] as const;
type Period = (typeof periods)[number];
/**
 * Includes the calendars of weekly and monthly bars, whose sessions are weeks and months. `own` is
 * one that the header of the tape names and brings along.
 */
export const tapeCalendarNames = [
  ...calendarNames,
  ...periods.flatMap((period) => calendarNames.map((name) => `${name} ${period}` as const)),
  'own',
  'own weekly',
  'own monthly',
] as const;
export type TapeCalendarName = (typeof tapeCalendarNames)[number];

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
const listed = `[A-Z]{4}|24/[57]( from ${dayStart})?`;
const barsOf = `( monthly| weekly( from (${weekdayNames.join('|')}))?)?`;
const calendarPattern = new RegExp(`^(${listed}|${ownName})${barsOf}$`);
const listedPattern = new RegExp(`^(${listed})${barsOf}$`);
const scenarioPattern = new RegExp(`^((${listed}|${ownName})${barsOf}|own:${ownTitle})$`);

/**
 * A calendar by name; `weekly` and `monthly` are those of such bars. Days and weeks that begin
 * elsewhere than the calendar's are named with their start: `24/7 from 16:00`,
 * `24/7 weekly from Thursday`.
 */
export type CalendarName = `${BaseCalendarName}${'' | ` ${string}`}`;

const nameSchema = (pattern: RegExp, expected: string) =>
  z
    .string()
    .regex(pattern, expected)
    .refine(
      (name) => tapeCalendarNames.includes(tapeCalendarOf(name as CalendarName).calendar as never),
      'expected a calendar that is known',
    ) as unknown as z.ZodType<CalendarName, CalendarName>;
const examples = 'expected a calendar, such as XNYS, 24/7 or 24/7 weekly';

export const calendarNameSchema = nameSchema(calendarPattern, examples);
/** Those that every version knows: data sets name a calendar of their own by its file. */
export const listedCalendarSchema = nameSchema(listedPattern, examples);
/** A scenario names a calendar of its data set without the hash: `own:lab`. */
export const scenarioCalendarSchema = nameSchema(
  scenarioPattern,
  `${examples}, or own:NAME for one of the data set`,
);

/** Where days and weeks begin, if not where those of the calendar do. */
export interface CalendarStarts {
  /** As in `dataset.yaml`: `16:00`, `00:00 America/New_York`. */
  readonly dayStart?: string | undefined;
  readonly weekStart?: WeekdayName | undefined;
}

export interface TapeCalendar extends CalendarStarts {
  readonly calendar: TapeCalendarName;
  /** Which one it is if `calendar` says `own`: `lab:0123456789abcdef`. */
  readonly ownCalendar?: string | undefined;
  /** The sessions of all own calendars of the tape, by name. */
  readonly ownCalendars?: CalendarTables | undefined;
}

/** The name of the calendar of a tape, with the starts of its days and weeks. */
export function calendarNameOf({
  calendar,
  ownCalendar,
  dayStart,
  weekStart,
}: TapeCalendar): CalendarName {
  const [word, period] = calendar.split(' ') as [ListedCalendarName | 'own', Period?];
  const base: BaseCalendarName = word === 'own' ? `own:${ownCalendar ?? ''}` : word;
  return nameOfParts({ base, period, dayStart, weekStart });
}

/** What a calendar name says. */
export interface CalendarParts extends CalendarStarts {
  readonly base: BaseCalendarName;
  /** Only where bars are weeks or months. */
  readonly period?: Period | undefined;
}

/** The name with these parts. */
export function nameOfParts({ base, period, dayStart, weekStart }: CalendarParts): CalendarName {
  const days: CalendarName =
    dayStart === undefined ? base : (`${base} from ${dayStart}` as CalendarName);
  if (period === undefined) return days;
  const isOther = period === 'weekly' && weekStart !== undefined && weekStart !== 'Monday';
  const rest: string = isOther ? `weekly from ${weekStart}` : period;
  return `${days} ${rest}` as CalendarName;
}

/** The parts of a name; those that it does not have are omitted. */
export function partsOfName(name: CalendarName): CalendarParts {
  const [days = '', period, weekStart] = name.split(/ (weekly|monthly)(?: from )?/);
  const [base, dayStart] = days.split(' from ');
  const parts: { -readonly [Key in keyof CalendarParts]: CalendarParts[Key] } = {
    base: base as BaseCalendarName,
  };
  if (period !== undefined) parts.period = period as Period;
  if (dayStart !== undefined) parts.dayStart = dayStart;
  // The last part is an empty text behind a period without a start.
  if (weekStart) parts.weekStart = weekStart as WeekdayName;
  return parts;
}

/** The same as the header of a tape has them. */
export function tapeCalendarOf(name: CalendarName): TapeCalendar {
  const { base, period, ...starts } = partsOfName(name);
  const word = isOwn(base) ? 'own' : base;
  const calendar: TapeCalendarName = period === undefined ? word : `${word} ${period}`;
  if (!isOwn(base)) return { calendar, ...starts };
  return { calendar, ownCalendar: base.slice('own:'.length), ...starts };
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

/**
 * The zone on whose clock a calendar has its dates; found once, as readers of prices
 * ask for it often.
 */
export function zoneOfCalendar(name: CalendarName): ZoneName {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const found = findZone(name);
  zones.set(name, found);
  return found;
}

function findZone(name: CalendarName): ZoneName {
  const { base, dayStart: start } = partsOfName(name);
  if (start !== undefined) return dayStartOf(start).zone;
  if (isOwn(base)) return zoneOfOwn(base);
  if (base === '24/7') return 'UTC';
  return base === '24/5' ? forexDay.zone : exchangeZones[base];
}
