/**
 * Tests of weeks and months as sessions: never known before their last close, whatever day the
 * vendor stamps.
 */

import { describe, expect, it } from 'vitest';
import { formatCivilDate, formatInstant, parseCivilDate, type CivilDate } from '#values';
import { calendarNames } from '#contracts';
import { barTimes } from '../bars/bar-times.js';
import { knowledgeTimes } from './knowledge-time.js';
import { calendarOf } from './calendar-of.js';
import { barPeriods, type BarPeriod } from './periodic.js';

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;

describe('a bar of a week or a month is known at its last close', () => {
  it.each([
    // Good Friday is 2025-04-18, Independence Day a Friday in 2025.
    ['XNYS', 'weekly', '2025-03-03', '2025-03-07T21:00:00Z'],
    ['XNYS', 'weekly', '2025-03-07', '2025-03-07T21:00:00Z'],
    ['XNYS', 'weekly', '2025-03-08', '2025-03-07T21:00:00Z'],
    ['XNYS', 'weekly', '2025-03-09', '2025-03-14T20:00:00Z'],
    ['XNYS', 'weekly', '2025-04-14', '2025-04-17T20:00:00Z'],
    ['XNYS', 'weekly', '2025-04-18', '2025-04-17T20:00:00Z'],
    ['XNYS', 'weekly', '2025-07-04', '2025-07-03T17:00:00Z'],
    ['24/5', 'weekly', '2025-03-03', '2025-03-07T22:00:00Z'],
    ['24/7', 'weekly', '2025-03-03', '2025-03-10T00:00:00Z'],
    ['XNYS', 'monthly', '2025-08-01', '2025-08-29T20:00:00Z'],
    ['XNYS', 'monthly', '2025-08-31', '2025-08-29T20:00:00Z'],
    ['XNYS', 'monthly', '2024-12-01', '2024-12-31T21:00:00Z'],
    ['24/7', 'monthly', '2025-02-28', '2025-03-01T00:00:00Z'],
  ] as const)('%s %s, stamped %s: %s', (name, frequency, stamp, expected) => {
    const calendar = calendarOf(`${name} ${frequency}`);
    const times = knowledgeTimes(calendar, 'session-close');
    const bars = barTimes({ frequency, stamp: 'session' }, calendar, times);
    expect(formatInstant(bars.knowledgeTime(date(stamp)))).toBe(expected);
  });
});

const names = calendarNames.flatMap((name) => barPeriods.map((period) => [name, period] as const));

it.each(names)('%s %s has its sessions, which open one after the other', (name, period) => {
  const calendar = calendarOf(`${name} ${period}`);
  expect(calendar.name).toBe(`${name} ${period}`);
  const sessions = calendar.sessionsBetween(date('2024-01-01'), date('2024-12-31'));
  const perYear: Readonly<Record<BarPeriod, number>> = { weekly: 52, monthly: 12 };
  // Some exchanges are closed for a whole week, and some are open on the Sunday that ends the 53rd.
  const isForeign = period === 'weekly' && calendarNames.indexOf(name) > 2;
  expect(Math.abs(sessions.length - perYear[period])).toBeLessThanOrEqual(isForeign ? 2 : 0);
  expect(calendar.sessionsPerYear).toBe(perYear[period]);
  for (const [number, session] of sessions.entries()) {
    expect(calendar.openOf(session)).toBeLessThan(calendar.closeOf(session));
    const before = sessions[number - 1];
    if (before !== undefined) {
      expect(calendar.openOf(session)).toBeGreaterThan(calendar.closeOf(before));
    }
    expect(calendar.closeOf(session)).toBe(calendarOf(name).closeOf(session));
  }
});

it.each(names)('%s %s opens its first session', (name, period) => {
  const calendar = calendarOf(`${name} ${period}`);
  const first = calendar.sessionOnOrAfter(calendar.firstDate);
  expect(calendar.openOf(first)).toBeLessThan(calendar.closeOf(first));
  expect(calendar.closeOf(calendar.sessionOnOrBefore(calendar.lastDate))).toBeGreaterThan(0);
});

it('names the last session of a week in which the exchange was closed on Friday', () => {
  const calendar = calendarOf('XNYS weekly');
  const session = calendar.sessionOnOrAfter(date('2025-04-14'));
  expect(formatCivilDate(session)).toBe('2025-04-17');
  expect(formatInstant(calendar.openOf(session))).toBe('2025-04-14T13:30:00Z');
  expect(calendar.closureOf(date('2025-04-16'))).toBe('inside of a weekly bar');
});

it.each([
  ['XNYS weekly', '2025-03-14', '2025-03-10'],
  // Presidents' Day is a Monday.
  ['XNYS weekly', '2025-02-21', '2025-02-18'],
  ['XNYS monthly', '2025-03-31', '2025-03-03'],
  ['24/5 monthly', '2025-03-31', '2025-03-03'],
  ['24/7 monthly', '2025-02-28', '2025-02-01'],
  ['24/5', '2025-03-10', '2025-03-10'],
  ['XNYS', '2025-03-14', '2025-03-14'],
] as const)('%s: the session of %s begins on %s', (name, session, expected) => {
  expect(formatCivilDate(calendarOf(name).firstDayOf(date(session)))).toBe(expected);
});
