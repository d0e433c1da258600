/** Profit factor over closed round trips. */

import { describe, expect, it } from 'vitest';
import { performanceOf } from '../../test/performance-of.js';
import { profitFactor } from './profit-factor.js';

const withProfits = (profits: readonly number[]) =>
  performanceOf([100], { tripProfits: Float64Array.from(profits) });

describe('profit factor', () => {
  it.each([
    [[6, -3, 3, -1.5], 2],
    [[-1, -2], 0],
    [[0, 1, -4], 0.25],
  ])('of profits %j is %d', (profits, expected) => {
    expect(profitFactor(withProfits(profits))).toEqual({ value: expected });
  });

  it.each([
    [[], 'no round trip was closed'],
    [[3, 0], 'no closed round trip lost money'],
    [[1e308, 1e308, -1], 'beyond the range of a double'],
  ])('of profits %j is undefined', (profits, reason) => {
    expect(profitFactor(withProfits(profits))).toEqual({ value: null, reason });
  });
});
