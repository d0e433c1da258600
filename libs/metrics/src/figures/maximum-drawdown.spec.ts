/** Maximum drawdown: by hand, on both bases, and against the definition. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfMark, performanceOf } from '../../test/performance-of.js';

const maximumDrawdown = (...of: Parameters<typeof performanceOf>) => performanceOf(...of).drawdown;

const never = { depth: 0, from: null, to: null, recovered: null };

describe('maximum drawdown', () => {
  it('says how deep, from when, to when, and when it was over', () => {
    const drawdown = maximumDrawdown([100, 120, 90, 110, 125]);
    const from = dateOfMark(1);
    const to = dateOfMark(2);
    const recovered = dateOfMark(4);
    expect(drawdown).toEqual({ depth: 0.25, from, to, recovered });
  });

  it('takes the starting capital for the first peak on basis capital', () => {
    const drawdown = maximumDrawdown([95, 90, 101]);
    expect(drawdown).toEqual({
      depth: 0.1,
      from: null,
      to: dateOfMark(1),
      recovered: dateOfMark(2),
    });
  });

  it('takes the first mark for the first peak on basis first-mark', () => {
    const drawdown = maximumDrawdown([95, 90, 94], { basis: 'first-mark' });
    expect(drawdown).toEqual({
      depth: 5 / 95,
      from: dateOfMark(0),
      to: dateOfMark(1),
      recovered: null,
    });
  });

  it.each([
    ['a single mark at the capital', [100], never],
    ['a flat curve', [100, 100, 100], never],
    ['a rising curve', [100, 101, 105], never],
    ['no mark', [], null],
  ])('of %s', (_, equity, expected) => {
    expect(maximumDrawdown(equity)).toEqual(expected);
  });

  it('counts from the last mark at the peak to the first at the bottom', () => {
    const drawdown = maximumDrawdown([100, 110, 110, 99, 99, 110]);
    const from = dateOfMark(2);
    const to = dateOfMark(3);
    const recovered = dateOfMark(5);
    expect(drawdown).toEqual({ depth: 0.1, from, to, recovered });
  });

  it('takes the first of two equally deep ones', () => {
    const drawdown = maximumDrawdown([100, 50, 100, 50]);
    expect(drawdown).toMatchObject({ from: dateOfMark(0), to: dateOfMark(1) });
  });

  it.each([
    ['a wiped-out account', [100, 50, 0], 1],
    ['a debt', [100, 50, -20], 1.2],
  ])('of %s', (_, equity, depth) => {
    expect(maximumDrawdown(equity)).toMatchObject({ depth, recovered: null });
  });

  it('has no peak to fall from when the first mark is not positive', () => {
    expect(maximumDrawdown([0, 5], { basis: 'first-mark' })).toBeNull();
  });

  it('equals the largest fall over all pairs of marks', () => {
    const curve = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(curve, (equity) => {
        let deepest = 0;
        for (let to = 0; to < equity.length; to++) {
          for (let from = 0; from < to; from++) {
            deepest = Math.max(deepest, (equity[from]! - equity[to]!) / equity[from]!);
          }
        }
        expect(maximumDrawdown(equity, { basis: 'first-mark' })?.depth).toBe(deepest);
      }),
      { numRuns: 1000 },
    );
  });
});
