/** Moved times stay within sessions. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarNames } from '#contracts';
import {
  civilDate,
  formatInstant,
  microsPerHour,
  parseInstant,
  startOfUtcDay,
  type Instant,
} from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { movedTimes } from './moved-times.js';

const at = (text: string): Instant => parseInstant(text) as Instant;
const range = { min: at('2015-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') };

describe('times that are moved to the present', () => {
  it.each(calendarNames)('keep sessions, their order and their lengths: %s', (name) => {
    const calendar = calendarOf(name);
    // Some exchanges have their holidays listed for few years.
    const [first, last] = [calendar.firstDate + 10, calendar.lastDate - 60].map(startOfUtcDay);
    const instants = fc.integer({
      min: Math.max(range.min, first as Instant),
      max: Math.min(range.max, last as Instant),
    });
    const hours = fc.integer({ min: 0, max: 24 * 40 });
    fc.assert(
      fc.property(instants, instants, fc.array(hours, { minLength: 2 }), (from, now, later) => {
        const session = calendar.sessionClosingAtOrAfter(from);
        const moved = movedTimes(calendar, { session, now });
        expect(moved.date(session)).toBe(calendar.sessionClosingAtOrAfter(now));
        const times = later.map((hour) => from + hour * microsPerHour).sort((a, b) => a - b);
        const shown = times.map((time) => moved.instant(time));
        expect(shown).toEqual(shown.toSorted((a, b) => a - b));
        for (const time of times) {
          const day = calendar.sessionClosingAtOrAfter(time);
          const open = calendar.openOf(day);
          const target = moved.date(day);
          expect(calendar.isSession(target)).toBe(true);
          expect(moved.instant(open)).toBe(calendar.openOf(target));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('follow the clocks of New York over a change to summer time', () => {
    const session = civilDate(2026, 1, 5);
    const moved = movedTimes(calendarOf('XNYS'), { session, now: at('2026-07-01T15:00:00Z') });
    expect(formatInstant(moved.instant(at('2026-01-05T14:30:00Z')))).toBe('2026-07-01T13:30:00Z');
    // The next day is a Thursday, the one after that the eve of Independence Day: no session.
    expect(formatInstant(moved.instant(at('2026-01-07T14:30:00Z')))).toBe('2026-07-06T13:30:00Z');
  });

  it('move the days of a market without closed ones by whole days', () => {
    const session = civilDate(2022, 1, 3);
    const moved = movedTimes(calendarOf('24/7'), { session, now: at('2026-07-01T15:00:00Z') });
    expect(formatInstant(moved.instant(at('2022-01-04T03:00:00.5Z')))).toBe(
      '2026-07-02T03:00:00.500Z',
    );
  });
});
