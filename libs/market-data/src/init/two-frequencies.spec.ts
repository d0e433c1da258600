/** Rows of two frequencies in one file, and what looks like them and is one. */

import { expect, it } from 'vitest';
import { isWeekend, microsPerDay, microsPerHour, microsPerMinute, type Instant } from '#values';
import { requireOneFrequency } from './two-frequencies.js';

const start = 19_724 * microsPerDay;
const every = (count: number, step: number, from = start): Instant[] =>
  Array.from({ length: count }, (_, at) => from + at * step);
/** Trading days. */
const days = (count: number, from = 19_724): Instant[] =>
  Array.from({ length: 2 * count }, (_, at) => from + at)
    .filter((day) => !isWeekend(day))
    .slice(0, count)
    .map((day) => day * microsPerDay);
/** Seven hours of each day. */
const hours = (count: number, from?: number): Instant[] =>
  days(count, from).flatMap((day) => every(7, microsPerHour, day + 14 * microsPerHour));

const check = (stamps: readonly Instant[], step: number, symbols: readonly unknown[] = []) =>
  requireOneFrequency(stamps, symbols, { file: 'A.csv', step });

it.each([
  ['days before hours', [...days(40), ...hours(30, 19_800)], microsPerHour, 1, '1 day'],
  ['hours before days', [...hours(5), ...days(40, 19_800)], microsPerDay, 1, '1 hour'],
  [
    'hours before minutes',
    [...hours(10), ...every(400, microsPerMinute, 19_800 * microsPerDay)],
    microsPerMinute,
    1,
    '1 hour',
  ],
  [
    'weeks before days',
    [...every(60, 7 * microsPerDay), ...days(90, 20_200)],
    microsPerDay,
    1,
    '7 days',
  ],
])('%s are refused, with the row', (_, stamps, step, row, found) => {
  expect(() => check(stamps, step)).toThrow(
    new RegExp(
      `A\\.csv row ${row}: the file has rows of two frequencies.*rows that are ${found} apart$`,
    ),
  );
});

it.each([
  ['days with weekends', days(300), microsPerDay],
  ['hours of sessions', hours(60), microsPerHour],
  ['days before a long gap', [...days(30), ...days(30, 20_500)], microsPerDay],
  [
    'minutes of which most are missing for a while',
    [
      ...every(400, microsPerMinute),
      ...[3, 8, 9, 14, 22, 25, 41].map((at) => start + (500 + at) * microsPerMinute),
    ],
    microsPerMinute,
  ],
])('%s are taken', (_, stamps, step) => {
  expect(() => check(stamps, step)).not.toThrow();
});

it('are those of each symbol, wherever its rows are', () => {
  const a = days(60);
  const b = days(60);
  const stamps = a.flatMap((at, row) => [at, b[row]!]);
  const symbols = stamps.map((_, row) => (row % 2 === 0 ? 'A' : 'B'));
  expect(() => check(stamps, microsPerDay, symbols)).not.toThrow();
  const slow = every(60, 7 * microsPerDay);
  const mixed = a.flatMap((at, row) => [at, slow[row]!]);
  expect(() => check(mixed, microsPerDay, symbols)).toThrow('7 days apart');
});
