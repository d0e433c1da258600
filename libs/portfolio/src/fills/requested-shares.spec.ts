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
