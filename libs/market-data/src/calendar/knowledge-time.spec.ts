/** Tests of the table of knowledge times, row by row. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, parseCivilDate, parseInstant, type CivilDate, type Instant } from '#values';
import { calendarOf } from './calendar-of.js';
import { knowledgeTimes, type KnowledgeTimes } from './knowledge-time.js';

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;
const instant = (text: string): Instant => parseInstant(text) as Instant;
const xnys = knowledgeTimes(calendarOf('XNYS'), 'session-close');
const herculean = knowledgeTimes(calendarOf('XNYS'), 'herculean-date');

type Case = readonly [string, (rules: KnowledgeTimes) => Instant | null, string | null];

const cases: readonly Case[] = [
  ['a daily bar in winter', (r) => r.dailyBar(date('2025-03-03')), '2025-03-03T21:00:00Z'],
  ['a daily bar on an early close', (r) => r.dailyBar(date('2025-07-03')), '2025-07-03T17:00:00Z'],
  ['a daily bar on Good Friday', (r) => r.dailyBar(date('2025-04-18')), '2025-04-21T20:00:00Z'],
  [
    'an intraday bar stamped at its start',
    (r) => r.intradayBar(instant('2025-03-03T15:00:00Z'), 60_000_000),
    '2025-03-03T15:01:00Z',
  ],
  [
    'an intraday bar stamped at its end',
    (r) => r.intradayBar(instant('2025-03-03T15:00:00Z'), 0),
    '2025-03-03T15:00:00Z',
  ],
  [
    'a trade or a quote',
    (r) => r.tick(instant('2025-03-03T15:00:00.000001Z')),
    '2025-03-03T15:00:00.000001Z',
  ],
  [
    'news with a time',
    (r) => r.news({ at: instant('2025-03-03T12:34:56Z') }),
    '2025-03-03T12:34:56Z',
  ],
  [
    'news a microsecond after midnight UTC',
    (r) => r.news({ at: instant('2025-03-03T00:00:00.000001Z') }),
    '2025-03-03T00:00:00.000001Z',
  ],
  [
    'news at midnight UTC',
    (r) => r.news({ at: instant('2025-03-03T00:00:00Z') }),
    '2025-03-03T21:00:00Z',
  ],
  [
    'news at midnight New York, winter',
    (r) => r.news({ at: instant('2025-03-03T05:00:00Z') }),
    '2025-03-03T21:00:00Z',
  ],
  [
    'news at midnight New York, summer',
    (r) => r.news({ at: instant('2025-06-02T04:00:00Z') }),
    '2025-06-02T20:00:00Z',
  ],
  [
    'news at 05:00 UTC in summer',
    (r) => r.news({ at: instant('2025-06-02T05:00:00Z') }),
    '2025-06-02T05:00:00Z',
  ],
  [
    'news at midnight of a Saturday',
    (r) => r.news({ at: instant('2025-03-01T00:00:00Z') }),
    '2025-03-03T21:00:00Z',
  ],
  ['news with a date', (r) => r.news({ on: date('2025-03-03') }), '2025-03-03T21:00:00Z'],
  [
    'an accepted filing',
    (r) => r.filing(instant('2025-01-31T11:01:27Z'), date('2025-01-31')),
    '2025-01-31T11:01:27Z',
  ],
  ['a filing of nothing', (r) => r.filing(null, null), null],
  [
    'a declared dividend',
    (r) => r.dividend(date('2025-01-30'), date('2025-02-10')),
    '2025-01-30T21:00:00Z',
  ],
  [
    'a dividend declared on a Sunday',
    (r) => r.dividend(date('2025-02-02'), date('2025-02-10')),
    '2025-02-03T21:00:00Z',
  ],
  [
    'a dividend without a declaration',
    (r) => r.dividend(null, date('2025-02-10')),
    '2025-02-10T05:00:00.000001Z',
  ],
  ['a split', (r) => r.split(date('2020-08-31')), '2020-08-31T04:00:00.000001Z'],
  ['a split on a holiday', (r) => r.split(date('2025-07-04')), '2025-07-04T04:00:00.000001Z'],
];

describe.each([
  ['session-close', xnys],
  ['herculean-date', herculean],
])('under %s', (_name, rules) => {
  it.each(cases)('%s', (_fact, timeOf, expected) => {
    const time = timeOf(rules);
    expect(time === null ? null : formatInstant(time)).toBe(expected);
  });
});

describe('a filing with a date only', () => {
  it.each([
    ['2025-01-31', xnys, '2025-01-31T22:30:00Z'],
    ['2025-07-03', xnys, '2025-07-03T21:30:00Z'],
    ['2025-02-01', xnys, '2025-02-01T22:30:00Z'],
    ['2025-01-31', herculean, '2025-01-31T21:00:00Z'],
    ['2025-07-03', herculean, '2025-07-03T17:00:00Z'],
    ['2025-02-01', herculean, '2025-02-03T21:00:00Z'],
  ])('of %s', (day, rules, expected) => {
    expect(formatInstant(rules.filing(null, date(day)) as Instant)).toBe(expected);
  });
});

describe('sessions that meet', () => {
  it('open a microsecond after the close that they follow', () => {
    const always = knowledgeTimes(calendarOf('24/7'), 'session-close');
    const forex = knowledgeTimes(calendarOf('24/5'), 'session-close');
    expect(always.sessionOpen(10)).toBe(always.sessionClose(9) + 1);
    expect(always.split(10)).toBe(always.sessionOpen(10));
    const monday = date('2012-02-06');
    const tuesday = date('2012-02-07');
    expect(formatInstant(forex.sessionOpen(monday))).toBe('2012-02-05T22:00:00Z');
    expect(forex.sessionOpen(tuesday)).toBe(forex.sessionClose(monday) + 1);
  });
});

describe('an action of a week or month', () => {
  it.each([
    ['XNYS weekly', '2025-03-12', '2025-03-12T04:00:00.000001Z'],
    ['XNYS weekly', '2025-03-14', '2025-03-14T04:00:00.000001Z'],
    // At the latest at the open of the period, of whose first day or of the days before it that is.
    ['XNYS weekly', '2025-03-10', '2025-03-10T04:00:00.000001Z'],
    ['XNYS weekly', '2025-03-08', '2025-03-08T05:00:00.000001Z'],
    ['XNYS monthly', '2025-03-14', '2025-03-14T04:00:00.000001Z'],
    ['24/5 weekly', '2025-03-10', '2025-03-09T21:00:00Z'],
    ['24/5 weekly', '2025-03-11', '2025-03-11T04:00:00.000001Z'],
    ['24/7 weekly', '2025-03-12', '2025-03-12T00:00:00.000001Z'],
  ] as const)('of %s is known at its own midnight: %s', (name, day, expected) => {
    const times = knowledgeTimes(calendarOf(name), 'session-close');
    expect(formatInstant(times.split(date(day)))).toBe(expected);
    expect(formatInstant(times.dividend(null, date(day)))).toBe(expected);
  });
});

describe('no fact is known before it happened', () => {
  it.each([
    // Midnight in Frankfurt is 23:00 UTC of the day before, or 22:00 in summer; the session
    // closes at 17:30.
    ['XFRA', '2025-03-02T23:00:00Z', '2025-03-03T16:30:00Z'],
    ['XFRA', '2025-06-01T22:00:00Z', '2025-06-02T15:30:00Z'],
    ['XFRA', '2025-06-01T23:00:00Z', '2025-06-01T23:00:00Z'],
    ['XTKS', '2025-03-02T15:00:00Z', '2025-03-03T06:30:00Z'],
    ['24/7 from 00:00 Asia/Seoul', '2025-03-02T15:00:00Z', '2025-03-03T15:00:00Z'],
    ['24/7', '2025-03-02T15:00:00Z', '2025-03-02T15:00:00Z'],
  ] as const)('takes a midnight of its market for a date: %s, news of %s', (name, at, known) => {
    const times = knowledgeTimes(calendarOf(name), 'session-close');
    expect(formatInstant(times.news({ at: instant(at) }))).toBe(known);
  });

  it.each([
    ['XFRA', '2025-06-02T22:00:00Z'],
    ['XTKS', '2025-06-02T15:00:00Z'],
    ['24/7', '2025-06-02T21:30:00Z'],
  ] as const)('has a filing without a time at the end of its date abroad: %s', (name, known) => {
    const times = knowledgeTimes(calendarOf(name), 'session-close');
    expect(formatInstant(times.filing(null, date('2025-06-02'))!)).toBe(known);
  });

  it('holds for any news time and filing date', () => {
    const first = instant('1991-01-01T00:00:00Z');
    const last = instant('2039-12-31T00:00:00Z');
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (at) => {
        expect(xnys.news({ at })).toBeGreaterThanOrEqual(at);
      }),
    );
  });
});
