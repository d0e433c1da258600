/** Geometric annualization, by hand. */

import { describe, expect, it } from 'vitest';
import { annualisedReturn } from './annualised-return.js';

describe('annualized return', () => {
  it.each([
    // Half a year of 2% is 1.02^2 - 1; two years of 21% are 10% each; a year is itself.
    [0.02, 126, 252, 0.0404],
    [0.21, 504, 252, 0.1],
    [-0.3, 365, 365, -0.3],
    [-0.19, 520, 260, -0.1],
    [0, 10, 252, 0],
  ])('%d in %i of %i sessions is %d a year', (cumulative, elapsed, sessionsPerYear, expected) => {
    const figure = annualisedReturn({ value: cumulative }, elapsed, sessionsPerYear);
    expect(figure.value).toBeCloseTo(expected, 14);
  });

  it('keeps the digits of tiny returns', () => {
    // (1 + 1e-14)^2 - 1 = 2e-14 + 1e-28; by Math.pow it would be 1.998e-14.
    const figure = annualisedReturn({ value: 1e-14 }, 126, 252);
    expect(figure.value! / 2e-14 - 1).toBeCloseTo(0, 12);
  });

  it.each([-1, -1.2])('is undefined when everything was lost (%d)', (value) => {
    expect(annualisedReturn({ value }, 10, 252)).toEqual({
      value: null,
      reason: 'equity ended at or below zero',
    });
  });

  it('is undefined without a return, and beyond the doubles', () => {
    expect(annualisedReturn({ value: 0.1 }, 0, 252)).toMatchObject({ value: null });
    // 21^252 is about 1e333.
    expect(annualisedReturn({ value: 20 }, 1, 252)).toMatchObject({ value: null });
  });

  it('passes on why the cumulative return is undefined', () => {
    const none = { value: null, reason: 'there is no mark' };
    expect(annualisedReturn(none, 0, 252)).toEqual(none);
  });
});
