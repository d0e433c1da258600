/** What the gate sees of a file's patterns. */

import { expect, it } from 'vitest';
import { findPatterns } from './find-patterns.ts';

it('finds literals, calls with their names, and what it cannot follow', () => {
  const found = findPatterns(
    'planted.ts',
    [
      'const [a, slash] = [/b+$/u, 4 / 2 / 1];',
      'const built = new RegExp(a.source + "x");',
      'function makes(text: string): boolean {',
      '  return RegExp(text).test("y") || "z".match("[z]+") !== null;',
      '}',
      'const Other = RegExp;',
      'const kept: RegExp = RegExp.escape("a") as unknown as RegExp;',
    ].join('\n'),
  );
  expect(found.literals).toEqual([{ literal: '/b+$/u', line: 1 }]);
  expect(found.builders).toMatchObject([
    { name: 'built', line: 2, isOfModule: true },
    { name: 'makes', line: 4, isOfModule: false },
  ]);
  expect(found.opaque.map(({ line }) => line)).toEqual([4, 6]);
});
