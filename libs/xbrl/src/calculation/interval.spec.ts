/** Intervals of reported decimals, by hand, in the notation of mathematics. */

import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { intersection, intervalOf, plus, times, type Interval, type Reading } from './interval.js';

/** As mathematics writes it: `[1, 2)`. */
const written = (interval: Interval | undefined): string => {
  if (interval === undefined) return 'empty';
  const { low, high, isLowOpen, isHighOpen } = interval;
  return `${isLowOpen ? '(' : '['}${low.toFixed()}, ${high.toFixed()}${isHighOpen ? ')' : ']'}`;
};

function parsed(text: string): Interval {
  const [low, high] = text.slice(1, -1).split(', ');
  return {
    low: new Big(low!),
    high: new Big(high!),
    isLowOpen: text.startsWith('('),
    isHighOpen: text.endsWith(')'),
  };
}

describe('intervalOf', () => {
  it.each([
    ['100', 0, 'round', '[99.5, 100.5]'],
    ['-2000', -3, 'round', '[-2500, -1500]'],
    ['0', 2, 'round', '[-0.005, 0.005]'],
    ['1.25', 'INF', 'round', '[1.25, 1.25]'],
    ['100', 0, 'truncate', '[100, 101)'],
    ['-2000', -3, 'truncate', '(-3000, -2000]'],
    ['0', 0, 'truncate', '(-1, 1)'],
    ['-0', 0, 'truncate', '(-1, 1)'],
    ['1.25', 'INF', 'truncate', '[1.25, 1.25]'],
  ] as const)('%s with %s decimals, by %s, is %s', (value, decimals, reading, expected) => {
    expect(written(intervalOf(new Big(value), decimals, reading satisfies Reading))).toBe(expected);
  });
});

describe('arithmetic of intervals', () => {
  it('adds ends, and leaves out an end that either leaves out', () => {
    expect(written(plus(parsed('[1, 2)'), parsed('(10, 20]')))).toBe('(11, 22)');
  });

  it('turns round with a negative weight', () => {
    expect(written(times(parsed('[1, 2)'), new Big(-1)))).toBe('(-2, -1]');
    expect(written(times(parsed('[1, 2)'), new Big('0.5')))).toBe('[0.5, 1)');
  });

  it.each([
    ['[1, 3]', '[2, 4]', '[2, 3]'],
    ['[1, 2]', '[2, 3]', '[2, 2]'],
    ['[1, 2)', '[2, 3]', 'empty'],
    ['[1, 2]', '(2, 3]', 'empty'],
    ['[1, 2]', '[2.01, 3]', 'empty'],
    ['(1, 3]', '[1, 3)', '(1, 3)'],
    ['(0, 3]', '[1, 3)', '[1, 3)'],
    ['[0, 9]', '(1, 2)', '(1, 2)'],
  ])('%s and %s have %s in common', (first, second, expected) => {
    expect(written(intersection(parsed(first), parsed(second)))).toBe(expected);
    expect(written(intersection(parsed(second), parsed(first)))).toBe(expected);
  });
});
