/** A number in a table has the text that `String` gives it. */

import { expect, it } from 'vitest';
import { seededRandom } from '#values';
import { numberText } from './number-text.js';

it.each([0, -0, 1, -1.5, 1e21, 1e-7, 123456789012345680000, 5e-324, NaN, Infinity, -Infinity])(
  'of %s is that of String',
  (value) => {
    expect(numberText(value)).toBe(String(value));
  },
);

it('of any double reads back as it', () => {
  const random = seededRandom(1);
  for (let count = 0; count < 10_000; count++) {
    const value = (random.next() - 0.5) * 10 ** Math.floor(random.next() * 40 - 20);
    expect(numberText(value)).toBe(String(value));
  }
});
