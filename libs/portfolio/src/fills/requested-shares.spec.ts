/** An amount of money as shares: by what a trader pays for one, and none where that is nothing. */

import { expect, it } from 'vitest';
import { story } from '../book/book-story.fixture.js';
import { orders } from '../../test/decisions.js';

it.each([
  ['buys at the price with slippage', 'buy', 2500, ['fill 1: +8 AAA at 125 (close), fee 0, order']],
  [
    'sells at the price with slippage',
    'sell',
    6000,
    ['fill 1: -25 AAA at 40 (close), fee 0, order'],
  ],
  [
    'sells nothing where slippage takes all',
    'sell',
    10_000,
    ['deny order 1 AAA: size is below one lot'],
  ],
] as const)('%s', (_, side, slippageBps, expected) => {
  const policy = { short: true, slippageBps };
  const amount = orders({ side, shares: null, notional: 1000 });
  const { lines } = story({ policy, capital: 10_000 }, [{ bars: 100, decides: amount }]);
  expect(lines).toEqual(expected);
});

it('a sale that turns a position waits for no other order at the close that decided it', () => {
  const policy = { short: true, fill: 'decision-close' } as const;
  const symbols = ['AAA', 'BBB'];
  const both = (one: object, other: object) =>
    orders({ symbol: 'AAA', ...one }, { symbol: 'BBB', ...other });
  const { lines } = story({ policy, symbols, capital: 1000 }, [
    { bars: { AAA: 50, BBB: 100 }, decides: both({ shares: 10 }, { shares: 5 }) },
    {
      bars: { AAA: 50, BBB: 100 },
      decides: both({ side: 'sell', shares: 25 }, { side: 'sell', shares: 1 }),
    },
    { bars: { AAA: 60, BBB: 100 } },
  ]);
  // Turned over, ten shares enlarge nothing. The other five have no cash: the sale of BBB
  // comes after them.
  expect(lines).toEqual([
    'fill 1: +10 AAA at 50 (close), fee 0, order',
    'fill 2: +5 BBB at 100 (close), fee 0, order',
    'part 3: -20 AAA at 50 (close), fee 0, order',
    'cancel 3: scaled',
    'fill 4: -1 BBB at 100 (close), fee 0, order',
  ]);
});
