/**
 * Both legs of a pair: half of the equity on each, their costs, flips, and when they fill.
 * Numbers by hand.
 */

import { describe, expect, it } from 'vitest';
import { story, type Given, type Session } from '../book/book-story.fixture.js';
import { dividend, split } from '../../test/decisions.js';

/** Capital 1000, the pair AAA and BBB. */
const pair = (policy: Exclude<Given['policy'], string>, sessions: readonly Session[]) =>
  story({ isPair: true, symbols: ['AAA', 'BBB'], ...(policy && { policy }) }, sessions);

const at = (AAA: number, BBB: number) => ({ AAA, BBB });

describe('a pair without costs', () => {
  it('puts half of the equity on each leg, and keeps its shares until it is closed', () => {
    const { lines, marks } = pair({}, [
      { bars: at(100, 50), decides: 'LONG_SHORT' },
      { bars: at(110, 55), decides: 'HOLD' },
      { bars: at(120, 50), decides: 'LONG_SHORT' },
      { bars: at(120, 45), decides: 'CLOSE' },
      { bars: at(999, 1), decides: 'HOLD' },
    ]);
    expect(lines).toEqual([
      'fill 1: +5 AAA at 100 (close), fee 0, open',
      'fill 2: -10 BBB at 50 (close), fee 0, open',
      'fill 3: -5 AAA at 120 (close), fee 0, close',
      'fill 4: +10 BBB at 45 (close), fee 0, close',
    ]);
    // 5 × 10 − 10 × 5; 5 × 20; 5 × 20 + 10 × 5.
    expect(marks).toEqual([
      'mark 1: equity 1000, cash 1000',
      'mark 2: equity 1000, cash 1000',
      'mark 3: equity 1100, cash 1000',
      'mark 4: equity 1150, cash 1150',
      'mark 5: equity 1150, cash 1150',
    ]);
  });

  it('goes the other way on SHORT_LONG, and is flat when nothing is asked for', () => {
    const { lines, marks } = pair({}, [
      { bars: at(100, 50), decides: 'HOLD' },
      { bars: at(100, 50), decides: 'CLOSE' },
      { bars: at(100, 50), decides: 'SHORT_LONG' },
      { bars: at(90, 60) },
    ]);
    expect(lines).toEqual([
      'fill 1: -5 AAA at 100 (close), fee 0, open',
      'fill 2: +10 BBB at 50 (close), fee 0, open',
    ]);
    expect(marks.at(-1)).toBe('mark 4: equity 1150, cash 1000');
  });

  it('closes on HOLD when the policy says that HOLD is flat', () => {
    const { lines } = pair({ hold: 'flat' }, [
      { bars: at(100, 50), decides: 'LONG_SHORT' },
      { bars: at(110, 50), decides: 'HOLD' },
    ]);
    expect(lines.slice(2)).toEqual([
      'fill 3: -5 AAA at 110 (close), fee 0, close',
      'fill 4: +10 BBB at 50 (close), fee 0, close',
    ]);
  });
});

