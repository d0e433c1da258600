/** Weights: shares of the equity after costs, sales before purchases, and no leverage. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { story } from '../book/book-story.fixture.js';
import { flat, orders, target, weights } from '../../test/decisions.js';

const symbols = ['AAA', 'BBB'];
const bars = { AAA: 100, BBB: 50 };

describe('weights of the equity after costs', () => {
  it('solves for the equity that is left by the fees', () => {
    const { lines, marks } = story({ policy: { feeBps: 100 }, symbols, capital: 1010 }, [
      { bars, decides: weights({ AAA: 0.6, BBB: 0.4 }) },
    ]);
    // E = 1010 − 0.01 E, so E = 1000: 600 of AAA, 400 of BBB.
    expect(lines).toEqual([
      'fill 1: +6 AAA at 100 (close), fee 6, rebalance',
      'fill 2: +8 BBB at 50 (close), fee 4, rebalance',
    ]);
    expect(marks).toEqual(['mark 1: equity 1000, cash 0']);
  });

  it('counts what slippage costs a buyer', () => {
    const policy = { feeBps: 100, slippageBps: 100 };
    const { lines, marks } = story({ policy, capital: 2020.1 }, [
      { bars: 100, decides: weights({ AAA: 0.5 }) },
    ]);
    // A share bought at 101 with 1.01 of fee loses 2.01: E = 2020.1 − 10 × 2.01 =
    // 2000, half in AAA.
    expect(lines).toEqual(['fill 1: +10 AAA at 101 (close), fee 10.1, rebalance']);
    expect(marks).toEqual(['mark 1: equity 2000, cash 1000']);
  });

  it('counts what slippage costs a seller', () => {
    const policy = { short: true, feeBps: 100, slippageBps: 100 };
    const { lines, marks } = story({ policy, capital: 2019.9 }, [
      { bars: 100, decides: weights({ AAA: -0.5 }) },
    ]);
    // Sold at 99 with 0.99 of fee, a share loses 1.99 against 100.
    expect(lines).toEqual(['fill 1: -10 AAA at 99 (close), fee 9.9, rebalance']);
    expect(marks).toEqual(['mark 1: equity 2000, cash 3000']);
  });

  it('finds the equity under fees that no market would bear', () => {
    const { marks } = story({ policy: { feeBps: 5000 }, capital: 1500 }, [
      { bars: 100, decides: weights({ AAA: 1 }) },
    ]);
    expect(marks).toEqual(['mark 1: equity 1000, cash 0']);
  });

  it('finds it when a share costs four times its price', () => {
    const { lines, marks } = story({ policy: { feeBps: 10_000, slippageBps: 10_000 } }, [
      { bars: 100, decides: weights({ AAA: 1 }) },
    ]);
    expect(lines).toEqual(['fill 1: +2.5 AAA at 200 (close), fee 500, rebalance']);
    expect(marks).toEqual(['mark 1: equity 250, cash 0']);
  });
});

it('turns a position in one fill where its whole lots are payable and the weight itself is not', () => {
  const policy = { short: true, lotSize: 1 };
  const { lines } = story({ policy, symbols }, [
    { bars, decides: weights({ AAA: 0.1, BBB: 0.8 }) },
    { bars, decides: weights({ AAA: -0.25, BBB: 0.8 }) },
  ]);
  // 250 of AAA beside 800 of BBB are more than the equity of 1000; two shares are not.
  expect(lines.at(-1)).toBe('fill 3: -3 AAA at 100 (close), fee 0, rebalance');
});

describe('after a rebalance', () => {
  const part = fc.integer({ min: -50, max: 50 }).map((percent) => percent / 100);
  const pair = fc.record({ AAA: part, BBB: part });
  const price = fc.integer({ min: 80, max: 125 });
  const cost = fc.constantFrom(0, 1, 50, 400, 2000);

  it(
    'each position is its weight of the equity that is left, whatever it was before',
    { timeout: 300_000 },
    () => {
      const arbitrary = fc.tuple(pair, pair, fc.record({ AAA: price, BBB: price }), cost, cost);
      const check = fc.property(arbitrary, ([before, wanted, later, feeBps, slippageBps]) => {
        const { book, lines } = story({ policy: { short: true, feeBps, slippageBps }, symbols }, [
          { bars: { AAA: 100, BBB: 100 }, decides: weights(before) },
          { bars: later, decides: weights(wanted) },
        ]);
        fc.pre(!lines.some((told) => told.startsWith('deny')));
        const { shares } = book.account;
        const found = [(shares[0] as number) * later.AAA, (shares[1] as number) * later.BBB];
        const equity = book.equity();
        expect(Math.abs((found[0] as number) - wanted.AAA * equity)).toBeLessThan(1e-9 * equity);
        expect(Math.abs((found[1] as number) - wanted.BBB * equity)).toBeLessThan(1e-9 * equity);
      });
      fc.assert(check, { numRuns: 1000 });
    },
  );
});

describe('rebalancing', () => {
  it('sells before it buys, whatever the order of the weights', () => {
    const { lines } = story({ symbols }, [
      { bars, decides: weights({ BBB: 1 }) },
      { bars: { AAA: 100, BBB: 60 }, decides: weights({ AAA: 0.5, BBB: 0.5 }) },
    ]);
    expect(lines).toEqual([
      'fill 1: +20 BBB at 50 (close), fee 0, rebalance',
      'fill 3: -10 BBB at 60 (close), fee 0, rebalance',
      'fill 2: +6 AAA at 100 (close), fee 0, rebalance',
    ]);
  });

  it('goes by symbol among positions that grow, also from the other side', () => {
    const { lines } = story({ policy: { short: true }, symbols }, [
      { bars, decides: weights({ BBB: -0.1 }) },
      { bars, decides: weights({ AAA: 0.2, BBB: 0.3 }) },
    ]);
    expect(lines.slice(1)).toEqual([
      'fill 2: +2 AAA at 100 (close), fee 0, rebalance',
      'fill 3: +8 BBB at 50 (close), fee 0, rebalance',
    ]);
  });

  it('makes room before it opens a short', () => {
    const { lines } = story({ policy: { short: true }, symbols }, [
      { bars, decides: weights({ BBB: 1 }) },
      { bars, decides: weights({ AAA: -0.5, BBB: 0.5 }) },
    ]);
    expect(lines.slice(1)).toEqual([
      'fill 3: -10 BBB at 50 (close), fee 0, rebalance',
      'fill 2: -5 AAA at 100 (close), fee 0, rebalance',
    ]);
  });

  it('leaves a symbol that is not named as it is', () => {
    const { lines, marks } = story({ symbols }, [
      { bars, decides: weights({ AAA: 0.5 }) },
      { bars: { AAA: 120, BBB: 50 }, decides: weights({ BBB: 0.25 }) },
    ]);
    expect(lines[1]).toBe('fill 2: +5.5 BBB at 50 (close), fee 0, rebalance');
    expect(marks.at(-1)).toBe('mark 2: equity 1100, cash 225');
  });

  it('reports it when nothing needs to change', () => {
    const { lines } = story({}, [
      { bars: 100, decides: weights({ AAA: 1 }) },
      { bars: 120, decides: weights({ AAA: 1 }) },
    ]);
    expect(lines.at(-1)).toBe('cancel 2: no change');
  });

  it('rounds positions, not trades, down to lots', () => {
    const { lines } = story({ policy: { lotSize: 4 } }, [
      { bars: 100, decides: weights({ AAA: 0.9 }) },
      { bars: 50, decides: weights({ AAA: 0.9 }) },
    ]);
    // 9 shares become 8; then 600 × 0.9 / 50 = 10.8 become 8 again.
    expect(lines).toEqual([
      'fill 1: +8 AAA at 100 (close), fee 0, rebalance',
      'cancel 2: no change',
    ]);
  });

  it('waits for the next open, and sells whatever opens lower by equity at the opens', () => {
    const { lines } = story({ policy: { fill: 'next-open' }, symbols }, [
      { bars, decides: weights({ AAA: 0.5, BBB: 0.5 }) },
      { bars: { AAA: [125, 200, 125, 200], BBB: [40, 40, 20, 20] } },
    ]);
    expect(lines).toEqual([
      'fill 1: +4 AAA at 125 (open), fee 0, rebalance',
      'fill 2: +12.5 BBB at 40 (open), fee 0, rebalance',
    ]);
  });
});

describe('weights of more than the equity', () => {
  it.each([
    ['long', { AAA: 0.6, BBB: 0.6 }, '+10'],
    ['long and short together', { AAA: 0.6, BBB: -0.6 }, '-10'],
  ])('%s, are scaled by one factor', (_, wanted, other) => {
    const { lines } = story({ policy: { short: true }, symbols }, [
      { bars, decides: weights(wanted) },
    ]);
    // 600 of each are wanted, 500 of each are there.
    expect(lines.toSorted()).toEqual([
      'cancel 1: scaled',
      'cancel 2: scaled',
      'part 1: +5 AAA at 100 (close), fee 0, rebalance',
      `part 2: ${other} BBB at 50 (close), fee 0, rebalance`,
    ]);
  });
});

describe('what weights are denied for', () => {
  it('costs that eat more than what is traded: no share of equity can be reached by buying back', () => {
    const policy = { short: true, feeBps: 3594.04, slippageBps: 4712.33 };
    const { lines } = story({ policy, capital: 100 }, [
      { bars: 5, decides: weights({ AAA: -0.02 }) },
      { bars: 200, decides: weights({ AAA: -1 }) },
    ]);
    expect(lines.at(-1)).toBe('deny order 2 AAA: not enough cash');
  });

  it('a short when none is allowed; the other symbol is bought', () => {
    const { lines } = story({ symbols }, [{ bars, decides: weights({ AAA: -0.1, BBB: 0.5 }) }]);
    expect(lines).toEqual([
      'deny AAA: short not allowed',
      'fill 1: +10 BBB at 50 (close), fee 0, rebalance',
    ]);
  });

  it('a symbol without a bar in this session, and one that is not of the run', () => {
    const decides = weights({ AAA: 0.5, ZZZ: 0.5 });
    const { lines } = story({ symbols }, [{ bars }, { bars: { BBB: 50 }, decides }]);
    expect(lines).toEqual(['deny AAA: no price', 'deny ZZZ: unknown symbol']);
  });

  it('equity that is gone', () => {
    const { lines } = story({ policy: { short: true } }, [
      { bars: 100, decides: weights({ AAA: -1 }) },
      { bars: 250, decides: weights({ AAA: -0.5 }) },
    ]);
    expect(lines.at(-1)).toBe('deny order 2 AAA: equity is not positive');
  });
});

describe('weights and targets that wait for a price', () => {
  it('are replaced by the next word on the same symbol', () => {
    const { lines } = story({ policy: { fill: 'next-open' }, symbols }, [
      { bars, decides: weights({ AAA: 0.5, BBB: 0.5 }) },
      { decides: weights({ AAA: 0.2 }) },
      { decides: target({ BBB: 1 }) },
      { bars },
    ]);
    expect(lines).toEqual([
      'cancel 1: replaced',
      'fill 2: +10 BBB at 50 (open), fee 0, rebalance',
      'fill 3: +2 AAA at 100 (open), fee 0, rebalance',
    ]);
  });

  it('are withdrawn by a flat target', () => {
    const { lines } = story({ policy: { fill: 'next-open' } }, [
      { bars: 100, decides: weights({ AAA: 0.5 }) },
      { decides: flat },
      { bars: 100 },
    ]);
    expect(lines).toEqual(['cancel 1: replaced']);
  });
});

it('the rest of a weight goes on where another order has turned its position to the other side', () => {
  const policy = { short: true, fill: 'next-open' } as const;
  const turned = orders({ symbol: 'BBB', side: 'buy', type: 'stop', shares: 3, stop: 55 });
  const { lines } = story({ policy, symbols, capital: 1000 }, [
    { bars, decides: weights({ AAA: 0.9 }) },
    { bars, decides: turned },
    { bars: { BBB: 50 }, decides: weights({ AAA: 0, BBB: -0.5 }) },
    // The sale of AAA has no price: there is cash for two shares.
    { bars: { BBB: 50 } },
    { bars: { BBB: 56 } },
    { bars },
  ]);
  // Equity is 982 then: a half is 9.82 shares short, from one share long.
  expect(lines).toEqual([
    'fill 1: +9 AAA at 100 (open), fee 0, rebalance',
    'part 4: -2 BBB at 50 (open), fee 0, rebalance',
    'fill 2: +3 BBB at 56 (open), fee 0, order',
    'fill 3: -9 AAA at 100 (open), fee 0, rebalance',
    'fill 4: -10.82 BBB at 50 (open), fee 0, rebalance',
  ]);
});
