/**
 * Maps the stamp of a bar to its session and its knowledge time, and checks that the
 * calendar covers it.
 */

import {
  formatCivilDate,
  invariant,
  microsPerMinute,
  weekdayOf,
  type CivilDate,
  type Instant,
} from '#values';
import { weekdayNames } from '#contracts/facts/calendar-name';
import { sessionOfStamp, type StampedPeriods } from '../calendar/periodic.js';
import type { SessionBreak, SessionCalendar } from '../calendar/session-calendar.js';
import type { KnowledgeTimes } from '../calendar/knowledge-time.js';
import type { BarTable } from '../manifest/dataset-manifest.js';
import type { Defect } from '../rows/row-defect.js';

export interface BarTimes {
  /** Whether the bar precedes the calendar's start: it is skipped. */
  isBefore(stamp: number): boolean;
  /** Whether the bar is after the calendar's end. */
  isBeyond(stamp: number): boolean;
  /** Why no session has the bar; undefined if one has, or if the stamp precedes the calendar. */
  unplaced(stamp: number): Defect | undefined;
  /** When the bar begins; undefined if the data set gives ends without the length of its bars. */
  start(stamp: number): Instant | undefined;
  /** When the bar ends, and is known. */
  knowledgeTime(stamp: number): Instant;
  /**
   * When the bar would end by its length, where it ends with its session before that;
   * undefined for others.
   */
  uncutEnd(stamp: number): Instant | undefined;
  /** The session to which a bar with this stamp belongs. */
  session(stamp: number): CivilDate;
  /**
   * The last stamp up to which every later bar is sure to have the session of this one and to end
   * by its length, if this one does; the stamp itself where nothing is sure.
   */
  plainUntil(stamp: number): number;
}

type TimedTable = Pick<BarTable, 'frequency' | 'stamp' | 'barMinutes'> &
  Pick<StampedPeriods, 'weekStart'>;

/** `stamp` is a date for daily bars and an instant for intraday bars, as the table declares. */
export function barTimes(
  table: TimedTable,
  calendar: SessionCalendar,
  times: KnowledgeTimes,
): BarTimes {
  const { frequency } = table;
  if (frequency === 'intraday') return intradayTimes(table, calendar, times);
  const firstSession = calendar.sessionOnOrAfter(calendar.firstDate);
  const lastSession = calendar.sessionOnOrBefore(calendar.lastDate);
  if (frequency === 'daily') {
    return {
      isBefore: (stamp) => stamp < calendar.firstDate,
      isBeyond: (stamp) => stamp > lastSession,
      unplaced: () => undefined,
      uncutEnd: () => undefined,
      start: (stamp) => calendar.openOf(calendar.sessionOnOrAfter(stamp)),
      knowledgeTime: (stamp) => times.dailyBar(stamp),
      session: (stamp) => calendar.sessionOnOrAfter(stamp),
      plainUntil: (stamp) => stamp,
    };
  }
  const periods = { frequency, weekStart: table.weekStart };
  const session = (stamp: CivilDate): CivilDate => {
    const found = sessionOfStamp(calendar, periods, stamp);
    invariant(found !== null, 'a bar on the tape has a session');
    return found;
  };
  return {
    isBefore: (stamp) => stamp < firstSession,
    isBeyond: (stamp) => stamp > lastSession,
    unplaced: (stamp) => {
      if (stamp < firstSession || sessionOfStamp(calendar, periods, stamp) !== null)
        return undefined;
      return misfit(calendar, frequency, stamp);
    },
    uncutEnd: () => undefined,
    start: (stamp) => calendar.openOf(session(stamp)),
    knowledgeTime: (stamp) => calendar.closeOf(session(stamp)),
    session,
    plainUntil: (stamp) => stamp,
  };
}

/** The defect of a stamp inside of a week or month of the calendar. */
function misfit(
  { name }: SessionCalendar,
  frequency: 'weekly' | 'monthly',
  stamp: CivilDate,
): Defect {
  const weekday = weekdayNames[weekdayOf(stamp)];
  const at = { field: 'date', found: `${formatCivilDate(stamp)}, a ${weekday}` };
  return frequency === 'weekly'
    ? {
        what: 'the bar begins inside of a week of the calendar',
        expected: `a first day of the weeks of ${name}, or weekStart: ${weekday}`,
        ...at,
      }
    : {
        what: 'the bar begins inside of a month of the calendar',
        expected: `the first or the last day of a month of ${name}`,
        ...at,
      };
}

/**
 * Bars shorter than a day. One that begins in a session and would end after its close, while the
 * market is closed, ends with the session: an hour from 15:30 is half an hour where the market
 * closes at 16:00. Likewise before a break.
 */
function intradayTimes(
  table: TimedTable,
  calendar: SessionCalendar,
  times: KnowledgeTimes,
): BarTimes {
  const length = (table.barMinutes ?? 0) * microsPerMinute;
  const toEnd = table.stamp === 'start' ? length : 0;
  const toStart = table.stamp === 'start' ? 0 : length;
  const firstSession = calendar.sessionOnOrAfter(calendar.firstDate);
  const lastSession = calendar.sessionOnOrBefore(calendar.lastDate);
  const first = calendar.openOf(firstSession);
  const last = calendar.closeOf(lastSession);
  // Bars are in order, so nearly all are in the same session as the previous bar.
  let session = firstSession;
  let closeBefore = first;
  let open = first;
  let close = first;
  let pause: SessionBreak | undefined;
  const sessionOfEnd = (end: Instant): CivilDate => {
    if (end > close || end <= closeBefore) {
      session = calendar.sessionClosingAtOrAfter(end);
      open = calendar.openOf(session);
      close = calendar.closeOf(session);
      pause = calendar.breakOf(session);
      closeBefore =
        session > firstSession ? calendar.closeOf(calendar.sessionOnOrBefore(session - 1)) : first;
    }
    return session;
  };
  /**
   * By its length, or at the close that is within the bar if the market is closed from
   * there to its end.
   */
  const computeEnd = (stamp: Instant): Instant => {
    const end = times.intradayBar(stamp, toEnd);
    if (length === 0 || end > last) return end;
    sessionOfEnd(end);
    const start = stamp - toStart;
    if (pause && start < pause.from && end > pause.from && end <= pause.to) return pause.from;
    const isCut = start < closeBefore && end > closeBefore && end <= open;
    return isCut && open > closeBefore ? closeBefore : end;
  };
  // The end of a bar is asked for several times in a row.
  let lastStamp = NaN;
  let lastEnd = NaN;
  const endOf = (stamp: Instant): Instant => {
    if (stamp !== lastStamp) {
      lastEnd = computeEnd(stamp);
      lastStamp = stamp;
    }
    return lastEnd;
  };
  return {
    isBefore: (stamp) => stamp < first,
    isBeyond: (stamp) => stamp + toEnd > last,
    unplaced: () => undefined,
    start: (stamp) => (length === 0 ? undefined : stamp - toStart),
    uncutEnd: (stamp) => (endOf(stamp) === stamp + toEnd ? undefined : stamp + toEnd),
    knowledgeTime: endOf,
    session: (stamp) => sessionOfEnd(endOf(stamp)),
    plainUntil: (stamp) => {
      const end = endOf(stamp);
      if (length === 0 || end !== stamp + toEnd || end > last) return stamp;
      sessionOfEnd(end);
      const isBeforeBreak = pause !== undefined && end <= pause.from;
      return (isBeforeBreak ? pause!.from : close) - toEnd;
    },
  };
}
