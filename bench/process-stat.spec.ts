/**
 * The line of a process as proc(5) describes it, also with a name that looks like the rest of it.
 */

import { describe, expect, it } from 'vitest';
import { parseProcessStat } from './process-stat.js';

/**
 * Fields 3 to 17 of a process: 12.34 s of user time, 0.56 s of system time; children
 * took 9 s and 8 s.
 */
const afterName = 'S 41 42 42 0 -1 4194304 100 200 3 4 1234 56 900 800 20 0 11 0 5000';

describe('the stat line of a process', () => {
  it.each([
    ['node', 'a plain name'],
    ['Web Content', 'a name with a space'],
    ['a) R 7 (b', 'a name with parentheses and what looks like fields'],
    ['', 'an empty name'],
  ])('(%s): %s', (name) => {
    expect(parseProcessStat(`42 (${name}) ${afterName}\n`)).toEqual({
      parent: 41,
      processorSeconds: 12.9,
    });
  });

  it.each([
    ['', 'nothing'],
    ['42 (node', 'an open name'],
    ['42 (node) S 41 42', 'too few fields'],
    ['42 (node) S x 42 42 0 -1 4194304 100 200 3 4 1234 56', 'a parent that is no number'],
  ])('%j is refused: %s', (line) => {
    expect(parseProcessStat(line)).toBeNull();
  });
});
