/** A pair position for a capital of 1, half of it on each leg, as `apply_pair_action` computes with it. */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { rounded } from '../market/fields.js';
import type { DeskPair } from '../tool.js';

const shareDecimals = 8;
const priceDecimals = 4;

export const pairPositionSchema = z.looseObject({
  direction: z.enum(['LONG_SHORT', 'SHORT_LONG']),
  shares: z
    .record(z.string(), z.number())
    .describe(
      'By symbol, for a capital of 1: 0.5 / price, negative for the short leg; 8 decimals.',
    ),
  entry_prices: z
    .record(z.string(), z.number())
    .describe('By symbol, at which it was opened; 4 decimals.'),
});

export type PairPosition = z.output<typeof pairPositionSchema>;

interface Pair {
  readonly left: string;
  readonly right: string;
}

/** Long one leg and short the other at `prices`; `InvalidInput` without a positive price of each leg. */
export function openedPosition(
  { left, right }: Pair,
  direction: PairPosition['direction'],
  prices: Readonly<Record<string, unknown>>,
): PairPosition {
  const side = direction === 'LONG_SHORT' ? 0.5 : -0.5;
  const [leftPrice, rightPrice] = [priceOf(prices, left), priceOf(prices, right)];
  return {
    direction,
    shares: {
      [left]: rounded(side / leftPrice, shareDecimals),
      [right]: rounded(-side / rightPrice, shareDecimals),
    },
    entry_prices: {
      [left]: rounded(leftPrice, priceDecimals),
      [right]: rounded(rightPrice, priceDecimals),
    },
  };
}

/** The run's own position, for a capital of 1; null where it holds none. */
export function positionOfDesk(pair: DeskPair | null): PairPosition | null {
  if (pair === null || pair.direction === null || pair.entryPrices === null) return null;
  const { left, right, direction, entryPrices } = pair;
  const prices = { [left]: entryPrices.left, [right]: entryPrices.right };
  return openedPosition(pair, direction, prices);
}

function priceOf(prices: Readonly<Record<string, unknown>>, symbol: string): number {
  const price = Object.hasOwn(prices, symbol) ? prices[symbol] : undefined;
  // A price next to nothing would buy more shares than there are numbers.
  if (typeof price === 'number' && price > 0 && Number.isFinite(0.5 / price)) return price;
  throw invalidInput('a price that is missing or not positive', {
    where: `prices.${excerpt(symbol)}`,
    expected: 'a positive number, adj_close of the leg',
    found: excerpt(price ?? 'none'),
  });
}
