/** Rounding to decimals, with ties, and digits beyond them. */

import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { hasExcessDigits, rounded } from './rounded.js';

describe('rounded', () => {
  it.each([
    ['2.5', 0, '2'],
    ['3.5', 0, '4'],
    ['-26.5', 0, '-26'],
    ['-27.5', 0, '-28'],
    ['0.5', 0, '0'],
    ['0.51', 0, '1'],
    ['2.85', 1, '2.8'],
    ['2.850001', 1, '2.9'],
    ['1500', -3, '2000'],
    ['2500', -3, '2000'],
    ['500', -3, '0'],
    ['501', -3, '1000'],
    ['49', -3, '0'],
    ['1.005', 2, '1'],
    ['123.456', 'INF', '123.456'],
    ['7', 400, '7'],
  ] as const)('%s to %s decimals is %s', (value, decimals, expected) => {
    expect(rounded(new Big(value), decimals).toFixed()).toBe(expected);
  });

  it('makes 0 of a small negative value, whatever its sign', () => {
    expect(rounded(new Big('-0.4'), 0).eq(0)).toBe(true);
    expect(rounded(new Big('-0'), 0).eq(new Big(0))).toBe(true);
  });
});

describe('hasExcessDigits', () => {
  it.each([
    ['1200', -2, false],
    ['1250', -2, true],
    ['1.50', 1, false],
    ['1.51', 1, true],
    ['0', -6, false],
    ['1.51', 'INF', false],
  ] as const)('%s with %s decimals: %s', (value, decimals, expected) => {
    expect(hasExcessDigits(new Big(value), decimals)).toBe(expected);
  });
});
