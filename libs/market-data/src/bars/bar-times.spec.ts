/**
 * Tests of when bars end: with their length or with their session, in calendars with other
 * days and weeks.
 */

import { describe, expect, it } from 'vitest';
import {
  formatCivilDate,
  formatInstant,
  microsPerDay,
  microsPerMinute,
  parseCivilDate,
  parseInstant,
} from '#values';
import { calendarOf } from '../calendar/calendar-of.js';
import { knowledgeTimes } from '../calendar/knowledge-time.js';
import { barTimes } from './bar-times.js';

const instant = (text: string): number => parseInstant(text, null)!;
const date = (text: string): number => parseCivilDate(text)!;

describe('a bar within a day', () => {
  it.each([
    // An hour, half an hour, four hours; 2024-11-29 and 2024-07-03 close at 13:00 New York.
    ['XNYS', 'start', 60, '2024-12-13T20:30:00Z', '2024-12-13T21:00:00Z', '2024-12-13'],
    ['XNYS', 'start', 60, '2024-12-13T19:30:00Z', '2024-12-13T20:30:00Z', '2024-12-13'],
    ['XNYS', 'start', 60, '2024-07-12T19:30:00Z', '2024-07-12T20:00:00Z', '2024-07-12'],
    ['XNYS', 'start', 60, '2024-11-29T17:30:00Z', '2024-11-29T18:00:00Z', '2024-11-29'],
    ['XNYS', 'start', 240, '2024-07-03T15:30:00Z', '2024-07-03T17:00:00Z', '2024-07-03'],
    ['XNYS', 'end', 60, '2024-12-13T21:30:00Z', '2024-12-13T21:00:00Z', '2024-12-13'],
    ['XNYS', 'end', 60, '2024-12-13T21:00:00Z', '2024-12-13T21:00:00Z', '2024-12-13'],
    // A bar that reaches into the next session holds its trades as well.
    ['XNYS', 'start', 1440, '2024-12-12T20:30:00Z', '2024-12-13T20:30:00Z', '2024-12-13'],
    ['XNYS', 'start', 1081, '2024-12-12T20:30:00Z', '2024-12-13T14:31:00Z', '2024-12-13'],
    ['XNYS', 'start', 1080, '2024-12-12T20:30:00Z', '2024-12-12T21:00:00Z', '2024-12-12'],
    // From the close on it belongs to the next session.
    ['XNYS', 'start', 60, '2024-12-13T21:00:00Z', '2024-12-13T22:00:00Z', '2024-12-16'],
    // The first of a session, whose start is before the open.
    ['XNYS', 'start', 60, '2024-12-13T14:00:00Z', '2024-12-13T15:00:00Z', '2024-12-13'],
    // Frankfurt, on an ordinary day and on the last of the year.
    ['XFRA', 'start', 60, '2024-12-13T16:00:00Z', '2024-12-13T16:30:00Z', '2024-12-13'],
    ['XFRA', 'start', 60, '2024-12-30T12:30:00Z', '2024-12-30T13:00:00Z', '2024-12-30'],
    // Tokyo and Hong Kong have a break: the hour before it ends with it, an hour that begins
    // in it does not.
    ['XTKS', 'start', 60, '2024-12-13T02:00:00Z', '2024-12-13T02:30:00Z', '2024-12-13'],
    ['XTKS', 'start', 60, '2024-12-13T03:00:00Z', '2024-12-13T04:00:00Z', '2024-12-13'],
    ['XTKS', 'start', 60, '2024-12-13T06:00:00Z', '2024-12-13T06:30:00Z', '2024-12-13'],
    ['XTKS', 'start', 60, '2024-11-01T05:30:00Z', '2024-11-01T06:00:00Z', '2024-11-01'],
    ['XHKG', 'end', 60, '2024-12-13T04:30:00Z', '2024-12-13T04:00:00Z', '2024-12-13'],
    ['XHKG', 'start', 240, '2024-12-13T01:30:00Z', '2024-12-13T05:30:00Z', '2024-12-13'],
    // Days that touch end no bar; the last of a week does.
    ['24/5', 'start', 240, '2024-12-12T20:00:00Z', '2024-12-13T00:00:00Z', '2024-12-13'],
    ['24/5', 'start', 240, '2024-12-13T20:00:00Z', '2024-12-13T22:00:00Z', '2024-12-13'],
    ['24/7', 'start', 480, '2024-12-12T20:00:00Z', '2024-12-13T04:00:00Z', '2024-12-13'],
    ['24/7 from 16:00', 'start', 60, '2024-12-12T15:30:00Z', '2024-12-12T16:30:00Z', '2024-12-12'],
  ] as const)('%s, stamped at its %s, %d minutes: %s', (name, stamp, barMinutes, at, end, day) => {
    const calendar = calendarOf(name);
    const times = knowledgeTimes(calendar, 'session-close');
    const bars = barTimes({ frequency: 'intraday', stamp, barMinutes }, calendar, times);
    expect(formatInstant(bars.knowledgeTime(instant(at)))).toBe(end);
    expect(formatCivilDate(bars.session(instant(at)))).toBe(day);
  });

  it.each([
    ['XNYS', 'start', 1],
    ['XNYS', 'start', 60],
    ['XNYS', 'end', 60],
    ['XNYS', 'start', 1440],
    ['XTKS', 'start', 60],
    ['XHKG', 'end', 240],
    ['24/5', 'start', 240],
    ['24/7 from 16:00', 'start', 60],
  ] as const)(
    'of %s, stamped at its %s, %d minutes, is plain as far as it says',
    (name, stamp, barMinutes) => {
      const calendar = calendarOf(name);
      const times = knowledgeTimes(calendar, 'session-close');
      const table = { frequency: 'intraday', stamp, barMinutes } as const;
      const asked = barTimes(table, calendar, times);
      const judge = barTimes(table, calendar, times);
      const step = 7 * microsPerMinute;
      const toEnd = stamp === 'start' ? barMinutes * microsPerMinute : 0;
      const from = instant('2024-11-27T00:00:00Z');
      const wrong: string[] = [];
      let certain = 0;
      for (let at = from; at < from + 8 * microsPerDay; at += step) {
        const until = asked.plainUntil(at);
        const session = judge.session(at);
        if (judge.uncutEnd(at) !== undefined && until !== at) wrong.push(formatInstant(at));
        for (let later = at + step; later <= until; later += step) {
          certain++;
          const isPlain = judge.knowledgeTime(later) === later + toEnd;
          if (!isPlain || judge.session(later) !== session) wrong.push(formatInstant(later));
        }
      }
      expect(wrong).toEqual([]);
      expect(certain).toBeGreaterThan(100);
    },
  );

  it('has an end of its own where the length is not known', () => {
    const calendar = calendarOf('XNYS');
    const times = knowledgeTimes(calendar, 'session-close');
    const bars = barTimes({ frequency: 'intraday', stamp: 'end' }, calendar, times);
    const at = instant('2024-12-13T21:30:00Z');
    expect(bars.knowledgeTime(at)).toBe(at);
  });
});

