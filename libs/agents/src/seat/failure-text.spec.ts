/** Reasons are one short line that is the same on every machine. */

import { describe, expect, it } from 'vitest';
import { oneLine, reasonCharsMax, reasonOf, withoutPaths } from './failure-text.js';

const hostile = new Proxy(new Error('x'), {
  get() {
    throw new Error('no');
  },
});

describe('a reason', () => {
  it.each([
    [new RangeError('too far'), 'RangeError: too far'],
    [new Error('two\nlines\tand a \u001b[31mcolour'), 'Error: two lines and a [31mcolour'],
    ['text', 'threw "text"'],
    [undefined, 'threw undefined'],
    [new Error('cannot read /srv/agents/data.csv'), 'Error: cannot read data.csv'],
    [new Error('in file:///srv/x/agent.mjs:3'), 'Error: in agent.mjs:3'],
    [new Error('in C:\\Users\\someone\\agent.mjs'), 'Error: in agent.mjs'],
    [new Error('profit and/or loss at 1/2'), 'Error: profit and/or loss at 1/2'],
  ])('of %o', (thrown, expected) => {
    expect(reasonOf(thrown)).toBe(expected);
  });

  it('of something that throws when it is read', () => {
    expect(reasonOf(hostile)).toBe('threw something that cannot be read');
  });

  it('has an end', () => {
    expect(oneLine('x'.repeat(1e6))).toBe(`${'x'.repeat(reasonCharsMax - 1)}…`);
    expect(oneLine('x'.repeat(reasonCharsMax + 1))).toBe(`${'x'.repeat(reasonCharsMax - 1)}…`);
    expect(oneLine('x'.repeat(reasonCharsMax))).toBe('x'.repeat(reasonCharsMax));
    expect(oneLine('abcde', 5)).toBe('abcde');
    expect(oneLine('abcdef', 5)).toBe('abcd…');
    expect(withoutPaths(`/a${'/b'.repeat(1e6)}`).length).toBeLessThan(100_000);
  });
});
