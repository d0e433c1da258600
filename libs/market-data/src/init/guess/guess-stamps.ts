/**
 * What the times of a file reveal: the spacing and order of its rows, and the calendar they fit.
 */

import { invalidInput, microsPerDay, utcDateOf, weekdayOf, type Instant } from '#values';
import type { TimestampZone } from '../../manifest/dataset-manifest.js';
import { calendarNames } from '#contracts';
import { zoneOfCalendar } from '#contracts/facts/calendar-name';
import { instantOfClock } from '#values/zones/zone-clock';
import { calendarOf } from '../../calendar/calendar-of.js';
import type { SessionCalendar } from '../../calendar/session-calendar.js';
import { isChineseShare } from './chinese-shares.js';
import { isCoin, isCurrencyPair } from './guess-currency.js';
import { startsOf } from './guess-starts.js';
import {
  exchangeTimes,
  fillsSessions,
  hoursOf,
  regularHours,
  requireHours,
  type ExchangeTimes,
} from './guess-hours.js';

export type StampGuess = ReturnType<typeof guessStamps>;

export interface StampedFile {
  readonly file: string;
  readonly symbol: string;
  /** Whether times are clock times without an offset. */
  readonly isClock: boolean;
  /** The calendar and zone if declared. */
  readonly calendar?: string | undefined;
  readonly zone?: TimestampZone | undefined;
  /** The length of a bar, if a column says it. */
  readonly days?: number | undefined;
  /**
   * Whether daily bars are those of UTC and have trades of all hours, whatever the sessions
   * of the exchange.
   */
  readonly hasUtcDays?: boolean | undefined;
  /** Whether the header is in Chinese: symbols of six digits are then codes of its exchanges. */
  readonly isChinese?: boolean | undefined;
}

/** How far apart most rows of a symbol are, in microseconds; a day if there is one row a symbol. */
export function usualStep(stamps: readonly Instant[], symbols: readonly unknown[]): number {
  const steps = new Map<number, number>();
  const last = new Map<unknown, Instant>();
  for (const [row, at] of stamps.entries()) {
    const step = Math.abs(at - (last.get(symbols[row]) ?? at));
    steps.set(step, (steps.get(step) ?? 0) + Math.sign(step));
    last.set(symbols[row], at);
  }
  const [step] = [...steps].reduce((a, b) => (b[1] > a[1] ? b : a), [microsPerDay, 0]);
  return step;
}

/**
 * `stamps` in file order, clock times read as UTC; `symbols`: the symbol of each. Throws
 * `InvalidInput` if clock times are those of sessions, but in a zone that cannot be guessed.
 */
export function guessStamps(
  stamps: readonly Instant[],
  symbols: readonly unknown[],
  file: StampedFile,
) {
  const days = file.days ?? usualStep(stamps, symbols) / microsPerDay;
  const frequency = frequencyOf(days);
  const place =
    frequency === 'intraday' && file.isClock
      ? placeOfClocks(stamps, days * minutesPerDay, file)
      : placeOf(
          exchangeTimes(stamps, frequency === 'intraday', exchangeOf(file)),
          stamps,
          { frequency, barMinutes: days * minutesPerDay },
          file,
        );
  const isUtcDay = frequency === 'daily' && file.hasUtcDays === true;
  const guessed = isUtcDay ? alwaysOpen(place.calendar) : place.calendar;
  const calendar = file.calendar ?? guessed;
  if (isUtcDay) requireUtcDays(file.file, calendar);
  const isDayOfUtc = isUtcDay && calendar === '24/5';
  return {
    frequency,
    days,
    ...place,
    calendar: guessed,
    starts: isDayOfUtc
      ? { dayStart: '00:00' }
      : startsOf(stamps, { calendar, frequency, isClock: file.isClock }),
    zone: 'zone' in place ? place.zone : file.zone,
    order: orderOf(stamps),
  } as const;
}

/** The frequency of bars so many days long. */
function frequencyOf(days: number) {
  if (days > 25) return 'monthly';
  if (days > 5) return 'weekly';
  return days > 0.8 ? 'daily' : 'intraday';
}

/** The sign of the rows' order by time; undefined if they have none. */
function orderOf(stamps: readonly Instant[]) {
  const isSorted = (sign: number): boolean =>
    stamps.every((at, row) => sign * (at - (stamps[row - 1] ?? at)) >= 0);
  if (isSorted(1)) return '';
  return isSorted(-1) ? '-' : undefined;
}

const minutesPerDay = 1440;

type GuessedCalendar = ReturnType<typeof placeOf>['calendar'];

/** The calendar whose days touch: a bar of a UTC day ends after the session of an exchange. */
const alwaysOpen = (calendar: GuessedCalendar): GuessedCalendar =>
  calendar === '24/7' ? '24/7' : '24/5';

/** Throws `InvalidInput` if the declared calendar closes before a bar of a UTC day has ended. */
function requireUtcDays(file: string, calendar: string): void {
  if (calendar.startsWith('24/')) return;
  throw invalidInput('the daily bars end at midnight UTC, and hold trades after the close', {
    where: file,
    expected:
      '--calendar 24/5, which is also guessed without this option, or bars of hours or minutes',
    found: `--calendar ${calendar}, at whose close they would be known too early`,
  });
}

/** The exchange whose sessions are tried, if none is declared. */
const homeOf = ({ symbol, isChinese }: StampedFile): 'XNYS' | 'XSHG' =>
  isChineseShare(symbol, isChinese === true) ? 'XSHG' : 'XNYS';

