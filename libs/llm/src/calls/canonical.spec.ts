/**
 * Requests of the same meaning have one digest; and the first place at which two requests differ.
 */

import { describe, expect, it } from 'vitest';
import { canonicalRequest, firstDifference } from './canonical.js';

const path = '/v1/messages';
const digest = (body: unknown, headers?: Record<string, string>) =>
  canonicalRequest({ path, body, headers }).digest;

describe('a canonical request', () => {
  it('does not depend on the order of members or on white space', () => {
    const spaced = JSON.parse('{ "b": [1, 2.0], "a": {"y": 1, "x": 2} }') as unknown;
    expect(digest(spaced)).toBe(digest({ a: { x: 2, y: 1 }, b: [1, 2] }));
    expect(digest({ b: [2, 1] })).not.toBe(digest({ b: [1, 2] }));
  });

  it('depends on path and headers', () => {
    expect(digest({}, { 'anthropic-beta': 'a' })).not.toBe(digest({}));
    expect(digest({}, {})).toBe(digest({}));
    expect(canonicalRequest({ path: '/v1', body: {} }).digest).not.toBe(digest({}));
  });
});

describe('the first difference', () => {
  it.each([
    ['nothing', { a: [1, { b: null }] }, { a: [1, { b: null }] }, undefined],
    ['a number', { a: [1, 2] }, { a: [1, 3] }, ['/a/1', '2', '3']],
    ['a member too many', { a: 1 }, { a: 1, b: 2 }, ['/b', 'nothing', '2']],
    ['a member missing', { a: 1, 'c/d~': 1 }, { a: 1 }, ['/c~1d~0', '1', 'nothing']],
    ['an item missing', [1, 2], [1], ['/1', '2', 'nothing']],
    ['a kind', { a: [] }, { a: {} }, ['/a', '[]', '{}']],
    ['null and nothing', { a: null }, {}, ['/a', 'null', 'nothing']],
    ['the first of several', { b: 1, a: 1 }, { b: 2, a: 2 }, ['/a', '1', '2']],
    [
      'items by number',
      Array(11).fill(0),
      [...Array(2).fill(0), 1, ...Array(7).fill(0), 1],
      ['/2', '0', '1'],
    ],
  ])('is %s', (_, expected, found, difference) => {
    const [pointer, one, other] = difference ?? [];
    expect(firstDifference(expected, found)).toEqual(
      difference === undefined ? undefined : { pointer, expected: one, found: other },
    );
  });

  it('of long texts shows the part that differs', () => {
    const start = 'x'.repeat(5000);
    const difference = firstDifference(`${start} AAPL rose`, `${start} AAPL fell`);
    expect(difference?.expected).toMatch(/AAPL rose" from character 49[0-9]{2}$/);
    expect(difference?.found).toMatch(/AAPL fell" from character 49[0-9]{2}$/);
  });
});
