/** Sums of ranges from running sums: they depend only on the values in the range. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runningSums, sumOfRange } from './running-sums.js';

describe('the sum of a range', () => {
  it('is exact for whole numbers, the empty range included', () => {
    const sums = runningSums(Float64Array.of(3, -1, 4, 1, -5));
    expect(sumOfRange(sums, 0, 5)).toBe(2);
    expect(sumOfRange(sums, 1, 4)).toBe(4);
    expect(sumOfRange(sums, 2, 2)).toBe(0);
  });

  it('does not carry the rounding of a large value into ranges without it', () => {
    const values = Float64Array.of(1e9, 0.1, 0.2, -1e9, 0.3, 1e-9);
    const sums = runningSums(values);
    expect(sumOfRange(sums, 1, 3)).toBeCloseTo(0.1 + 0.2, 15);
    expect(sumOfRange(sums, 4, 6)).toBeCloseTo(0.3 + 1e-9, 15);
    expect(sumOfRange(sums, 5, 6) / 1e-9).toBeCloseTo(1, 12);
  });

  it('is that of the values between, to the last digits of their magnitudes', () => {
    const series = fc.float64Array({ min: -1, max: 1, noNaN: true, minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(series, fc.nat(), fc.nat(), (values, one, other) => {
        const ends = [one % (values.length + 1), other % (values.length + 1)] as const;
        const from = Math.min(...ends);
        const to = Math.max(...ends);
        const between = values.subarray(from, to);
        const magnitudes = between.reduce((sum, value) => sum + Math.abs(value), 0);
        const plain = between.reduce((sum, value) => sum + value, 0);
        const error = Math.abs(sumOfRange(runningSums(values), from, to) - plain);
        expect(error).toBeLessThanOrEqual(1e-13 * magnitudes + 1e-28);
      }),
    );
  });
});
