/**
 * File names with stars are matched as a pattern would match them, and in time that their number
 * does not raise.
 */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runsOfSweep } from '#values/sweep-size.fixture';
import { textAtStar } from './star-name.js';

const named = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 12 });
const starred = fc.string({ unit: fc.constantFrom('a', 'b', '*', '/', '.'), maxLength: 8 });

it('matches as the pattern with any characters but a slash for each star', () => {
  fc.assert(
    fc.property(starred, starred, named, (before, after, name) => {
      const template = `${before}*${after}`;
      const parts = template.split('*').map((part) => part.replaceAll('.', '[.]'));
      const found = new RegExp(`^${parts.join('([^/]*)')}$`).exec(name);
      expect(textAtStar(template, name)).toBe(found?.[1]);
    }),
    runsOfSweep(2000),
  );
});

it('reads a name against twenty stars', () => {
  expect(textAtStar(`${'*a'.repeat(20)}*b`, 'a'.repeat(250))).toBeUndefined();
  expect(textAtStar('bars/*.csv', 'bars/AAPL.csv')).toBe('AAPL');
});