describe('the costs of a pair', () => {
  it('are fees on traded notional: equity before the opening fee, and on a flip after the closing fee', () => {
    const { lines, marks } = pair({ feeBps: 100 }, [
      { bars: at(100, 50), decides: 'LONG_SHORT' },
      { bars: at(110, 50), decides: 'SHORT_LONG' },
      { bars: at(110, 50), decides: 'CLOSE' },
    ]);
    // 1040 − 5.5 − 5 = 1029.5 is left after closing: 514.75 on each leg, of which each pays 5.1475.
    expect(lines).toEqual([
      'fill 1: +5 AAA at 100 (close), fee 5, open',
      'fill 2: -10 BBB at 50 (close), fee 5, open',
      'fill 3: -5 AAA at 110 (close), fee 5.5, close',
      'fill 3: -4.67954545455 AAA at 110 (close), fee 5.1475, open',
      'fill 4: +10 BBB at 50 (close), fee 5, close',
      'fill 4: +10.295 BBB at 50 (close), fee 5.1475, open',
      'fill 5: +4.67954545455 AAA at 110 (close), fee 5.1475, close',
      'fill 6: -10.295 BBB at 50 (close), fee 5.1475, close',
    ]);
    expect(marks).toEqual([
      'mark 1: equity 990, cash 990',
      'mark 2: equity 1019.205, cash 1019.205',
      'mark 3: equity 1008.91, cash 1008.91',
    ]);
  });

  it('are slippage against each leg, of which each is worth half of the equity at its own price', () => {
    const { lines, marks } = pair({ slippageBps: 100 }, [
      { bars: at(100, 50), decides: 'LONG_SHORT' },
    ]);
    // 500 / 101, 500 / 49.5; the marks value them at 100 and 50.
    expect(lines).toEqual([
      'fill 1: +4.9504950495 AAA at 101 (close), fee 0, open',
      'fill 2: -10.101010101 BBB at 49.5 (close), fee 0, open',
    ]);
    expect(marks).toEqual(['mark 1: equity 989.9989999, cash 1000']);
  });

  it('are the borrowing of the short leg, at each close at which it is held', () => {
    // 25% a year of 250 sessions: a thousandth of 600 and of 500.
    const { lines, marks } = pair({ borrowBpsPerYear: 2500 }, [
      { bars: at(100, 50), decides: 'LONG_SHORT' },
      { bars: at(100, 60), decides: 'HOLD' },
      { bars: at(100, 50), decides: 'CLOSE' },
      { bars: at(100, 50) },
    ]);
    expect(lines.filter((line) => line.startsWith('borrow'))).toEqual([
      'borrow -0.6',
      'borrow -0.5',
    ]);
    expect(marks.at(-1)).toBe('mark 4: equity 998.9, cash 998.9');
  });
});

describe('when a pair fills', () => {
  const bars = (AAA: readonly [number, number], BBB: readonly [number, number]) => ({
    AAA: [AAA[0], Math.max(...AAA), Math.min(...AAA), AAA[1]] as const,
    BBB: [BBB[0], Math.max(...BBB), Math.min(...BBB), BBB[1]] as const,
  });

  it('at the next open, by the equity at that open', () => {
    const { lines, marks } = pair({ fill: 'next-open' }, [
      { bars: at(100, 50), decides: 'LONG_SHORT' },
      { bars: bars([110, 120], [40, 45]), decides: 'SHORT_LONG' },
      { bars: bars([100, 100], [50, 50]) },
    ]);
    // 500 / 110, 500 / 40; at the second opens 1000 − 500 / 11 − 125 = 9125 / 11 is left.
    expect(lines).toEqual([
      'fill 1: +4.54545454545 AAA at 110 (open), fee 0, open',
      'fill 2: -12.5 BBB at 40 (open), fee 0, open',
      'fill 3: -4.54545454545 AAA at 100 (open), fee 0, close',
      'fill 3: -4.14772727273 AAA at 100 (open), fee 0, open',
      'fill 4: +12.5 BBB at 50 (open), fee 0, close',
      'fill 4: +8.29545454545 BBB at 50 (open), fee 0, open',
    ]);
    expect(marks[1]).toBe('mark 2: equity 982.954545455, cash 1000');
  });

  it('at the next close', () => {
    const { lines } = pair({ fill: 'next-close' }, [
      { bars: at(100, 50), decides: 'LONG_SHORT' },
      { bars: bars([110, 125], [40, 80]) },
    ]);
    expect(lines).toEqual([
      'fill 1: +4 AAA at 125 (close), fee 0, open',
      'fill 2: -6.25 BBB at 80 (close), fee 0, open',
    ]);
  });

  it.each(['next-open', 'next-close'] as const)('with %s neither leg before both trade', (fill) => {
    const { lines, marks } = pair({ fill }, [
      { bars: at(100, 50), decides: 'LONG_SHORT' },
      { bars: { AAA: 110 } },
      { bars: { BBB: 40 } },
      { bars: at(125, 80) },
    ]);
    expect(lines.map((line) => line.replace(/open|close/, fill))).toEqual([
      `fill 1: +4 AAA at 125 (${fill}), fee 0, open`,
      `fill 2: -6.25 BBB at 80 (${fill}), fee 0, open`,
    ]);
    expect(marks.slice(0, 3).every((mark) => mark.includes('equity 1000, cash 1000'))).toBe(true);
  });

  it('and a decision takes the place of one that waits', () => {
    const { lines, accepted } = pair({ fill: 'next-open' }, [
      { bars: at(100, 50), decides: 'LONG_SHORT' },
      { bars: { AAA: 110 }, decides: 'HOLD' },
      { bars: { AAA: 110 }, decides: 'LONG_SHORT' },
      { bars: { AAA: 110 }, decides: 'CLOSE' },
      { bars: at(100, 50), decides: 'SHORT_LONG' },
      { bars: at(100, 50) },
    ]);
    expect(accepted).toHaveLength(4);
    expect(lines).toEqual([
      'cancel 1: replaced',
      'cancel 2: replaced',
      'fill 3: -5 AAA at 100 (open), fee 0, open',
      'fill 4: +10 BBB at 50 (open), fee 0, open',
    ]);
  });
});

