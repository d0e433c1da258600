/** Values, decimals and rounding of facts, by hand. */

import { describe, expect, it } from 'vitest';
import { decimalsOf, roundedValue, valueOf } from './fact-value.js';
import type { Fact } from './instance.js';

const fact = (text: string, accuracy: Partial<Fact> = {}): Fact => ({
  concept: '{urn:a}X',
  context: 'c1',
  nil: false,
  text,
  tuples: [],
  line: 1,
  ...accuracy,
});

describe('the value of a fact', () => {
  it.each([
    ['143566000000', '143566000000'],
    [' -.0130\n', '-0.013'],
    ['+5.', '5'],
    ['1.5E3', '1500'],
    ['5.e-1', '0.5'],
    ['-0', '0'],
    ['0.1', '0.1'],
    ['123456789012345678901234567890.12', '123456789012345678901234567890.12'],
  ])('%j is %s', (text, value) => {
    expect(valueOf(fact(text))?.toFixed()).toBe(value);
  });

  it.each(['', 'x', '.', '1,000', '0x10', 'INF', 'NaN', '1e9999999', `1${'0'.repeat(500)}`])(
    '%.20j is invalid',
    (text) => {
      expect(valueOf(fact(text))).toBeUndefined();
    },
  );

  it('a nil fact has none', () => {
    expect(valueOf(fact('5', { nil: true }))).toBeUndefined();
  });
});

describe('decimals of a fact', () => {
  it.each([
    ['1234', { decimals: '-3' }, -3],
    ['1234', { decimals: 'INF' }, 'INF'],
    ['1234', { decimals: 'x' }, undefined],
    ['1234', {}, undefined],
    // Precision less the place of the first digit.
    ['1234', { precision: '3' }, -1],
    ['1234', { precision: 'INF' }, 'INF'],
    ['1234', { precision: '0' }, undefined],
    ['0.001234', { precision: '3' }, 5],
    ['100.00', { precision: '5' }, 2],
    ['0', { precision: '4' }, 'INF'],
  ] as const)('%s with %j', (text, accuracy, decimals) => {
    expect(decimalsOf(fact(text, accuracy))).toBe(decimals);
  });
});

describe('a rounded value', () => {
  it.each([
    ['2.5', { decimals: '0' }, '2'],
    ['1.5', { decimals: '0' }, '2'],
    ['-2.5', { decimals: '0' }, '-2'],
    ['2.51', { decimals: '0' }, '3'],
    ['532500000', { decimals: '-6' }, '532000000'],
    ['532500001', { decimals: '-6' }, '533000000'],
    ['500000', { decimals: '-6' }, '0'],
    ['500001', { decimals: '-6' }, '1000000'],
    ['1.005', { decimals: '2' }, '1'],
    ['1.005', { decimals: 'INF' }, '1.005'],
    ['1.005', { decimals: '99999' }, '1.005'],
    ['1.005', { decimals: '-99999' }, '0'],
    ['3201', { precision: '2' }, '3200'],
  ])('%s with %j is %s', (text, accuracy, value) => {
    expect(roundedValue(fact(text, accuracy))?.eq(value)).toBe(true);
  });

  it('is undefined without a usable value or decimals', () => {
    expect(roundedValue(fact('1'))).toBeUndefined();
    expect(roundedValue(fact('x', { decimals: '0' }))).toBeUndefined();
    expect(roundedValue(fact('1', { precision: '0' }))).toBeUndefined();
  });
});
