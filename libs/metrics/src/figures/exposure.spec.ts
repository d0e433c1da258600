/** Exposure is the mean of the gross book over equity. */

import { describe, expect, it } from 'vitest';
import { performanceOf } from '../../test/performance-of.js';

describe('exposure', () => {
  it.each([
    [[0, 1, 0.5, 0.5], 0.5],
    [[2, 3], 2.5],
    [[0, 0], 0],
  ])('of %j is %d', (gross, expected) => {
    const equity = gross.map(() => 100);
    const performance = performanceOf(equity, { gross: Float64Array.from(gross) });
    expect(performance.exposure).toEqual({ value: expected });
  });

  it.each([
    ['without a mark', [], 'there is no mark'],
    ['when equity was zero', [1, Infinity], 'equity was zero at a mark'],
    ['when equity and position were zero', [Number.NaN], 'equity was zero at a mark'],
  ])('is undefined %s', (_, gross, reason) => {
    const equity = gross.map(() => 0);
    const performance = performanceOf(equity, { gross: Float64Array.from(gross) });
    expect(performance.exposure).toEqual({ value: null, reason });
  });
});
