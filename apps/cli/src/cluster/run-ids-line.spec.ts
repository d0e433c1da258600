/** Ids are cut to a unique prefix, but never below the length that other commands print. */

import { describe, expect, it } from 'vitest';
import { runIdsLine } from '../commands/cluster/cluster-submit.js';

const listing = 'npx tapefold cluster status --json';
const whole = `(whole: ${listing})`;
const id = (start: string): string => start.padEnd(64, '0');

describe('ids of runs', () => {
  it('have twelve digits, and more when twelve are the same', () => {
    expect(runIdsLine([id('a'), id('b')], listing)).toBe(`a00000000000 b00000000000 ${whole}`);
    const alike = [id('0123456789abcd'), id('0123456789abce')];
    expect(runIdsLine(alike, listing)).toBe(`0123456789abcd 0123456789abce ${whole}`);
  });

  it('are eight at most on the line, and the rest counted', () => {
    const ids = Array.from({ length: 11 }, (_, index) => id(`${index}`.padStart(2, '0')));
    const line = runIdsLine(ids, listing);
    expect(line).toMatch(/^000000000000 .* 070000000000 and 3 more /);
    expect(line.endsWith(whole)).toBe(true);
  });

  it('that are equal end the search', () => {
    expect(runIdsLine([id('a'), id('a')], listing)).toBe(`a00000000000 a00000000000 ${whole}`);
  });
});
