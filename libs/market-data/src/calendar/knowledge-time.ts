/**
 * When the market could first know a fact: the only place that assigns knowledge time. The same
 * rules as a table: docs/reference/knowledge-times.md.
 */

import type { DateRule } from '#contracts';
import { utcDateOf, startOfUtcDay, type CivilDate, type Instant } from '#values';
import { dateInZone, zonedInstant } from '#values/zones/zone-clock';
import type { SessionCalendar } from './session-calendar.js';

const newYork = 'America/New_York';
/** 17:30 in New York: what the SEC accepts later has the date of the next business day. */
const filingMinutes = 17 * 60 + 30;

/** A publication time as the vendor gave it: an instant, or a date only. */
export type Published = { readonly at: Instant } | { readonly on: CivilDate };

export interface KnowledgeTimes {
  /**
   * A daily bar: its session's close, including early closes; on a date without a session, the
   * next session's.
   */
  dailyBar(date: CivilDate): Instant;
  /**
   * An intraday bar: its end. `length` in microseconds is added if the stamp is the bar's start.
   */
  intradayBar(stamp: Instant, length: Instant): Instant;
  /** A trade or a quote of a file: its event time. */
  tick(at: Instant): Instant;
  /**
   * News: its publication time; a date, or a midnight of UTC, New York or the calendar, counts as
   * that day's close.
   */
  news(published: Published): Instant;
  /**
   * A filing, or its numbers: its acceptance, else its filing date by the date rule. Null
   * without either.
   */
  filing(acceptedAt: Instant | null, filedDate: CivilDate | null): Instant | null;
  /** A dividend: the close of its declaration date, else the midnight before its ex date. */
  dividend(declaredDate: CivilDate | null, exDate: CivilDate): Instant;
  /** A split: the midnight before its effective date, whose first trades are in new shares. */
  split(effectiveDate: CivilDate): Instant;
  sessionOpen(session: CivilDate): Instant;
  sessionClose(session: CivilDate): Instant;
}

/**
 * The rules for a data set's calendar and date rule. A date beyond the calendar throws
 * `InvalidInput`; one before it (a dividend of 1985) counts as known at the midnight UTC that ends
 * it, before any session.
 */
export function knowledgeTimes(calendar: SessionCalendar, dateRule: DateRule): KnowledgeTimes {
  const closeOn = (date: CivilDate): Instant =>
    isBefore(calendar, date)
      ? startOfUtcDay(date + 1)
      : calendar.closeOf(calendar.sessionOnOrAfter(date));
  const sessionOpen = (session: CivilDate): Instant => {
    const open = calendar.openOf(session);
    if (session === calendar.firstDate) return open;
    // If one session closes as the next opens, the close comes first: decisions are due there, and
    // nothing of the next session (an open, a split) may precede them.
    const previous = closeBefore(calendar, session);
    return previous === open ? open + 1 : open;
  };
  const openOn = (date: CivilDate): Instant =>
    isBefore(calendar, date)
      ? startOfUtcDay(date + 1)
      : sessionOpen(calendar.sessionOnOrAfter(date));
  // After a session that closes at midnight, and at the latest at the open of the date.
  const midnightOf = (date: CivilDate): Instant => {
    if (isBefore(calendar, date) || date > calendar.lastDate) return openOn(date);
    const midnight = calendar.instantAt(date, 0) + 1;
    return isInside(calendar, date) ? midnight : Math.min(openOn(date), midnight);
  };
  const onDate = (date: CivilDate): Instant =>
    dateRule === 'herculean-date' ? closeOn(date) : endOfFilings(calendar, date);
  return {
    dailyBar: closeOn,
    intradayBar: (stamp, length) => stamp + length,
    tick: (at) => at,
    news: (published) => {
      if ('on' in published) return closeOn(published.on);
      const date = midnightDate(published.at) ?? midnightOn(calendar, published.at);
      return date === undefined ? published.at : closeOn(date);
    },
    filing: (acceptedAt, filedDate) => {
      if (acceptedAt !== null) return acceptedAt;
      return filedDate === null ? null : onDate(filedDate);
    },
    dividend: (declared, exDate) => (declared === null ? midnightOf(exDate) : closeOn(declared)),
    split: midnightOf,
    sessionOpen,
    sessionClose: (session) => calendar.closeOf(session),
  };
}

/**
 * A task: its own time, else that of its file; without either it is known at the epoch, before
 * every session.
 */
export const knowledgeTimeOfTask = (knownAt: Instant | null, ofFile: Instant | null): Instant =>
  knownAt ?? ofFile ?? 0;

const isBefore = (calendar: SessionCalendar, date: CivilDate): boolean => date < calendar.firstDate;

/**
 * Whether a date is inside of a session that is a week or a month: it has begun on an earlier day.
 */
const isInside = (calendar: SessionCalendar, date: CivilDate): boolean =>
  calendar.firstDayOf(calendar.sessionOnOrAfter(date)) < date;

/** The date meant by a stamp at midnight, UTC first; undefined for any other instant. */
export function midnightDate(instant: Instant): CivilDate | undefined {
  const utcDate = utcDateOf(instant);
  if (instant === startOfUtcDay(utcDate)) return utcDate;
  const newYorkDate = dateInZone(instant, newYork);
  return instant === zonedInstant(newYorkDate, 0, newYork) ? newYorkDate : undefined;
}

/** The same on the clock of the calendar. */
function midnightOn(calendar: SessionCalendar, instant: Instant): CivilDate | undefined {
  const date = calendar.dateOf(instant);
  return instant === calendar.instantAt(date, 0) ? date : undefined;
}

/**
 * When a filing without a time is known: of another exchange than New York's, once its date
 * has ended there.
 */
function endOfFilings(calendar: SessionCalendar, date: CivilDate): Instant {
  const isAmerican = /^(XNYS|24\/)/.test(calendar.name);
  if (!isAmerican) return calendar.instantAt(date + 1, 0);
  return zonedInstant(date, filingMinutes, newYork);
}

function closeBefore(calendar: SessionCalendar, session: CivilDate): Instant | undefined {
  // Only a session of the previous day can close when this one opens.
  const before = session - 1;
  return calendar.isSession(before) ? calendar.closeOf(before) : undefined;
}
