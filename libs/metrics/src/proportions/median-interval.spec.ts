/** The median's interval between order statistics: ranks from the binomial distribution. */

import { describe, expect, it } from 'vitest';
import { medianOf } from './median-interval.js';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => count - at);

describe('the interval of a median', () => {
  it.each([
    // 2 / 2^5 is above 5 %, 2 / 2^6 is not.
    [5, 3, null],
    [6, 3.5, [1, 6]],
    [10, 5.5, [2, 9]],
    [17, 9, [5, 13]],
    [500, 250.5, [228, 273]],
  ])('of %d values', (count, median, ranks) => {
    const found = medianOf(upTo(count));
    expect(found?.median).toBe(median);
    const interval = found?.interval ?? null;
    expect(interval && [interval.low, interval.high]).toEqual(ranks);
  });

  it('needs a value', () => {
    expect(medianOf([])).toBeNull();
  });
});
