/** Texts and lists that are cut, at and around the limit. */

import { describe, expect, it } from 'vitest';
import { listed, listedMax, shortened } from './figure-format.js';

describe('a text with a limit', () => {
  it.each([
    ['abcde', 6, 'abcde'],
    ['abcde', 5, 'abcde'],
    ['abcde', 4, 'abc…'],
    ['😀😀😀', 3, '😀😀😀'],
    ['😀😀😀', 2, '😀…'],
    ['', 0, ''],
  ])('%j of at most %i letters is %j', (text, most, shown) => {
    expect(shortened(text, most)).toBe(shown);
  });
});

describe('names in a sentence', () => {
  const names = Array.from({ length: 1500 }, (_, at) => `n${at}`);

  it.each([
    [2, 3, 'n0, n1'],
    [3, 3, 'n0, n1, n2'],
    [4, 3, 'n0, n1, n2 and 1 more'],
    [1500, 1, 'n0 and 1,499 more'],
  ])('%i of them, at most %i shown', (count, most, text) => {
    expect(listed(names.slice(0, count), ', ', most)).toBe(text);
  });

  it('are 24 unless said otherwise, separated as asked', () => {
    expect(listed(names.slice(0, 24), '; ').split('; ')).toHaveLength(24);
    expect(listed(names.slice(0, 25))).toBe(`${names.slice(0, listedMax).join(', ')} and 1 more`);
  });
});
