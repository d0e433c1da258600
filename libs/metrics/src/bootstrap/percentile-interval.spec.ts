/** Percentiles by hand. */

import { describe, expect, it } from 'vitest';
import { percentileInterval, quantile } from './percentile-interval.js';

describe('a quantile', () => {
  const sorted = Float64Array.of(10, 20, 30, 40, 50);
  it.each([
    [0, 10],
    [0.25, 20],
    [0.3, 22],
    [0.975, 49],
    [1, 50],
  ])('at %d is %d', (share, expected) => {
    expect(quantile(sorted, share)).toBeCloseTo(expected, 12);
  });

  it('of one value is that value', () => {
    expect(quantile(Float64Array.of(3), 0.975)).toBe(3);
  });
});

describe('a percentile interval', () => {
  it('leaves half of the rest out on each side, whatever the order', () => {
    // 0..40: the 2.5th percentile is at position 1, the 97.5th at 39.
    const values = Float64Array.from({ length: 41 }, (_, index) => (index * 7) % 41);
    const interval = percentileInterval(values, 0.95);
    expect(interval).toMatchObject({ level: 0.95 });
    expect(interval!.low).toBeCloseTo(1, 9);
    expect(interval!.high).toBeCloseTo(39, 9);
  });

  it('does not exist without values, or with one that is not finite', () => {
    expect(percentileInterval(new Float64Array(0), 0.95)).toBeNull();
    expect(percentileInterval(Float64Array.of(1, Infinity), 0.95)).toBeNull();
    expect(percentileInterval(Float64Array.of(Number.NaN, 1), 0.95)).toBeNull();
  });

  it.each([0, 1, Number.NaN])('refuses the level %d', (level) => {
    expect(() => percentileInterval(Float64Array.of(1), level)).toThrow('level');
  });
});
