/** The messages of failures, and that foreign text in them stays one short line. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conflict,
  corruptJournal,
  excerpt,
  invalidInput,
  invariant,
  isFailure,
  printable,
  TapefoldError,
  unavailable,
} from './failure.js';

describe('a failure', () => {
  it.each([
    [{}, 'not a date'],
    [{ where: 'bars.csv line 3' }, 'bars.csv line 3: not a date'],
    [{ expected: 'YYYY-MM-DD' }, 'not a date; expected YYYY-MM-DD'],
    [{ found: '"x"' }, 'not a date; found "x"'],
    [
      { where: 'bars.csv line 3', expected: 'YYYY-MM-DD', found: '"x"' },
      'bars.csv line 3: not a date; expected YYYY-MM-DD; found "x"',
    ],
    [
      { summary: 'Monday is no date', where: 'bars.csv line 3' },
      'Monday is no date; bars.csv line 3: not a date',
    ],
  ])('with %j reads %s', (detail, message) => {
    const failure = invalidInput('not a date', detail);
    expect(failure.message).toBe(message);
    expect(failure).toMatchObject({ code: 'InvalidInput', name: 'TapefoldError', ...detail });
  });

  it('carries its cause, and is identified by its code', () => {
    const cause = new Error('disk');
    expect(unavailable('no', { cause }).cause).toBe(cause);
    expect('cause' in unavailable('no')).toBe(false);
    const codes = [invalidInput, conflict, unavailable, corruptJournal].map((of) => of('x').code);
    expect(codes).toEqual(['InvalidInput', 'Conflict', 'Unavailable', 'CorruptJournal']);
    expect(isFailure(conflict('x'))).toBe(true);
    expect(isFailure(conflict('x'), 'Conflict')).toBe(true);
    expect(isFailure(conflict('x'), 'InvalidInput')).toBe(false);
    expect(isFailure(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBe(false);
    expect(isFailure({ code: 'Conflict' })).toBe(false);
    expect(isFailure(undefined)).toBe(false);
  });

  it('of an invariant is a bug', () => {
    expect(() => invariant(true, 'holds')).not.toThrow();
    expect(() => invariant(false, 'two is one')).toThrow(
      new TapefoldError('Invariant', 'two is one'),
    );
  });
});

/** Line breaks, terminal controls and marks that change text direction. */
const unprintable =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/u;

describe('an excerpt', () => {
  it.each([
    ['plain', '"plain"'],
    ['two\nlines', '"two\\nlines"'],
    [12, '12'],
    [NaN, 'NaN'],
    [null, 'null'],
    [undefined, 'undefined'],
    [10n, '10'],
    [{ a: [1, 'x'] }, '{"a":[1,"x"]}'],
    [Symbol('s'), 'Symbol(s)'],
    [{ a: 1n }, '[object Object]'],
  ])('of %o is %s', (value, expected) => {
    expect(excerpt(value)).toBe(expected);
  });

  it('is cut at its limit', () => {
    expect(excerpt('x'.repeat(78))).toBe(`"${'x'.repeat(78)}"`);
    expect(excerpt('x'.repeat(79))).toBe(`"${'x'.repeat(78)}…`);
    expect(excerpt('x'.repeat(5_000_000), 10)).toBe('"xxxxxxxx…');
    expect(excerpt(`${'x'.repeat(8)}😀`, 11).isWellFormed()).toBe(true);
  });

  it.each([
    ['terminal controls', '\u001b[2J\u009b31mred\u007f'],
    ['line separators', 'a\u2028b\u2029c\u0085d'],
    ['marks that turn the direction', 'a\u202eb\u2066c\u200fd'],
    ['half a character', '\ud83d and \udc00'],
    ['many controls', '\u0000'.repeat(10_000)],
  ])('of %s is one printable line', (_, text) => {
    for (const value of [text, { [text]: text }, [text]]) {
      expect(excerpt(value)).not.toMatch(unprintable);
      expect(excerpt(value).length).toBeLessThanOrEqual(80);
    }
  });

  it('is one printable line of bounded length for any value', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.anything());
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 120 }), (value, lengthMax) => {
        const text = excerpt(value, lengthMax);
        expect(text.length).toBeLessThanOrEqual(lengthMax);
        expect(text).not.toMatch(unprintable);
      }),
      { numRuns: 2000 },
    );
  });

  it('of a sentence leaves out the quotes', () => {
    expect(printable('key "a\n\u2028b"', 80)).toBe('key "a  b"');
    expect(printable('abcdef', 5)).toBe('abcd…');
  });

  it('survives values that fight back', () => {
    const refuse = (): never => {
      throw new Error('no');
    };
    const loop: unknown[] = [];
    loop.push(loop);
    const hostile = [
      loop,
      { toJSON: refuse },
      {
        toJSON: refuse,
        get [Symbol.toStringTag]() {
          return refuse();
        },
      },
      { toJSON: () => undefined, toString: refuse },
      Object.assign(() => 1, { toString: refuse }),
      Object.create(null),
      new Proxy({}, { get: refuse, ownKeys: refuse }),
    ];
    for (const value of hostile) expect(excerpt(value)).toMatch(/^[ -~]+$/);
  });
});
