/** Sentences are those that a pattern finds. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { sentencesIn } from './sentences.js';

const pattern = /.{1,2000}?(?:[.!?] (?=[A-Z*"“[])|$)|.{2000}/g;
const sign = fc.constantFrom(
  '. ',
  '! A',
  '.',
  ' ',
  'A',
  'b',
  '\u2028',
  'c'.repeat(999),
  'd'.repeat(2000),
);

it('finds what the pattern finds', () => {
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 20 }), (line) => {
      expect(sentencesIn(line)).toEqual(line.match(pattern) ?? []);
    }),
    runsOfSweep(sweepSize(400, 2000)),
  );
});
