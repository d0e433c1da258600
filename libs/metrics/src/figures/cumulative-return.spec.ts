/** Cumulative return on both bases, by hand. */

import { describe, expect, it } from 'vitest';
import { performanceOf } from '../../test/performance-of.js';
import { cumulativeReturn } from './cumulative-return.js';

describe('cumulative return', () => {
  it.each([
    ['capital', [99, 110], 110 / 100 - 1],
    ['first-mark', [99, 110], 110 / 99 - 1],
    ['capital', [99], -0.01],
    ['first-mark', [99], 0],
    ['capital', [100, 100], 0],
    ['capital', [100, 0], -1],
    ['capital', [100, -20], -1.2],
    ['first-mark', [50, 20, 0], -1],
  ] as const)('on basis %s of %j is %d', (basis, equity, expected) => {
    const figure = cumulativeReturn(performanceOf(equity, { basis }));
    expect(figure.value).toBeCloseTo(expected, 14);
  });

  it('needs a mark', () => {
    expect(cumulativeReturn(performanceOf([]))).toMatchObject({ reason: 'there is no mark' });
  });

  it('needs something to divide by', () => {
    const figure = cumulativeReturn(performanceOf([0, 10], { basis: 'first-mark' }));
    expect(figure).toEqual({ value: null, reason: 'equity at the first mark was not positive' });
  });
});
