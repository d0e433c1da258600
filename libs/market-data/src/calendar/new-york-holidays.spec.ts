/** Closings and early closings of single years: those of the rules, and the single days of that year alone. */

import { describe, expect, it } from 'vitest';
import { formatCivilDate } from '#values';
import { newYorkClosures, newYorkEarlyCloses } from './new-york-holidays.js';

const linesOf = (days: ReadonlyMap<number, string | number>): string[] =>
  [...days]
    .toSorted(([one], [other]) => one - other)
    .map(([date, what]) => `${formatCivilDate(date)} ${what}`);

describe('the closings of', () => {
  it.each([
    [
      1994,
      [
        // New Year's Day was a Saturday, which is not moved.
        "1994-02-21 Washington's Birthday",
        '1994-04-01 Good Friday',
        '1994-04-27 day of mourning for Richard Nixon',
        '1994-05-30 Memorial Day',
        '1994-07-04 Independence Day',
        '1994-09-05 Labor Day',
        '1994-11-24 Thanksgiving',
        '1994-12-26 Christmas',
      ],
    ],
    [
      2012,
      [
        "2012-01-02 New Year's Day",
        '2012-01-16 Martin Luther King Jr. Day',
        "2012-02-20 Washington's Birthday",
        '2012-04-06 Good Friday',
        '2012-05-28 Memorial Day',
        '2012-07-04 Independence Day',
        '2012-09-03 Labor Day',
        '2012-10-29 Hurricane Sandy',
        '2012-10-30 Hurricane Sandy',
        '2012-11-22 Thanksgiving',
        '2012-12-25 Christmas',
      ],
    ],
    [
      2022,
      [
        '2022-01-17 Martin Luther King Jr. Day',
        "2022-02-21 Washington's Birthday",
        '2022-04-15 Good Friday',
        '2022-05-30 Memorial Day',
        '2022-06-20 Juneteenth',
        '2022-07-04 Independence Day',
        '2022-09-05 Labor Day',
        '2022-11-24 Thanksgiving',
        '2022-12-26 Christmas',
      ],
    ],
  ])('%i', (year, days) => {
    expect(linesOf(newYorkClosures(year))).toEqual(days);
  });

  it.each([
    [1997, 8],
    [1998, 9],
    [2021, 9],
  ])('%i are %i', (year, count) => {
    expect(newYorkClosures(year).size).toBe(count);
  });
});

describe('the early closings of', () => {
  it.each([
    [1990, ['1990-12-24 840']],
    [1992, ['1992-11-27 840', '1992-12-24 840']],
    [1993, ['1993-11-26 780']],
    [1994, ['1994-11-25 780']],
    [1995, ['1995-07-03 780', '1995-11-24 780']],
    // Independence Day was a Thursday.
    [1996, ['1996-07-05 780', '1996-11-29 780', '1996-12-24 780']],
    [1997, ['1997-07-03 780', '1997-11-28 780', '1997-12-24 780', '1997-12-26 780']],
    [2002, ['2002-07-05 780', '2002-11-29 780', '2002-12-24 780']],
    [2013, ['2013-07-03 780', '2013-11-29 780', '2013-12-24 780']],
  ])('%i', (year, days) => {
    expect(linesOf(newYorkEarlyCloses(year))).toEqual(days);
  });
});
