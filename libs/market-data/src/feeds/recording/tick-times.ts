/** When a tape has something to say by itself: sessions turn, and bars that are made here are ready. */

import { microsPerMilli, microsPerMinute, type Instant } from '#values';
import { calendarOf } from '../../calendar/calendar-of.js';
import type { FeedDescription } from '../feed-description.js';
import { SessionSchedule } from './session-schedule.js';

/** The first such instant behind a given one. */
export function tickTimes(
  description: Pick<FeedDescription, 'calendar' | 'closeDelayMs' | 'lateAfterMs' | 'bars'>,
): (after: Instant) => Instant {
  const { closeDelayMs, lateAfterMs, bars } = description;
  const calendar = calendarOf(description.calendar);
  const length = (bars?.minutes ?? 0) * microsPerMinute;
  const wait = Math.min(length, Math.min(lateAfterMs, closeDelayMs) * microsPerMilli);
  return (after) => {
    const schedule = new SessionSchedule(
      calendar,
      closeDelayMs,
      after - closeDelayMs * microsPerMilli,
    );
    while (schedule.next.at <= after) schedule.advance();
    if (bars === undefined) return schedule.next.at;
    const bar = (Math.floor((after - wait) / length) + 1) * length + wait;
    return Math.min(schedule.next.at, bar);
  };
}
