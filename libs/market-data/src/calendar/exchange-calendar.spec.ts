/** Sessions of exchanges around the world: days and hours as the exchanges announced them. */

import { describe, expect, it } from 'vitest';
import type { CalendarName } from '#contracts';
import { calendarNames } from '#contracts';
import { formatInstant, parseCivilDate, parseInstant, type CivilDate } from '#values';
import { calendarOf } from './calendar-of.js';
import { hashOfExchange } from './exchange-calendar.js';
import { lastOpen } from './session-calendar.js';

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;

describe('a session of', () => {
  it.each<[CalendarName, string, string, string]>([
    ['XFRA', '2024-07-01', '2024-07-01T07:00:00Z', '2024-07-01T15:30:00Z'],
    ['XFRA', '2024-12-30', '2024-12-30T08:00:00Z', '2024-12-30T13:00:00Z'],
    ['XLON', '2024-12-24', '2024-12-24T08:00:00Z', '2024-12-24T12:30:00Z'],
    ['XTKS', '2024-11-01', '2024-11-01T00:00:00Z', '2024-11-01T06:00:00Z'],
    ['XTKS', '2024-11-05', '2024-11-05T00:00:00Z', '2024-11-05T06:30:00Z'],
    ['XHKG', '2024-12-24', '2024-12-24T01:30:00Z', '2024-12-24T04:00:00Z'],
    ['XASX', '2024-07-01', '2024-07-01T00:00:00Z', '2024-07-01T06:00:00Z'],
    ['XTSE', '2024-07-02', '2024-07-02T13:30:00Z', '2024-07-02T20:00:00Z'],
    // Futures open in the evening before.
    ['CMES', '2024-07-02', '2024-07-01T22:00:00Z', '2024-07-02T22:00:00Z'],
    ['XNYS', '1973-06-04', '1973-06-04T13:30:00Z', '1973-06-04T20:00:00Z'],
  ])('%s on %s is from %s to %s', (name, day, open, close) => {
    const calendar = calendarOf(name);
    expect(formatInstant(calendar.openOf(date(day)))).toBe(open);
    expect(formatInstant(calendar.closeOf(date(day)))).toBe(close);
  });

  it.each<[CalendarName, string]>([
    // The funeral of Elizabeth II, the coronation of Charles III.
    ['XLON', '2022-09-19'],
    ['XLON', '2023-05-08'],
    // Christmas Eve.
    ['XFRA', '2024-12-24'],
    // Golden Week, the enthronement of Naruhito, a failure of the system.
    ['XTKS', '2024-05-03'],
    ['XTKS', '2019-05-01'],
    ['XTKS', '2020-10-01'],
    // The new year of the moon.
    ['XHKG', '2025-01-29'],
    ['XSHG', '2025-02-03'],
    ['XKRX', '2024-09-17'],
    // Diwali.
    ['XBOM', '2024-11-01'],
    ['XSAU', '2024-06-16'],
  ])('%s is not on %s', (name, day) => {
    expect(calendarOf(name).closureOf(date(day))).toBe('holiday');
  });

  it('Tel Aviv is from Sunday to Thursday, and since 2026 from Monday to Friday', () => {
    const week = (from: string): boolean[] =>
      Array.from({ length: 7 }, (_, day) => calendarOf('XTAE').isSession(date(from) + day));
    expect(week('2025-12-07')).toEqual([true, true, true, true, true, false, false]);
    expect(week('2026-01-11')).toEqual([false, true, true, true, true, true, false]);
  });
});

describe('a break', () => {
  it('closes Tokyo for an hour', () => {
    const pause = calendarOf('XTKS').breakOf(date('2024-11-05'));
    expect(pause && [pause.from, pause.to].map(formatInstant)).toEqual([
      '2024-11-05T02:30:00Z',
      '2024-11-05T03:30:00Z',
    ]);
  });

  it.each<[CalendarName, string]>([
    ['XHKG', '2024-12-24'],
    ['XKRX', '2024-11-05'],
    ['XNYS', '2024-11-05'],
    ['24/7', '2024-11-05'],
    ['XTKS weekly', '2024-11-08'],
  ])('is not one of %s on %s', (name, day) => {
    expect(calendarOf(name).breakOf(date(day))).toBeUndefined();
  });

  it.each([
    // Before, in and after the break, in the evening, and in the morning of the next session.
    ['2024-11-05T01:00:00Z', '2024-11-05T00:00:00Z', '2024-11-05T01:00:00Z'],
    ['2024-11-05T02:30:00Z', '2024-11-05T00:00:00Z', '2024-11-05T02:30:00Z'],
    ['2024-11-05T03:00:00Z', '2024-11-05T00:00:00Z', '2024-11-05T02:30:00Z'],
    ['2024-11-05T03:30:00Z', '2024-11-05T03:30:00Z', '2024-11-05T03:30:00Z'],
    ['2024-11-05T09:00:00Z', '2024-11-05T03:30:00Z', '2024-11-05T06:30:00Z'],
    ['2024-11-06T00:00:00Z', '2024-11-06T00:00:00Z', '2024-11-06T00:00:00Z'],
  ])('divides what was open last at %s', (at, since, until) => {
    const open = lastOpen(calendarOf('XTKS'), parseInstant(at) as number);
    expect([open.since, open.until].map(formatInstant)).toEqual([since, until]);
  });
});

describe('calendars', () => {
  it.each<[CalendarName, number]>([
    ['XNYS', 252],
    ['24/5', 260],
    ['24/7', 365],
    ['XTKS', 244],
    ['XFRA', 254],
    ['XHKG', 246],
    ['XLON', 253],
  ])('%s has %d sessions a year', (name, perYear) => {
    expect(calendarOf(name).sessionsPerYear).toBe(perYear);
  });

  it.each<[CalendarName, string, string]>([
    // Holidays of the moon are not known beyond the list: no day after it is taken for a session.
    ['XSHG', '2027-01-04', '1990-12-03..2026-12-31'],
    ['XBOM', '2027-01-04', '1997-01-01..2026-12-31'],
    ['XKAR', '2026-01-05', '1970-01-02..2025-12-31'],
    ['XTKS', '1996-12-30', '1997-01-01..2040-12-31'],
    ['XHKG', '2050-01-03', '1970-01-02..2049-12-31'],
  ])('%s does not know %s', (name, day, range) => {
    expect(() => calendarOf(name).isSession(date(day))).toThrow(
      `the calendar ${name} does not know this date; expected ${range}; found ${day}`,
    );
  });

  it('of exchanges have a name of their own, a hash, and sessions that follow each other', () => {
    const exchanges = calendarNames.filter((name) => !name.startsWith('24/'));
    expect(exchanges).toHaveLength(68);
    const hashes = exchanges.map((name) => hashOfExchange(name as 'XNYS'));
    expect(new Set(hashes).size).toBe(68);
    for (const name of exchanges) {
      const calendar = calendarOf(name);
      expect(calendar.name).toBe(name);
      const sessions = calendar.sessionsBetween(date('2023-01-01'), date('2025-12-31'));
      let before = -Infinity;
      for (const session of sessions) {
        const open = calendar.openOf(session);
        const close = calendar.closeOf(session);
        const { from, to } = calendar.breakOf(session) ?? { from: open, to: open };
        expect([before, open, from, to, close]).toEqual(
          [before, open, from, to, close].toSorted((a, b) => a - b),
        );
        before = close;
      }
    }
  });
});
