/**
 * `apply_pair_action`: the effect of an action on a pair position. A calculator; it trades nothing.
 */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { deskOf, tool, type TradingDesk } from '../tool/tool.js';
import { pairAction, pairFields, requirePair, requireTwoLegs } from './pair-rows.js';
import { rounded } from '../market/fields.js';

const pairPositionSchema = z.looseObject({
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

type PairPosition = z.output<typeof pairPositionSchema>;

export interface Legs {
  readonly left: string;
  readonly right: string;
}

export const applyPairAction = tool({
  name: 'apply_pair_action',
  title: 'What an action makes of a pair position',
  description:
    'Computes the position that an action leads to, for a capital of 1 with half of it on each ' +
    'leg; it records and trades nothing. LONG_SHORT is long left and short right, SHORT_LONG the ' +
    'reverse: shares are ±0.5 / price by symbol (8 decimals), entry_prices the given prices (4 ' +
    'decimals). CLOSE gives null. HOLD, and the direction that is held already, give the ' +
    'unchanged position. prices are by symbol, both positive; HOLD and CLOSE need none. Within a ' +
    'run the position is kept by the system and taken from there: leave current_position out; ' +
    'one that differs from it is refused. Without a run, no current_position means that nothing ' +
    'is held.',
  input: z.strictObject({
    ...pairFields,
    action: pairAction,
    prices: z
      .record(z.string(), z.number())
      .nullish()
      .describe('adj_close of both legs, by symbol; not read for HOLD and CLOSE.'),
    current_position: pairPositionSchema
      .nullish()
      .describe('A former result of this tool; null for none. Leave it out within a run.'),
  }),
  output: pairPositionSchema.nullable(),
  call: ({ left, right, action, prices, current_position: claimed }, context) => {
    requireTwoLegs(left, right);
    const current =
      context.desk === null
        ? (claimed ?? null)
        : ownPosition(deskOf(context), { left, right }, claimed);
    if (action === 'CLOSE') return null;
    if (action === 'HOLD') return current;
    const opened = openedPosition({ left, right }, action, prices ?? {});
    return current?.direction === action ? current : opened;
  },
});

/** Throws `InvalidInput` if the agent states another position than the run has. */
function requireClaim(claimed: PairPosition | null, held: PairPosition['direction'] | null): void {
  const direction = claimed?.direction ?? null;
  if (direction === held) return;
  throw invalidInput('not the position of this run, which the system keeps', {
    where: 'current_position',
    expected: `${held ?? 'none'}: leave it out`,
    found: direction ?? 'none',
  });
}

/**
 * The run's position for a capital of 1, null if it has none. Throws `InvalidInput` for another
 * pair, or if the agent states a different position.
 */
function ownPosition(
  { pair }: TradingDesk,
  { left, right }: Legs,
  claimed: PairPosition | null | undefined,
): PairPosition | null {
  if (pair !== null) requirePair(pair, left, right, 'not the pair of this run');
  const held = pair?.direction ?? null;
  if (claimed !== undefined) requireClaim(claimed, held);
  if (held === null || !pair?.entryPrices) return null;
  const { entryPrices } = pair;
  return openedPosition(pair, held, { [left]: entryPrices.left, [right]: entryPrices.right });
}

/**
 * Long one leg and short the other at `prices`; throws `InvalidInput` without a positive
 * price of each leg.
 */
export function openedPosition(
  { left, right }: Legs,
  direction: PairPosition['direction'],
  prices: Readonly<Record<string, unknown>>,
): PairPosition {
  const side = direction === 'LONG_SHORT' ? 0.5 : -0.5;
  const leftPrice = priceOf(prices, left);
  const rightPrice = priceOf(prices, right);
  return {
    direction,
    shares: { [left]: rounded(side / leftPrice, 8), [right]: rounded(-side / rightPrice, 8) },
    entry_prices: { [left]: rounded(leftPrice, 4), [right]: rounded(rightPrice, 4) },
  };
}

function priceOf(prices: Readonly<Record<string, unknown>>, symbol: string): number {
  const price = Object.hasOwn(prices, symbol) ? prices[symbol] : undefined;
  // At a price near zero the number of shares would overflow.
  if (typeof price === 'number' && price > 0 && Number.isFinite(0.5 / price)) return price;
  throw invalidInput('a price that is missing or not positive', {
    where: `prices.${excerpt(symbol)}`,
    expected: 'a positive number, adj_close of the leg',
    found: excerpt(price ?? 'none'),
  });
}
