/** Counts depth up to the limit, and no further. */

import { expect, it } from 'vitest';
import { isNestedWithin } from './nesting.js';

it.each([
  ['a number', 7, 0],
  ['nothing', null, 0],
  ['an empty object', {}, 1],
  ['objects side by side', [{}, {}, []], 2],
  ['the deepest of several', { a: 1, b: [{ c: [] }], d: {} }, 4],
  ['very many members', Array.from({ length: 300_000 }, () => ({})), 2],
])('%s', (_, value, depth) => {
  expect(isNestedWithin(value, depth)).toBe(true);
  if (depth > 0) expect(isNestedWithin(value, depth - 1)).toBe(false);
});

it('looks no deeper than it must, however deep a value is', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  expect(isNestedWithin(deep, 100)).toBe(false);
});
