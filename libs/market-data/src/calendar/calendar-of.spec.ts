/** Tests of the calendars against the time zone database and known days. */

import { describe, expect, it } from 'vitest';
import {
  formatCivilDate,
  formatInstant,
  isFailure,
  parseCivilDate,
  parseInstant,
  startOfUtcDay,
  type CivilDate,
} from '#values';
import { calendarOf } from './calendar-of.js';
import { calendarFrom, type CalendarFacts } from './calendar-range.js';

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;
const xnys = calendarOf('XNYS');

describe('XNYS', () => {
  it('has no session on the holidays between December 2024 and July 2025', () => {
    const from = date('2024-12-13');
    const closed: string[] = [];
    for (let day = from; day <= date('2025-07-31'); day++) {
      const reason = xnys.closureOf(day);
      if (reason !== undefined && reason !== 'weekend') closed.push(formatCivilDate(day));
    }
    expect(closed).toEqual([
      '2024-12-25',
      '2025-01-01',
      '2025-01-09',
      '2025-01-20',
      '2025-02-17',
      '2025-04-18',
      '2025-05-26',
      '2025-06-19',
      '2025-07-04',
    ]);
    expect(xnys.sessionsBetween(from, date('2025-07-31'))).toHaveLength(156);
  });

  // Trading days per year, counted by hand from the lists of holidays and special closings.
  it.each([
    [1990, 253],
    [1996, 254],
    [2001, 248],
    [2004, 252],
    [2007, 251],
    [2012, 250],
    [2018, 251],
    [2020, 253],
    [2022, 251],
    [2024, 252],
    [2025, 250],
  ])('has in %d %d sessions', (year, count) => {
    expect(xnys.sessionsBetween(date(`${year}-01-01`), date(`${year}-12-31`))).toHaveLength(count);
  });

  it.each([
    ['1994-04-27', 'holiday'],
    ['2001-09-14', 'holiday'],
    ['2012-10-30', 'holiday'],
    ['2025-01-09', 'holiday'],
    ['2022-06-20', 'holiday'],
    ['2021-12-24', 'holiday'],
    ['2023-01-02', 'holiday'],
    ['1998-01-19', 'holiday'],
    ['2025-03-01', 'weekend'],
  ])('is closed on %s: %s', (day, reason) => expect(xnys.closureOf(date(day))).toBe(reason));

  it.each([
    '1997-01-20',
    '2021-06-18',
    '2021-12-31',
    '2010-12-31',
    '2001-09-17',
    '2022-06-17',
    '2027-12-31',
  ])('is open on %s', (day) => expect(xnys.isSession(date(day))).toBe(true));

  it.each([
    ['2025-03-03', '2025-03-03T21:00:00Z', false],
    ['2025-06-30', '2025-06-30T20:00:00Z', false],
    ['2024-11-29', '2024-11-29T18:00:00Z', true],
    ['2024-12-24', '2024-12-24T18:00:00Z', true],
    ['2025-07-03', '2025-07-03T17:00:00Z', true],
    ['2013-07-03', '2013-07-03T17:00:00Z', true],
    ['2002-07-05', '2002-07-05T17:00:00Z', true],
    ['2002-07-03', '2002-07-03T20:00:00Z', false],
    ['1996-07-05', '1996-07-05T17:00:00Z', true],
    ['2003-12-26', '2003-12-26T18:00:00Z', true],
    ['1999-12-31', '1999-12-31T18:00:00Z', true],
    ['1991-12-24', '1991-12-24T19:00:00Z', true],
    ['1991-11-29', '1991-11-29T21:00:00Z', false],
    ['1992-11-27', '1992-11-27T19:00:00Z', true],
    ['1993-11-26', '1993-11-26T18:00:00Z', true],
    ['2020-07-02', '2020-07-02T20:00:00Z', false],
    ['2021-11-26', '2021-11-26T18:00:00Z', true],
  ])('closes on %s at %s, early: %s', (day, close, early) => {
    expect(formatInstant(xnys.closeOf(date(day)))).toBe(close);
    expect(xnys.isEarlyClose(date(day))).toBe(early);
  });

  it('opens at 09:30 New York', () => {
    expect(formatInstant(xnys.openOf(date('2025-03-07')))).toBe('2025-03-07T14:30:00Z');
    expect(formatInstant(xnys.openOf(date('2025-03-10')))).toBe('2025-03-10T13:30:00Z');
  });

  it('finds sessions around dates and instants', () => {
    const at = (text: string): string =>
      formatCivilDate(xnys.sessionClosingAtOrAfter(parseInstant(text) as number));
    expect(formatCivilDate(xnys.sessionOnOrAfter(date('2025-04-18')))).toBe('2025-04-21');
    expect(formatCivilDate(xnys.sessionOnOrBefore(date('2025-04-20')))).toBe('2025-04-17');
    expect(at('2025-03-03T21:00:00Z')).toBe('2025-03-03');
    expect(at('2025-03-03T21:00:00.000001Z')).toBe('2025-03-04');
    expect(at('2025-03-08T12:00:00Z')).toBe('2025-03-10');
  });

  it.each(['1970-01-01', '2050-01-03'])('says that it does not know %s', (day) => {
    expect(() => xnys.isSession(date(day))).toThrow(/1970-01-02\.\.2049-12-31/);
  });

  it('treats the close of a day without session as a bug', () => {
    let caught: unknown;
    try {
      xnys.closeOf(date('2025-03-01'));
    } catch (error) {
      caught = error;
    }
    expect(isFailure(caught, 'Invariant')).toBe(true);
  });
});

