/** Dates against known days, the platform's calendar, and texts that are not dates. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  civilDate,
  formatCivilDate,
  parseCivilDate,
  requireCivilDate,
  weekdayOf,
  yearMonthDay,
} from './civil-date.js';

describe('a civil date', () => {
  it.each([
    [1970, 1, 1, 0],
    [1969, 12, 31, -1],
    [1970, 2, 1, 31],
    [2000, 2, 29, 11_016],
    [2000, 3, 1, 11_017],
    [2025, 1, 1, 20_089],
    [1600, 1, 1, -135_140],
    [0, 3, 1, -719_468],
  ])('%i-%i-%i is day %i', (year, month, day, days) => {
    expect(civilDate(year, month, day)).toBe(days);
    expect(yearMonthDay(days)).toEqual({ year, month, day });
  });

  it('goes to text and back on every day of 1600 to 2400, as the platform counts them', () => {
    const first = civilDate(1600, 1, 1);
    const last = civilDate(2400, 12, 31);
    let differing = 0;
    for (let date = first; date <= last; date++) {
      const text = new Date(date * 86_400_000).toISOString().slice(0, 10);
      const { year, month, day } = yearMonthDay(date);
      const same = formatCivilDate(date) === text && parseCivilDate(text) === date;
      if (!same || civilDate(year, month, day) !== date) differing++;
    }
    expect(last - first + 1).toBe(801 * 365 + 195);
    expect(differing).toBe(0);
  });

  it.each([
    ['1970-01-01', 4, 'Thursday'],
    ['1969-12-31', 3, 'Wednesday'],
    ['1929-10-29', 2, 'Tuesday, the crash'],
    ['1987-10-19', 1, 'Monday, the crash'],
    ['2000-02-29', 2, 'Tuesday'],
    ['2001-09-11', 2, 'Tuesday'],
    ['2025-03-02', 0, 'Sunday'],
    ['1600-01-01', 6, 'Saturday, 400 years before 2000-01-01'],
    ['2000-01-01', 6, 'Saturday'],
  ])('%s falls on %i (%s)', (text, weekday) => {
    expect(weekdayOf(requireCivilDate(text, 'here'))).toBe(weekday);
  });

  it('has the weekday that the platform gives, before 1970 too', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200_000, max: 200_000 }), (date) => {
        expect(weekdayOf(date)).toBe(new Date(date * 86_400_000).getUTCDay());
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    '2023-02-30',
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-01-00',
    '2024-00-10',
    '2024-13-01',
    '2024-01-99',
    '24-01-01',
    '2024-1-1',
    '2024/01/01',
    '2024-01-01 ',
    '2024-01-01\n',
    '2024-01-01T00:00:00Z',
    '+2024-01-01',
    '２０２４-01-01',
    '',
  ])('is not in %j', (text) => {
    expect(parseCivilDate(text)).toBeUndefined();
    expect(() => requireCivilDate(text, 'bars.csv line 3')).toThrow(
      expect.objectContaining({ code: 'InvalidInput', where: 'bars.csv line 3' }),
    );
  });

  it.each(['2000-02-29', '2024-02-29', '0000-01-01', '9999-12-31'])('is in %s', (text) => {
    expect(formatCivilDate(requireCivilDate(text, 'here'))).toBe(text);
  });
});
