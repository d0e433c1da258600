/**
 * Weeks and months that are stamped inside of their periods are refused, where the market closes.
 */

import { describe, expect, it } from 'vitest';
import { requireCivilDate } from '#values';
import { calendarOf } from '../calendar/calendar-of.js';
import { PeriodStamps } from './period-stamps.js';

/** Why stamps are refused; undefined if they are not. */
function refused(
  frequency: 'weekly' | 'monthly' | 'daily',
  days: readonly string[],
  calendar: 'XNYS' | '24/7' = 'XNYS',
): string | undefined {
  const stamps = new PeriodStamps(frequency);
  for (const day of days) stamps.add(requireCivilDate(day, 'test'));
  try {
    stamps.requireFit('bars.csv', calendarOf(calendar));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Mondays of 2024; `later` moves by days. */
const weeks = (count: number, later: number): string[] =>
  Array.from({ length: count }, (_, week) =>
    new Date(Date.UTC(2024, 0, 1 + 7 * week + later)).toISOString().slice(0, 10),
  );

describe('weeks', () => {
  it.each([
    [0, undefined],
    [1, 'Tuesday'],
    [2, 'Wednesday'],
    [3, 'Thursday'],
    [4, undefined],
    [5, undefined],
    [6, undefined],
  ])('%i days after Monday: %s', (later, day) => {
    const message =
      `bars.csv: the weekly bars are stamped on ${day}; expected the first or the last days of ` +
      `XNYS, or calendar: 24/7 with weekStart: ${day}; found 5 of 5 rows`;
    expect(refused('weekly', weeks(5, later))).toBe(day === undefined ? undefined : message);
    expect(refused('weekly', weeks(5, later), '24/7')).toBeUndefined();
  });

  it('tell nothing if they are fewer than four, or few of them are inside', () => {
    expect(refused('weekly', weeks(3, 2))).toBeUndefined();
    expect(refused('weekly', weeks(4, 2))).toBeDefined();
    // Three of five are the least that count as most.
    expect(refused('weekly', [...weeks(3, 2), ...weeks(2, 0)])).toMatch(/found 3 of 5 rows$/);
    expect(refused('weekly', [...weeks(4, 2), ...weeks(3, 0)])).toBeUndefined();
    // The weeks of a file begin on one day, not on several.
    expect(refused('weekly', [...weeks(2, 1), ...weeks(2, 2), ...weeks(1, 3)])).toBeUndefined();
    expect(refused('weekly', [])).toBeUndefined();
  });
});

describe('months', () => {
  const months = (day: number): string[] =>
    [1, 2, 3, 4].map((month) => `2024-0${month}-${String(day).padStart(2, '0')}`);

  it.each([
    [1, false],
    [4, false],
    [5, true],
    [24, true],
    [25, false],
  ])('on the %i.: refused %s', (day, isRefused) => {
    const message =
      'bars.csv: the monthly bars are stamped on days inside of them; ' +
      'expected the first or the last days of XNYS; found 4 of 4 rows';
    expect(refused('monthly', months(day))).toBe(isRefused ? message : undefined);
  });

  it('count together, whatever their days', () => {
    expect(refused('monthly', ['2024-01-05', '2024-02-12', '2024-03-20', '2024-04-30'])).toMatch(
      /found 3 of 4 rows$/,
    );
  });
});

it('days are stamped on any day', () => {
  expect(refused('daily', weeks(9, 2))).toBeUndefined();
});
