/** A price in an answer is disputed from half a cent off both prices of the tape. */

import { expect, it } from 'vitest';
import { disputedPrice, isSamePrice } from './disputed-price.js';

const tape = { trade: 100, adjusted: 50 };

it.each([
  [100, true],
  [100.005, true],
  [99.995, true],
  [100.0051, false],
  [99.9949, false],
  [50, true],
  [50.005, true],
  [49.995, true],
  [50.0051, false],
  [49.9949, false],
  [75, false],
])('%f beside 100, adjusted 50, is the same: %s', (stated, isSame) => {
  expect(isSamePrice(stated, tape)).toBe(isSame);
  const note = { type: 'PriceDisputed', symbol: 'AAA', said: stated, price: 100 };
  expect(disputedPrice('AAA', stated, tape)).toEqual(isSame ? [] : [note]);
});

it('is disputed without a price on the tape', () => {
  expect(disputedPrice('AAA', 1, null)).toEqual([
    { type: 'PriceDisputed', symbol: 'AAA', said: 1, price: null },
  ]);
});
