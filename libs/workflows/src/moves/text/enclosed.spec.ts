/** Enclosed texts are those that a pattern finds. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runsOfSweep } from '#values/sweep-size.fixture';
import { enclosedIn } from './enclosed.js';

const pattern = /[[(`【]([^\])`】\n]{1,300})[\])`】]/g;
const sign = fc.constantFrom(...'[](`)【】\nab', 'a'.repeat(299), 'b'.repeat(300));

it('finds what the pattern finds', () => {
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 40 }), (text) => {
      const expected = [...text.matchAll(pattern)].map(({ 0: { length }, index: from }) => {
        return { from, to: from + length };
      });
      expect(enclosedIn(text)).toEqual(expected);
    }),
    runsOfSweep(2000),
  );
});
