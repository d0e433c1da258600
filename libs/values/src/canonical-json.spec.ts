/**
 * One spelling per value: the order of keys, signs of zero and absent members make no difference.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalHash, canonicalJson, sha256Hex } from './canonical-json.js';

describe('canonical JSON', () => {
  it.each([
    [null, 'null'],
    [true, 'true'],
    ['a"\n\u2028é', '"a\\"\\n\u2028é"'],
    [0, '0'],
    [-0, '0'],
    [1e21, '1e+21'],
    [0.1, '0.1'],
    [-1.5e-7, '-1.5e-7'],
    [[], '[]'],
    [{}, '{}'],
    [[1, [undefined, -0], 'x'], '[1,[null,0],"x"]'],
    [{ b: 1, a: { d: undefined, c: [] } }, '{"a":{"c":[]},"b":1}'],
    // By UTF-16 code unit: upper case, lower case, then a surrogate pair before U+FB33.
    [
      { '\ufb33': 1, '😀': 2, a: 3, B: 4, 10: 5, 9: 6 },
      '{"10":5,"9":6,"B":4,"a":3,"😀":2,"\ufb33":1}',
    ],
  ])('of %j is %s', (value, expected) => {
    expect(canonicalJson(value)).toBe(expected);
  });

  it('writes the holes of an array as null', () => {
    const holed: unknown[] = [];
    holed[2] = 1;
    expect(canonicalJson(holed)).toBe('[null,null,1]');
  });

  it.each([
    ['NaN', NaN],
    ['Infinity', [1, { a: -Infinity }]],
    ['a bigint', 1n],
    ['a function', { a: () => 1 }],
    ['a symbol', Symbol('s')],
    ['undefined', undefined],
    ['a date', { at: new Date(0) }],
    ['a map', new Map([[1, 2]])],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: 'Invariant' }));
  });

  it('reads back as the value, and does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});

/** The same value, its keys inserted the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, member]) => [key, reversed(member)]));
}

describe('a hash', () => {
  it('is SHA-256 in hex', () => {
    // FIPS 180-2, appendix B.1.
    expect(sha256Hex('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(sha256Hex(Uint8Array.of(0x61, 0x62, 0x63))).toBe(sha256Hex('abc'));
    expect(canonicalHash({ b: 1, a: 2 })).toBe(sha256Hex('{"a":2,"b":1}'));
  });
});
