/** Decimal numbers as texts, against big.js. */

import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText } from './decimal-text.js';

describe('a decimal number', () => {
  it.each([
    ['-.0130', '-0.013'],
    ['+007.50', '7.5'],
    ['1.5e3', '1500'],
    ['12E-4', '0.0012'],
    ['-0.00', '0'],
    ['5.', '5'],
    ['100', '100'],
  ])('%s is %s', (text, plain) => {
    expect(decimalText(text)).toBe(plain);
  });

  it.each(['', '-', '.', 'e5', '1,000', ' 1', '1 ', 'INF', '0x10', '1e', '1e1000', '--1'])(
    '%j is invalid',
    (text) => {
      expect(decimalText(text)).toBeUndefined();
    },
  );

  it('is what big.js makes of it', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...'0123456789'),
      minLength: 1,
      maxLength: 30,
    });
    const written = fc
      .tuple(
        fc.constantFrom('', '-'),
        digits,
        fc.option(digits),
        fc.option(fc.integer({ min: -40, max: 40 })),
      )
      .map(([sign, whole, fraction, exponent]) => {
        const number = fraction === null ? whole : `${whole}.${fraction}`;
        return `${sign}${number}${exponent === null ? '' : `e${exponent}`}`;
      });
    fc.assert(
      fc.property(written, (text) => {
        const value = new Big(text);
        expect(decimalText(text)).toBe(value.eq(0) ? '0' : value.toFixed());
      }),
    );
  });
});
