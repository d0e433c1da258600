/**
 * Wilder's relative strength index: hand-computed values, the edges 0, 50 and 100, and
 * its closed form.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relativeStrengthIndex } from './relative-strength-index.js';

function valuesOf(length: number, closes: readonly number[]): (number | null)[] {
  const index = relativeStrengthIndex(length);
  return closes.map((price) => {
    index.next(price);
    return index.value;
  });
}

/**
 * Wilder's average without recursion: the seed weighted by q^m plus each later move weighted by
 * q^age / length.
 */
function wilderAverage(moves: readonly number[], length: number): number {
  const q = (length - 1) / length;
  const later = moves.slice(length);
  const seed = moves.slice(0, length).reduce((sum, move) => sum + move, 0) / length;
  const weighted = later.map((move, index) => (move * q ** (later.length - 1 - index)) / length);
  return weighted.reduce((sum, part) => sum + part, seed * q ** later.length);
}

function batch(closes: readonly number[], length: number): number | null {
  const changes = closes.slice(1).map((price, index) => price - (closes[index] as number));
  if (changes.length < length) return null;
  const gain = wilderAverage(
    changes.map((change) => Math.max(change, 0)),
    length,
  );
  const loss = wilderAverage(
    changes.map((change) => Math.max(-change, 0)),
    length,
  );
  return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
}

describe('relativeStrengthIndex', () => {
  it('smooths gains and losses as Wilder does', () => {
    // Length 2, changes +2, -1, +3, -2. Gains 1, 2, 1; losses 1/2, 1/4, 9/8 from the second change
    // on. 100 × 1/(1+1/2), 100 × 2/(2+1/4), 100 × 1/(1+9/8).
    const values = valuesOf(2, [10, 12, 11, 14, 12]);
    expect(values.slice(0, 2)).toEqual([null, null]);
    expect(values[2]).toBeCloseTo(200 / 3, 12);
    expect(values[3]).toBeCloseTo(800 / 9, 12);
    expect(values[4]).toBeCloseTo(800 / 17, 12);
  });

  it.each([
    { series: 'flat', closes: [5, 5, 5, 5], expected: 50 },
    { series: 'all gains', closes: [1, 2, 4, 7], expected: 100 },
    { series: 'all losses', closes: [7, 4, 2, 1], expected: 0 },
  ])('is $expected for $series', ({ closes, expected }) => {
    expect(valuesOf(3, closes)).toEqual([null, null, null, expected]);
  });

  it('needs one close more than its length', () => {
    expect(valuesOf(1, [3, 4, 2])).toEqual([null, 100, 0]);
    expect(relativeStrengthIndex(1).value).toBeNull();
  });

  it('equals its closed form after any number of closes, and lies within 0 and 100', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 100 }),
        fc.integer({ min: 1, max: 30 }),
        (cents, length) => {
          const closes = cents.map((cent) => cent / 100);
          const value = valuesOf(length, closes).at(-1) ?? null;
          const expected = batch(closes, length);
          if (expected === null) {
            expect(value).toBeNull();
            return;
          }
          expect(Math.abs((value as number) - expected)).toBeLessThan(1e-9);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(100);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('refuses a length that is not a number of bars', () => {
    expect(() => relativeStrengthIndex(2.5)).toThrow(/rsi length/);
  });
});
