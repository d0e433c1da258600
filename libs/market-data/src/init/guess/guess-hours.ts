/**
 * Whether clock times fill the regular hours of an exchange, and what to declare if they do not.
 */

import {
  invalidInput,
  microsPerDay,
  microsPerMinute,
  utcDateOf,
  type CivilDate,
  type Instant,
} from '#values';
import { zoneOfCalendar } from '#contracts/facts/calendar-name';
import type { SessionCalendar } from '../../calendar/session-calendar.js';
import type { TimestampZone } from '../../manifest/dataset-manifest.js';
import { instantOfClock } from '#values/zones/zone-clock';
import { clockText } from '../../calendar/clock-text.js';

/** Share of the sessions that must have rows at their open and at their close. */
const filledShare = 0.8;
/** Within this many minutes of the open and of the close, a stock may be without a trade. */
const slackMinutes = 30;
/** A market that is closed for this many minutes of each day has sessions. */
const closedMinutes = 6 * 60;
const minutesPerDay = 1440;

/** The rows of a file as an exchange sees them. */
export interface ExchangeTimes {
  readonly exchange: SessionCalendar;
  readonly dates: Int32Array;
  /** Minutes since midnight; NaN on dates without a session, and beyond the calendar. */
  readonly minutes: Float64Array;
}

export function exchangeTimes(
  stamps: readonly Instant[],
  isIntraday: boolean,
  exchange: SessionCalendar,
): ExchangeTimes {
  const dates = new Int32Array(stamps.length);
  const minutes = new Float64Array(stamps.length);
  for (const [row, at] of stamps.entries()) {
    const date = isIntraday ? exchange.dateOf(at) : utcDateOf(at);
    const isKnown = date >= exchange.firstDate && date <= exchange.lastDate;
    const midnight = isKnown && exchange.isSession(date) ? exchange.instantAt(date, 0) : NaN;
    dates[row] = date;
    minutes[row] = (at - midnight) / microsPerMinute;
  }
  return { exchange, dates, minutes };
}

/**
 * When the sessions of an exchange usually open and close, in minutes since midnight: those of one
 * in the middle.
 */
export function regularHours({ exchange, dates }: ExchangeTimes): { open: number; close: number } {
  const middle = dates.toSorted()[dates.length >> 1] ?? exchange.firstDate;
  const date = Math.min(Math.max(middle, exchange.firstDate), exchange.lastDate);
  const { open, close } = edgesOf(exchange, exchange.sessionOnOrBefore(date));
  return { open, close };
}

interface Edges {
  /** Minutes since midnight. */
  readonly open: number;
  readonly close: number;
  /** Whether there is a row of the first and of the last bar, if stamps are starts. */
  start: [boolean, boolean];
  /** The same if stamps are ends. */
  end: [boolean, boolean];
}

/**
 * Whether bars of this length fill the regular hours: most sessions have rows at the open and at
 * the close. The first session of a file may be cut at its start and the last one at its end.
 */
export function fillsSessions(
  { exchange, dates, minutes }: ExchangeTimes,
  barMinutes: number,
): boolean {
  const sessions = new Map<CivilDate, Edges>();
  let first = Infinity;
  let last = Infinity;
  for (const [row, minute] of minutes.entries()) {
    if (Number.isNaN(minute)) continue;
    const date = dates[row] as CivilDate;
    const edges = sessions.get(date) ?? edgesOf(exchange, date);
    sessions.set(date, edges);
    addRow(edges, minute, barMinutes);
    first = Math.min(first, minute - edges.open);
    last = Math.min(last, edges.close - minute);
  }
  const known = [...sessions].sort(([a], [b]) => a - b).map(([, edges]) => edges);
  const [only] = known;
  if (only === undefined) return false;
  if (known.length === 1) {
    // A session in parts is known by the bar that opens or closes it.
    const isWhole = [only.start, only.end].some((both) => both[0] && both[1]);
    return isWhole || first === 0 || last === 0 || last === barMinutes;
  }
  return (['start', 'end'] as const).some((stamp) => {
    const share = (those: readonly Edges[], edge: 0 | 1): number =>
      those.filter((edges) => edges[stamp][edge]).length / those.length;
    const opened = share(known.slice(1), 0);
    const closed = share(known.slice(0, -1), 1);
    return opened >= filledShare && closed >= filledShare;
  });
}

function edgesOf(exchange: SessionCalendar, session: CivilDate): Edges {
  const midnight = exchange.instantAt(session, 0);
  const [open, close] = [exchange.openOf(session), exchange.closeOf(session)].map(
    (at) => (at - midnight) / microsPerMinute,
  ) as [number, number];
  return { open, close, start: [false, false], end: [false, false] };
}

