/** Numbered pieces in any order, any number of times: each number comes out once, in order. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InOrder } from './in-order.js';

/** The numbers that are new in the emitted pieces. */
function accepted(order: InOrder<readonly number[]>, first: number, length: number): number[] {
  const numbers = Array.from({ length }, (_, index) => first + index);
  return order.accept(first, length, numbers).flatMap(({ content, from }) => content.slice(from));
}

describe('InOrder', () => {
  it('drops what came before, cuts what overlaps, holds back what comes early', () => {
    const order = new InOrder<readonly number[]>('numbers');
    expect(accepted(order, 1, 3)).toEqual([1, 2, 3]);
    expect(accepted(order, 2, 4)).toEqual([4, 5]);
    expect(accepted(order, 1, 3)).toEqual([]);
    expect(accepted(order, 8, 2)).toEqual([]);
    expect(order.hasGap).toBe(true);
    expect(accepted(order, 6, 2)).toEqual([6, 7, 8, 9]);
    expect(order).toMatchObject({ hasGap: false, next: 10 });
  });

  it('emits a piece that is not early even if nothing in it is new', () => {
    const order = new InOrder<string>('watermarks');
    expect(order.accept(1, 0, 'none yet')).toEqual([{ content: 'none yet', from: 0 }]);
    expect(order.accept(2, 0, 'early')).toEqual([]);
    expect(order.accept(1, 1, 'one')).toEqual([
      { content: 'one', from: 0 },
      { content: 'early', from: 0 },
    ]);
    expect(order.accept(1, 1, 'again')).toEqual([{ content: 'again', from: 1 }]);
  });

  it('gives one gapless sequence, whatever the cuts, the order and the repetitions', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(cuts, cuts, fc.infiniteStream(fc.nat()), (one, other, dice) => {
        const total = Math.min(sum(one), sum(other));
        const pieces = [
          ...piecesOf(one, total),
          ...piecesOf(other, total),
          ...piecesOf(one, total),
        ];
        const order = new InOrder<readonly number[]>('numbers');
        const out: number[] = [];
        while (pieces.length > 0) {
          const at = (dice.next().value as number) % pieces.length;
          const [piece] = pieces.splice(at, 1);
          if (piece !== undefined) out.push(...accepted(order, piece.first, piece.length));
        }
        expect(out).toEqual(Array.from({ length: total }, (_, index) => index + 1));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives up on a sender that has lost its place', () => {
    const order = new InOrder<null>('portfolio.events: 7');
    const flood = () => {
      for (let first = 2; first < 20_000; first++) order.accept(first, 1, null);
    };
    expect(flood).toThrow(
      'portfolio.events: 7: messages are missing; expected number 1; found 10000 messages ' +
        'behind it',
    );
  });
});

function piecesOf(lengths: readonly number[], total: number): { first: number; length: number }[] {
  const pieces: { first: number; length: number }[] = [];
  let first = 1;
  for (const length of lengths) {
    if (first > total) break;
    pieces.push({ first, length: Math.min(length, total - first + 1) });
    first += length;
  }
  return pieces;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