describe('corporate actions', () => {
  it('meet the leg that they are of, long or short', () => {
    const announced = [split(2, 2), dividend(2, 3, 'BBB')];
    const { lines, marks } = pair({ dividends: 'cash' }, [
      { bars: at(100, 50), decides: 'LONG_SHORT', announced },
      { bars: at(50, 47), decides: 'HOLD' },
      { bars: at(55, 47), decides: 'CLOSE' },
    ]);
    expect(lines.slice(2)).toEqual([
      'dividend BBB: -10 x 3 = -30',
      'split AAA: now 10',
      'fill 3: -10 AAA at 55 (close), fee 0, close',
      'fill 4: +10 BBB at 47 (close), fee 0, close',
    ]);
    // 10 × 5 on the long leg; 10 × 3 − 30 on the short one.
    expect(marks.slice(1)).toEqual([
      'mark 2: equity 1000, cash 970',
      'mark 3: equity 1050, cash 1050',
    ]);
  });
});

describe('the end of what a pair can do', () => {
  it('is a loss of everything: it can be closed, and not opened again', () => {
    const { lines, marks } = pair({}, [
      { bars: at(100, 50), decides: 'SHORT_LONG' },
      { bars: at(400, 50), decides: 'LONG_SHORT' },
    ]);
    expect(lines.slice(2)).toEqual([
      'fill 3: +5 AAA at 400 (close), fee 0, close',
      'deny order 3 AAA: equity is not positive',
      'fill 4: -10 BBB at 50 (close), fee 0, close',
      'deny order 4 BBB: equity is not positive',
    ]);
    expect(marks.at(-1)).toBe('mark 2: equity -500, cash -500');
  });

  it('is slippage of the whole price, by which nothing can be sold', () => {
    const { lines } = pair({ slippageBps: 10_000 }, [{ bars: at(100, 50), decides: 'LONG_SHORT' }]);
    expect(lines).toEqual([
      'deny order 1 AAA: size is below one lot',
      'deny order 2 BBB: size is below one lot',
    ]);
  });

  it('is the last close when the policy liquidates, for both legs or none', () => {
    const open = { bars: at(100, 50), decides: 'LONG_SHORT' } as const;
    const both = pair({ liquidate: true, feeBps: 100 }, [open, { bars: at(110, 50) }]);
    expect(both.lines.slice(2)).toEqual([
      'fill 3: -5 AAA at 110 (close), fee 5.5, liquidate',
      'fill 4: +10 BBB at 50 (close), fee 5, liquidate',
    ]);
    const one = pair({ liquidate: true }, [open, { bars: { AAA: 110 } }]);
    expect(one.lines.slice(2)).toEqual(['deny BBB: no price']);
    expect(one.marks.at(-1)).toBe('mark 2: equity 1050, cash 1000, stale BBB');
  });
});
