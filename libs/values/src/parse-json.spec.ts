/** Tests of external JSON: how deep it may be nested. */

import { describe, expect, it } from 'vitest';
import { isTooDeep, jsonDepthMax, jsonOf, parseJson } from './parse-json.js';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const mixed = (depth: number): string => `${'{"a":['.repeat(depth / 2)}1${']}'.repeat(depth / 2)}`;

describe('JSON from outside', () => {
  it('is read down to the bound, and refused one level below it', () => {
    for (const text of [nested(jsonDepthMax), mixed(jsonDepthMax)]) {
      expect(jsonOf(text)).toEqual(JSON.parse(text));
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }
    for (const text of [nested(jsonDepthMax + 1), mixed(jsonDepthMax + 2), nested(1_000_000)]) {
      expect(jsonOf(text)).toBeUndefined();
      expect(() => parseJson(text)).toThrow(
        `the JSON is nested too deeply; expected a depth of at most ${jsonDepthMax}`,
      );
    }
  });

  it('may have any number of brackets side by side, and inside texts', () => {
    const wide = JSON.stringify(Array.from({ length: 2 * jsonDepthMax }, () => [{}]));
    const quoted = JSON.stringify([`\\"${'['.repeat(2 * jsonDepthMax)}`, '{'.repeat(jsonDepthMax)]);
    for (const text of [wide, quoted]) {
      expect(isTooDeep(text)).toBe(false);
      expect(jsonOf(text)).toEqual(JSON.parse(text));
    }
  });
});