function addRow({ open, close, start, end }: Edges, minute: number, bar: number): void {
  const slack = Math.max(0, slackMinutes - bar);
  start[0] ||= minute > open - Math.max(bar, 1) && minute <= open + slack;
  start[1] ||= minute >= close - bar - slack && minute < close;
  end[0] ||= minute > open && minute <= open + bar + slack;
  end[1] ||= minute >= close - slack && minute <= close;
}

export interface ClockFile {
  readonly file: string;
  /** Clock times as if they were in UTC. */
  readonly clocks: readonly Instant[];
  readonly barMinutes: number;
  readonly exchange: SessionCalendar;
}

/**
 * Throws `InvalidInput` if the market of the file is closed for a part of each day: its sessions
 * are then not those of the exchange, read in any zone that was tried. Names the hours found, and a
 * fixed offset that fits.
 */
export function requireHours({ file, clocks, barMinutes, exchange }: ClockFile): void {
  const hours = hoursOf(clocks, barMinutes);
  if (hours === undefined) return;
  const fitting = fittingZones(clocks, barMinutes, exchange);
  const regular = regularHours(exchangeTimes(clocks, true, exchange));
  const zone = fitting.length === 0 ? 'such as -06:00' : `${fitting.join(' or ')}, which fits`;
  throw invalidInput('the zone of the clock times is unknown: they do not fill regular hours', {
    where: file,
    expected:
      `${clockText(regular.open)} to ${clockText(regular.close)} in ${placeOf(exchange)} time or ` +
      `in UTC; otherwise declare timestampZone (--timestamp-zone ${zone}), or --calendar 24/5 or ` +
      '24/7',
    found: `${clockOf(hours.from)} to ${clockOf(hours.to)}`,
  });
}

/** The hours outside of the longest part of the day without a row; undefined if it is short. */
export function hoursOf(clocks: readonly Instant[], barMinutes: number) {
  const minutes = new Set(
    clocks.map((at) => Math.floor((at - utcDateOf(at) * microsPerDay) / microsPerMinute)),
  );
  const sorted = [...minutes].sort((a, b) => a - b);
  let widest = { gap: 0, from: 0, to: 0 };
  for (const [index, minute] of sorted.entries()) {
    const next = sorted[index + 1] ?? (sorted[0] as number) + minutesPerDay;
    if (next - minute > widest.gap) widest = { gap: next - minute, from: next, to: minute };
  }
  const { gap, from, to } = widest;
  return gap - barMinutes < closedMinutes ? undefined : { from, to: to + barMinutes };
}

/** Takes a time that may be past the next midnight. */
const clockOf = (minutes: number): string => clockText(Math.floor(minutes) % minutesPerDay);

/** `New York`, of the zone America/New_York. */
function placeOf({ name }: SessionCalendar): string {
  const zone = zoneOfCalendar(name);
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/**
 * The zones in which all rows are in regular hours, and fill them: fixed offsets and, where the
 * clocks change within the file, zones of the tz database. Of bars of half an hour there may be
 * two, as stamps may be starts or ends: first the one for starts.
 */
function fittingZones(
  clocks: readonly Instant[],
  barMinutes: number,
  exchange: SessionCalendar,
): TimestampZone[] {
  const found: { zone: TimestampZone; first: number }[] = [];
  const offsets = halfHours.map(
    (half) => `${half < 0 ? '-' : '+'}${clockText(Math.abs(half) * 30)}`,
  );
  const tried = (zones: readonly TimestampZone[]): void => {
    for (const zone of zones) {
      const stamps = clocks.map((at) => instantOfClock(at, zone));
      const times = exchangeTimes(stamps, true, exchange);
      const { open, close } = regularHours(times);
      const isRegular = times.minutes.every((minute) => minute >= open && minute <= close);
      if (!isRegular || !fillsSessions(times, barMinutes)) continue;
      found.push({ zone, first: times.minutes.reduce((a, b) => Math.min(a, b)) });
    }
  };
  tried(offsets);
  if (found.length === 0) tried(vendorZones);
  return found.sort((a, b) => a.first - b.first).map(({ zone }) => zone);
}

/** From -12:00 to +14:00. */
const halfHours = Array.from({ length: 53 }, (_, index) => index - 24);
/** One of each of the clocks on which vendors write the times of exchanges. */
const vendorZones: readonly TimestampZone[] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Athens',
  'Asia/Jerusalem',
  'Australia/Sydney',
];