/** The exchange that is declared, else that of the symbol. */
function exchangeOf(file: StampedFile): SessionCalendar {
  const { calendar } = file;
  const declared = calendarNames.find((name) => name === calendar && !name.startsWith('24/'));
  return calendarOf(declared ?? homeOf(file));
}

/**
 * Clock times are those of the exchange or in UTC, whichever fills regular hours, unless declared.
 */
function placeOfClocks(clocks: readonly Instant[], barMinutes: number, file: StampedFile) {
  const exchange = exchangeOf(file);
  const readings = clockReadings(clocks, exchange, file.zone);
  const isSession = file.calendar === undefined || !file.calendar.startsWith('24/');
  const isTried = isSession && file.zone === undefined && !isAlone(file.symbol);
  const ordered = readings.toSorted((a, b) => b.regular - a.regular);
  const filled = ordered.find(({ times }) => fillsSessions(times, barMinutes));
  if (isTried && filled === undefined)
    requireHours({ file: file.file, clocks, barMinutes, exchange });
  const { zone, stamps, times } = filled ?? readings[0]!;
  const place = placeOf(times, stamps, { frequency: 'intraday', barMinutes }, file);
  const isOfSessions = isTried && filled !== undefined && hoursOf(clocks, barMinutes) !== undefined;
  const isNeeded = zone !== 'UTC' && (place.isExchange || isOfSessions);
  return { ...place, zone: isNeeded ? zone : file.zone };
}

/** Whether the symbol alone says that the market is not an exchange. */
const isAlone = (symbol: string): boolean => isCoin(symbol) || isCurrencyPair(symbol);

const share = ({ minutes }: ExchangeTimes, from: number, to: number): number =>
  minutes.filter((minute) => minute >= from && minute <= to).length / minutes.length;

/**
 * Share of the weeks and months that are stamped on a weekday: that may be a holiday, such as
 * a first Monday.
 */
function weekShare(stamps: readonly Instant[], exchange: SessionCalendar): number {
  const isTraded = (at: Instant): boolean => {
    const date = utcDateOf(at);
    const isKnown = date >= exchange.firstDate && date <= exchange.lastDate;
    return isKnown && exchange.closureOf(date) !== 'weekend';
  };
  return stamps.filter(isTraded).length / stamps.length;
}

/** Before the open, and after the close. */
const beforeMinutes = 330;
const afterMinutes = 240;

/** The clock times in each zone that may be meant, with the share that is in regular hours. */
function clockReadings(
  clocks: readonly Instant[],
  exchange: SessionCalendar,
  declared: TimestampZone | undefined,
) {
  const zones: readonly TimestampZone[] =
    declared === undefined ? ['UTC', zoneOfCalendar(exchange.name)] : [declared];
  return zones.map((zone) => {
    const stamps = clocks.map((at) => instantOfClock(at, zone));
    const times = exchangeTimes(stamps, true, exchange);
    const { open, close } = regularHours(times);
    return { zone, stamps, times, regular: share(times, open, close) };
  });
}

/** The share of the rows within sessions of the exchange. */
function fitOf(times: ExchangeTimes, stamps: readonly Instant[], frequency: string): number {
  if (frequency === 'daily') return share(times, -Infinity, Infinity);
  if (frequency !== 'intraday') return weekShare(stamps, times.exchange);
  // Vendors have bars of the hours before and after: from 4:00 to 20:00 in New York.
  const { open, close } = regularHours(times);
  return share(times, open - beforeMinutes, close + afterMinutes);
}

/** Whether the times are those of a market that never closes. */
function isAlwaysOpen(stamps: readonly Instant[], frequency: string): boolean {
  const saturdays = stamps.filter((at) => new Date(at / 1000).getUTCDay() === 6).length;
  if (saturdays > 0.02 * stamps.length) return true;
  if (frequency !== 'weekly' || stamps.length <= 3) return false;
  // No week of a market that closes begins in its middle.
  return stamps.every((at) => [2, 3, 4].includes(weekdayOf(utcDateOf(at))));
}

function placeOf(
  times: ExchangeTimes,
  stamps: readonly Instant[],
  { frequency, barMinutes }: { readonly frequency: string; readonly barMinutes: number },
  file: StampedFile,
) {
  const { symbol } = file;
  const { open, close } = regularHours(times);
  const isAtClose = times.minutes.includes(close) && !times.minutes.includes(open);
  const isFromOpen = times.minutes.some((minute) => (minute - open) % barMinutes === 0);
  // If rows continue after the close, the bar that is stamped with the close may begin there.
  const goesOn = times.minutes.some((minute) => minute > close);
  const fit = fitOf(times, stamps, frequency);
  const isAlways = isCoin(symbol) || isAlwaysOpen(stamps, frequency);
  const isExchange = fit >= 0.98 && !isAlways && !isCurrencyPair(symbol);
  const withoutExchange = isAlways ? '24/7' : '24/5';
  return {
    /** Share of the rows within sessions of the exchange. */
    fit,
    isExchange,
    calendar: isExchange ? homeOf(file) : withoutExchange,
    /**
     * Null if either may be true: of full hours beside an open at half past, one at the close may
     * begin there, too.
     */
    isEnd: isExchange && isAtClose && ((isFromOpen && !goesOn) || null),
  } as const;
}
