/** Turnover is the sum that the fills make. */

import { describe, expect, it } from 'vitest';
import { performanceOf } from '../../test/performance-of.js';
import { turnover } from './turnover.js';

describe('turnover', () => {
  it.each([0, 1, 2.5])('is %d', (value) => {
    expect(turnover(performanceOf([100], { turnover: value }))).toEqual({ value });
  });

  it('is undefined when a fill was weighed against no equity', () => {
    const performance = performanceOf([100], { turnover: Infinity });
    expect(turnover(performance)).toMatchObject({ value: null });
  });
});
