/**
 * Instants from texts with offsets and fractions, and back; nothing is known before it happened.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, microsPerDay, parseInstant, startOfUtcDay, utcDateOf } from './instant.js';

/** 2025-03-03T21:00:00Z: 20,150 days and 21 hours after the epoch. */
const ninePm = (20_150 * 24 + 21) * 3_600_000_000;

describe('an instant', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['1969-12-31T23:59:59.999999Z', -1],
    ['2025-03-03T21:00:00Z', ninePm],
    ['2025-03-03T21:00Z', ninePm],
    ['2025-03-03 21:00:00', ninePm],
    ['2025-03-03 21:00:00 Z', ninePm],
    ['2025-03-03T16:00:00-05:00', ninePm],
    ['2025-03-03T16:00:00-0500', ninePm],
    ['2025-03-04T02:30:00+05:30', ninePm],
    ['2025-03-04T11:00:00+14:00', ninePm],
    ['2025-03-03T21:00:00+00:00', ninePm],
    ['2025-03-03T21:00:00-00:00', ninePm],
  ])('%s is %i', (text, expected) => {
    expect(parseInstant(text)).toBe(expected);
  });

  it.each([
    ['.5', 500_000],
    [',5', 500_000],
    ['.123456', 123_456],
    ['.1234560', 123_456],
    ['.123456000', 123_456],
    ['.1234561', 123_457],
    ['.000000001', 1],
    ['.999999001', 1_000_000],
    ['.999999999', 1_000_000],
  ])('the fraction %s of a second is %i microseconds, rounded up', (fraction, micros) => {
    expect(parseInstant(`2025-03-03T21:00:00${fraction}Z`)).toBe(ninePm + micros);
  });

  it('uses the given offset for texts without one, and refuses them if none is given', () => {
    expect(parseInstant('2025-03-03T16:00:00', -300)).toBe(ninePm);
    expect(parseInstant('2025-03-03T21:00:00Z', -300)).toBe(ninePm);
    expect(parseInstant('2025-03-03T21:00:00', null)).toBeUndefined();
    expect(parseInstant('2025-03-03T21:00:00Z', null)).toBe(ninePm);
  });

  it.each([
    '2025-03-03',
    '2025-02-29T00:00:00Z',
    '2025-13-01T00:00:00Z',
    '2025-03-00T00:00:00Z',
    '2025-03-03T24:00:00Z',
    '2025-03-03T21:60:00Z',
    '2025-03-03T23:59:60Z',
    '2025-03-03T21:00:00.Z',
    '2025-03-03T21:00:00.1234567890Z',
    '2025-03-03T21:00:00+15:00',
    '2025-03-03T21:00:00+05:60',
    '2025-03-03T21:00:00+05',
    '2025-03-03T21:00:00z',
    '2025-03-03T21:00:00 EST',
    '2025-03-03T21:00:00 ',
    '2025-03-03T21:00:00Z\n',
    '2025-03-03T21:00:00\n',
    '2025-03-03T21',
    '1741035600',
    'NaN',
    '',
  ])('is not in %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it.each([
    [0, '1970-01-01T00:00:00Z'],
    [-1, '1969-12-31T23:59:59.999999Z'],
    [ninePm, '2025-03-03T21:00:00Z'],
    [ninePm + 1000, '2025-03-03T21:00:00.001Z'],
    [ninePm + 1, '2025-03-03T21:00:00.000001Z'],
    [ninePm + 120_000, '2025-03-03T21:00:00.120Z'],
  ])('%i is written %s', (instant, text) => {
    expect(formatInstant(instant)).toBe(text);
  });

  it('goes to text and back, and lies in its UTC day', () => {
    const instants = fc.oneof(
      fc.integer({ min: startOfUtcDay(-135_140), max: startOfUtcDay(104_000) }),
      fc.integer({ min: -10_000, max: 104_000 }).map((day) => startOfUtcDay(day)),
    );
    fc.assert(
      fc.property(instants, (instant) => {
        expect(parseInstant(formatInstant(instant))).toBe(instant);
        const sinceMidnight = instant - startOfUtcDay(utcDateOf(instant));
        expect(sinceMidnight >= 0 && sinceMidnight < microsPerDay).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('is what the platform reads, to the millisecond', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -8_000_000_000_000, max: 8_000_000_000_000 }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (millis, offset) => {
          const local = new Date(millis + offset * 60_000).toISOString().slice(0, -1);
          const size = Math.abs(offset);
          const hours = String(Math.floor(size / 60)).padStart(2, '0');
          const text = `${local}${offset < 0 ? '-' : '+'}${hours}:${String(size % 60).padStart(2, '0')}`;
          expect(parseInstant(text)).toBe(Date.parse(text) * 1000);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
