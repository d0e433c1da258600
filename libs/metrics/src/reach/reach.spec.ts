/**
 * Bounds on strategies against all strategies: every sequence of long, short, flat and hold
 * over a few prices.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, growthOfPair, reachOf, type Growth } from './reach.js';

interface Book {
  readonly equity: number;
  /** Where the open position was opened, and with which equity; 0 is flat. */
  readonly side: 1 | 0 | -1;
  readonly opened: number;
  readonly entry: number;
}

/**
 * The equity curves of all strategies: at each mark but the last a position is kept, or replaced.
 */
function allCurves(marks: number, growth: Growth, fee: number): number[][] {
  const curves: number[][] = [];
  const walk = (mark: number, book: Book, curve: number[]): void => {
    const { side, opened, entry } = book;
    const long = growth(opened, mark);
    const equity = side === 0 ? book.equity : entry * (side === 1 ? long : 2 - long);
    if (mark === marks - 1) {
      curves.push([...curve, equity]);
      return;
    }
    walk(mark + 1, { ...book, equity }, [...curve, equity]);
    for (const next of [1, 0, -1] as const) {
      const paid = equity * (1 - fee) ** (Math.abs(side) + Math.abs(next));
      const after = { equity: paid, side: next, opened: mark, entry: paid };
      if (equity > 0) walk(mark + 1, after, [...curve, paid]);
    }
  };
  walk(0, { equity: 1, side: 0, opened: 0, entry: 1 }, []);
  return curves;
}

function depthOf(curve: readonly number[]): number {
  let peak = 1;
  let depth = 0;
  for (const equity of curve) {
    peak = Math.max(peak, equity);
    depth = Math.max(depth, 1 - equity / peak);
  }
  return depth;
}

const prices = fc.array(fc.integer({ min: 80, max: 120 }), { minLength: 5, maxLength: 5 });

describe('reachOf', () => {
  it.each([
    // Long to 110, short to 99: 1.1 x 1.1; the worst is the mirror, 0.9 x 0.9.
    { path: [100, 110, 99], best: 1.21, worst: 0.81 },
    // A short that is held loses more than one that is renewed: 2 - 1.21 against 0.9 x 0.9.
    { path: [100, 110, 121], best: 1.21, worst: 0.79 },
    { path: [100, 100], best: 1, worst: 1 },
  ])('of $path is $worst to $best', ({ path, best, worst }) => {
    const reach = reachOf(path.length, growthOf(path));
    expect(reach.best).toBeCloseTo(best, 12);
    expect(reach.worst).toBeCloseTo(worst, 12);
  });

  it('knows what is left after a fall: from 100 short to 110, then long to 121', () => {
    const reach = reachOf(3, growthOf([100, 110, 121]));
    // Down by a tenth, and up by a tenth; down by more only to the end.
    expect(reach.bestWithFall(0.1)).toBeCloseTo(0.99, 12);
    expect(reach.bestWithFall(0.2)).toBeCloseTo(0.8, 12);
    expect(reach.bestWithFall(0.3)).toBeNull();
  });

  it.each([
    { name: 'one symbol', growth: ([path]: number[][]) => growthOf(path!) },
    { name: 'a pair', growth: ([path, other]: number[][]) => growthOfPair(path!, other!) },
  ])('holds every strategy in $name, and is reached by some', ({ growth: growthBy }) => {
    fc.assert(
      fc.property(prices, prices, fc.constantFrom(0, 0.001), (path, other, fee) => {
        const growth = growthBy([path, other]);
        const reach = reachOf(path.length, growth, fee);
        const curves = allCurves(path.length, growth, fee);
        const ends = curves.map((curve) => curve.at(-1)!);
        const near = 1e-9;
        expect(Math.max(...ends)).toBeLessThanOrEqual(reach.best + near);
        expect(Math.min(...ends)).toBeGreaterThanOrEqual(reach.worst - near);
        if (fee === 0) {
          expect(Math.max(...ends)).toBeCloseTo(reach.best, 9);
          expect(Math.min(...ends)).toBeCloseTo(reach.worst, 9);
        }
        for (const [index, curve] of curves.entries()) {
          const left = reach.bestWithFall(depthOf(curve) - near);
          if (left === null || ends[index]! > left + near) expect({ curve, left }).toBeNull();
        }
      }),
      { numRuns: 40 },
    );
  });
});
