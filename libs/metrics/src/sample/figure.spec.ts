/** Figures are finite or give a reason. */

import { describe, expect, it } from 'vitest';
import { figureOf, tooFewReturns, undefinedFigure } from './figure.js';

describe('a figure', () => {
  it.each([0, -1.5, 5e-324, Number.MAX_VALUE])('holds %s', (value) => {
    expect(figureOf(value)).toEqual({ value });
  });

  it.each([Number.NaN, Infinity, -Infinity])('is undefined for %s', (value) => {
    expect(figureOf(value)).toEqual({ value: null, reason: 'beyond the range of a double' });
  });

  it('carries its reason', () => {
    expect(undefinedFigure('no trade')).toEqual({ value: null, reason: 'no trade' });
  });

  it('says how many returns are missing', () => {
    expect(tooFewReturns(0, 1).reason).toBe('needs at least 1 return, found 0');
    expect(tooFewReturns(1, 2).reason).toBe('needs at least 2 returns, found 1');
  });
});
