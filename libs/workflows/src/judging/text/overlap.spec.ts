/** Overlaps that are looked up are those that are found one by one. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runsOfSweep } from '#values/sweep-size.fixture';
import { anyOverlap, overlapWith } from './passages.js';

const span = fc.tuple(fc.nat(20), fc.nat(6)).map(([from, length]) => ({ from, to: from + length }));

it('finds what shares a character', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 6 }), span, (spans, one) => {
      expect(overlapWith(spans)(one)).toBe(anyOverlap([one], spans));
    }),
    runsOfSweep(2000),
  );
});