describe('a calendar', () => {
  const facts: CalendarFacts = {
    name: '24/7',
    sessionsPerYear: 260,
    firstDate: date('2025-03-01'),
    lastDate: date('2025-03-31'),
    closureOf: (day) => (day % 7 < 2 ? 'weekend' : undefined),
    openOf: startOfUtcDay,
    closeOf: (day) => startOfUtcDay(day + 1),
    isEarlyClose: () => false,
    dateOf: xnys.dateOf,
    instantAt: xnys.instantAt,
  };

  it('works out what is asked of a date once', () => {
    const asked: string[] = [];
    const noted =
      <T>(what: string, answer: (day: CivilDate) => T) =>
      (day: CivilDate): T => {
        asked.push(what);
        return answer(day);
      };
    const calendar = calendarFrom({
      ...facts,
      closureOf: noted('closure', facts.closureOf),
      openOf: noted('open', facts.openOf),
      closeOf: noted('close', facts.closeOf),
    });
    const answers = (): number[] => {
      const after = calendar.sessionOnOrAfter(date('2025-03-08'));
      const before = calendar.sessionOnOrBefore(date('2025-03-08'));
      const closing = calendar.sessionClosingAtOrAfter(startOfUtcDay(after) + 1);
      return [after, before, closing, calendar.openOf(after), calendar.closeOf(before)];
    };
    const first = answers();
    expect(asked.filter((what) => what === 'open')).toHaveLength(1);
    asked.length = 0;
    for (let times = 0; times < 3; times++) expect(answers()).toEqual(first);
    expect(asked).toEqual([]);
  });

  it('says each time that it does not know a date, or that a date has no session', () => {
    const calendar = calendarFrom(facts);
    for (let times = 0; times < 2; times++) {
      expect(() => calendar.sessionOnOrAfter(date('2025-04-01'))).toThrow(/2025-03-01..2025-03-31/);
      expect(() => calendar.closeOf(NaN)).toThrow(/does not know this date/);
      expect(() => calendar.openOf(firstClosed)).toThrow(/is a session/);
    }
  });

  const firstClosed = [0, 1, 2, 3, 4, 5, 6]
    .map((day) => facts.firstDate + day)
    .find((day) => facts.closureOf(day)) as CivilDate;
});

describe('the forex week', () => {
  const week = calendarOf('24/5');

  it("opens Monday's session on Sunday at 17:00 New York", () => {
    expect(formatInstant(week.openOf(date('2012-02-06')))).toBe('2012-02-05T22:00:00Z');
    expect(formatInstant(week.closeOf(date('2012-02-06')))).toBe('2012-02-06T22:00:00Z');
    // Daylight time began on Sunday 2012-03-11.
    expect(formatInstant(week.openOf(date('2012-03-12')))).toBe('2012-03-11T21:00:00Z');
  });

  it('gives an instant after 17:00 to the next session, and Friday evening to Monday', () => {
    const at = (text: string): string =>
      formatCivilDate(week.sessionClosingAtOrAfter(parseInstant(text) as number));
    expect(at('2012-02-06T22:00:00Z')).toBe('2012-02-06');
    expect(at('2012-02-06T22:00:01Z')).toBe('2012-02-07');
    expect(at('2012-02-10T23:00:00Z')).toBe('2012-02-13');
    expect(week.sessionsPerYear).toBe(260);
  });
});

describe('24/7', () => {
  const always = calendarOf('24/7');

  it('gives midnight to the day that ends', () => {
    const at = (text: string): string =>
      formatCivilDate(always.sessionClosingAtOrAfter(parseInstant(text) as number));
    expect(at('2022-01-02T00:00:00Z')).toBe('2022-01-01');
    expect(at('2022-01-02T00:00:00.000001Z')).toBe('2022-01-02');
    expect(formatInstant(always.openOf(date('2022-01-02')))).toBe('2022-01-02T00:00:00Z');
    expect(always.sessionsBetween(date('2022-01-01'), date('2022-01-31'))).toHaveLength(31);
  });
});
