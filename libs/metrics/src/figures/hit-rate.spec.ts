/** Hit rate over closed round trips. */

import { describe, expect, it } from 'vitest';
import { performanceOf } from '../../test/performance-of.js';
import { hitRate } from './hit-rate.js';

describe('hit rate', () => {
  it.each([
    [[5, -3, 2, -1], 0.5],
    // Breaking even is not a hit.
    [[0, 4], 0.5],
    [[-1], 0],
    [[1], 1],
  ])('of profits %j is %d', (profits, expected) => {
    const performance = performanceOf([100], { tripProfits: Float64Array.from(profits) });
    expect(hitRate(performance)).toEqual({ value: expected });
  });

  it('needs a closed round trip', () => {
    const figure = hitRate(performanceOf([100]));
    expect(figure).toEqual({ value: null, reason: 'no round trip was closed' });
  });
});
