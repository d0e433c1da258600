/** Calmar ratio, by hand. */

import { describe, expect, it } from 'vitest';
import { calmar } from './calmar.js';

const none = { value: null, reason: 'there is no mark' };

describe('the Calmar ratio', () => {
  it.each([
    [0.2, 0.1, 2],
    [-0.3, 0.4, -0.75],
    [0, 0.5, 0],
  ])('of %d a year and a drawdown of %d is %d', (annualized, depth, expected) => {
    expect(calmar({ value: annualized }, { value: depth }).value).toBeCloseTo(expected, 15);
  });

  it('does not exist without a drawdown', () => {
    const figure = calmar({ value: 0.2 }, { value: 0 });
    expect(figure).toEqual({ value: null, reason: 'there was no drawdown' });
  });

  it('passes on what is undefined', () => {
    expect(calmar(none, { value: 0.1 })).toEqual(none);
    expect(calmar({ value: 0.1 }, none)).toEqual(none);
  });
});
