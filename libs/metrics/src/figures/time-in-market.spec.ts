/** Time in market counts marks with a position. */

import { describe, expect, it } from 'vitest';
import { performanceOf } from '../../test/performance-of.js';

describe('time in market', () => {
  it.each([
    [[0, 1, 1, 0], 0.5],
    [[0, 0], 0],
    [[1], 1],
    // A tiny position is one; leverage and negative equity (which turns the ratio's sign) are too.
    [[1e-12, 3, -2, 0], 0.75],
    // Over an equity of 0: a position is Infinity, none is NaN.
    [[Infinity, Number.NaN], 0.5],
  ])('of gross exposures %j is %d', (gross, expected) => {
    const equity = gross.map(() => 100);
    const performance = performanceOf(equity, { gross: Float64Array.from(gross) });
    expect(performance.timeInMarket).toEqual({ value: expected });
  });

  it('needs a mark', () => {
    expect(performanceOf([]).timeInMarket).toEqual({ value: null, reason: 'there is no mark' });
  });
});
