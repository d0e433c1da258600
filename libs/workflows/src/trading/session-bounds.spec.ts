/** Instants at and around the edges of sessions, and the date of the shares that a bar is in. */

import { describe, expect, it } from 'vitest';
import { parseInstant, requireCivilDate, type CivilDate, type Instant } from '#values';
import type { CalendarName } from '#contracts';
import { SessionBounds } from './session-bounds.js';

const at = (text: string): Instant => parseInstant(text) as Instant;
const day = (text: string): CivilDate => requireCivilDate(text, 'test');

describe('a session in New York', () => {
  const bounds = new SessionBounds('XNYS');
  const monday = day('2025-03-03');

  it.each([
    ['2025-03-03T14:29:59.999999Z', false, false],
    ['2025-03-03T14:30:00Z', true, false],
    ['2025-03-03T14:30:00.000001Z', true, true],
    ['2025-03-03T21:00:00Z', true, true],
    ['2025-03-03T21:00:00.000001Z', false, false],
  ])('holds what happened at %s: %s, and a bar that ends there: %s', (time, holds, holdsBar) => {
    expect(bounds.holds(monday, at(time))).toBe(holds);
    expect(bounds.holdsBar(monday, at(time))).toBe(holdsBar);
  });

  it.each([
    ['2025-03-03T02:30:00Z', true, true],
    ['2025-03-03T02:30:00.000001Z', false, false],
    ['2025-03-03T03:00:00Z', false, false],
    ['2025-03-03T03:30:00Z', true, false],
    ['2025-03-03T03:31:00Z', true, true],
  ])('does not hold the break of Tokyo: %s %s, bars: %s', (time, holds, holdsBar) => {
    const tokyo = new SessionBounds('XTKS');
    expect(tokyo.holds(monday, at(time))).toBe(holds);
    expect(tokyo.holdsBar(monday, at(time))).toBe(holdsBar);
  });

  it('ends earlier where it closes early, and next to another one keeps its own edges', () => {
    const early = day('2025-07-03');
    expect(bounds.holds(early, at('2025-07-03T17:00:00Z'))).toBe(true);
    expect(bounds.holds(early, at('2025-07-03T17:00:01Z'))).toBe(false);
    expect(bounds.holds(monday, at('2025-03-03T20:59:00Z'))).toBe(true);
  });

  it('that the calendar does not have holds everything', () => {
    expect(bounds.holds(day('2025-03-02'), at('1990-01-01T00:00:00Z'))).toBe(true);
    expect(bounds.holds(day('2200-01-01'), at('2025-03-03T00:00:00Z'))).toBe(true);
  });
});

describe('the days of a session', () => {
  it.each<[CalendarName, string, string, string]>([
    ['XNYS', '2025-03-03', '2025-03-03', '2025-03-03'],
    // A weekend, one with a holiday, and a holiday inside of a week.
    ['XNYS', '2025-03-07', '2025-03-07', '2025-03-09'],
    ['XNYS', '2025-01-17', '2025-01-17', '2025-01-20'],
    ['XNYS', '2025-11-26', '2025-11-26', '2025-11-27'],
    ['24/7', '2025-03-07', '2025-03-07', '2025-03-07'],
    // Weeks and months have the date of their last session.
    ['XNYS weekly', '2025-03-07', '2025-03-03', '2025-03-13'],
    ['XNYS monthly', '2025-02-28', '2025-02-03', '2025-03-30'],
    // The calendar ends.
    ['XNYS', '2049-12-31', '2049-12-31', '2049-12-31'],
  ])('under %s of %s begin on %s, and the next one is after %s', (calendar, date, first, last) => {
    const { firstDay, lastDay } = new SessionBounds(calendar).daysOf(day(date));
    expect([firstDay, lastDay]).toEqual([day(first), day(last)]);
  });
});

describe('the date of the shares that a bar is in', () => {
  it.each<[CalendarName, string, string]>([
    ['XNYS', '2025-03-03T14:31:00Z', '2025-03-03'],
    ['XNYS', '2025-03-03T21:00:00Z', '2025-03-03'],
    // Before and after the session it is the day in New York, also on a weekend.
    ['XNYS', '2025-03-03T13:00:00Z', '2025-03-03'],
    ['XNYS', '2025-03-03T23:00:00Z', '2025-03-03'],
    ['XNYS', '2025-03-01T15:00:00Z', '2025-03-01'],
    // The week of currencies opens on the evening before its first date.
    ['24/5', '2025-03-02T22:00:00Z', '2025-03-02'],
    ['24/5', '2025-03-02T22:01:00Z', '2025-03-03'],
    ['24/5', '2025-03-03T22:00:00Z', '2025-03-03'],
    ['24/5', '2025-03-03T22:01:00Z', '2025-03-04'],
    ['24/5', '2025-03-01T12:00:00Z', '2025-03-01'],
    ['24/7', '2025-03-02T00:00:00Z', '2025-03-01'],
    ['24/7', '2025-03-02T00:01:00Z', '2025-03-02'],
  ])('under %s, for one that ends at %s, is %s', (calendar, end, date) => {
    const never = day('1999-01-04');
    expect(new SessionBounds(calendar).dateOf(at(end), never)).toBe(day(date));
  });

  it('is that of the session where the calendar ends', () => {
    const last = day('2049-12-31');
    expect(new SessionBounds('XNYS').dateOf(at('2050-06-03T15:00:00Z'), last)).toBe(last);
    expect(new SessionBounds('XNYS').dateOf(at('1969-06-03T15:00:00Z'), last)).toBe(last);
  });
});
