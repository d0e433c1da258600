/** Ends of texts and thousands, against the patterns that say the same. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inThousands, withoutEnd, withoutEndZeros } from './text-end.js';
import { runsOfSweep } from './sweep-size.fixture.js';

it('cuts the run of characters at the end', () => {
  const text = fc.string({ unit: fc.constantFrom('.', '-', 'a', '\n'), maxLength: 12 });
  fc.assert(
    fc.property(text, (written) => {
      expect(withoutEnd(written, '.-')).toBe(written.replace(/[.-]+$/, ''));
    }),
    runsOfSweep(1000),
  );
});

it('cuts zeros behind a point, and parts thousands', () => {
  const digits = fc.string({ unit: fc.constantFrom('0', '1', '7'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(digits, digits, (whole, part) => {
      const decimal = `${whole}.${part}`;
      expect(withoutEndZeros(decimal)).toBe(decimal.replace(/\.?0+$/, ''));
      expect(inThousands(whole)).toBe(whole.replace(/\B(?=(\d{3})+$)/g, ','));
    }),
    runsOfSweep(1000),
  );
});