describe('a day', () => {
  it.each([
    ['24/7', '2024-12-13', '2024-12-13T00:00:00Z', '2024-12-14T00:00:00Z'],
    ['24/7 from 16:00', '2024-12-13', '2024-12-13T16:00:00Z', '2024-12-14T16:00:00Z'],
    ['24/7 from 00:00 -05:00', '2024-12-13', '2024-12-13T05:00:00Z', '2024-12-14T05:00:00Z'],
    // Clocks go back: the day has 25 hours.
    [
      '24/7 from 00:00 America/New_York',
      '2024-11-03',
      '2024-11-03T04:00:00Z',
      '2024-11-04T05:00:00Z',
    ],
    ['24/5', '2024-12-13', '2024-12-12T22:00:00Z', '2024-12-13T22:00:00Z'],
    ['24/5 from 00:00', '2024-12-13', '2024-12-13T00:00:00Z', '2024-12-14T00:00:00Z'],
  ] as const)('of %s: %s', (name, day, open, close) => {
    const calendar = calendarOf(name);
    expect(calendar.name).toBe(name);
    expect(formatInstant(calendar.openOf(date(day)))).toBe(open);
    expect(formatInstant(calendar.closeOf(date(day)))).toBe(close);
    const times = knowledgeTimes(calendar, 'session-close');
    const bars = barTimes({ frequency: 'daily', stamp: 'session' }, calendar, times);
    expect(formatInstant(bars.knowledgeTime(date(day)))).toBe(close);
  });
});

describe('a week without a day off', () => {
  it.each([
    ['24/7 weekly from Thursday', 'Thursday', '2024-01-04', '2024-01-11T00:00:00Z'],
    ['24/7 from 16:00 weekly from Thursday', 'Thursday', '2024-01-04', '2024-01-11T16:00:00Z'],
    ['24/7 weekly from Sunday', 'Sunday', '2024-01-07', '2024-01-14T00:00:00Z'],
    // By its last day, where the data set says which is its first.
    ['24/7 weekly', 'Monday', '2024-01-07', '2024-01-08T00:00:00Z'],
    ['24/7 weekly', undefined, '2024-01-01', '2024-01-08T00:00:00Z'],
  ] as const)('%s, weekStart %s, stamped %s', (name, weekStart, stamp, known) => {
    const calendar = calendarOf(name);
    const times = knowledgeTimes(calendar, 'session-close');
    const bars = barTimes({ frequency: 'weekly', stamp: 'session', weekStart }, calendar, times);
    expect(bars.unplaced(date(stamp))).toBeUndefined();
    expect(formatInstant(bars.knowledgeTime(date(stamp)))).toBe(known);
  });

  it.each([
    [undefined, '2024-01-04', 'Thursday'],
    // It may begin a week, or end one.
    [undefined, '2024-01-07', 'Sunday'],
    ['Thursday', '2024-01-05', 'Friday'],
  ] as const)('weekStart %s has no bar of %s', (weekStart, stamp, weekday) => {
    const calendar = calendarOf(
      weekStart === undefined ? '24/7 weekly' : `24/7 weekly from ${weekStart}`,
    );
    const times = knowledgeTimes(calendar, 'session-close');
    const bars = barTimes({ frequency: 'weekly', stamp: 'session', weekStart }, calendar, times);
    expect(bars.unplaced(date(stamp))).toMatchObject({
      what: 'the bar begins inside of a week of the calendar',
      found: `${stamp}, a ${weekday}`,
    });
  });
});
