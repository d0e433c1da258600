/** `apply_pair_action`: what an action makes of a pair position. A calculator; it trades nothing. */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { deskOf } from '../desk.js';
import { tool, type TradingDesk } from '../tool.js';
import { pairAction, pairFields } from './pair-fields.js';
import {
  openedPosition,
  pairPositionSchema,
  positionOfDesk,
  type PairPosition,
} from './pair-position.js';
import { requireTwoLegs } from './pair-rows.js';

interface Legs {
  readonly left: string;
  readonly right: string;
}

export const applyPairAction = tool({
  name: 'apply_pair_action',
  title: 'What an action makes of a pair position',
  description:
    'Computes the position that an action leads to, for a capital of 1 with half of it on each leg; it records and ' +
    'trades nothing. LONG_SHORT is long left and short right, SHORT_LONG the reverse: shares are ±0.5 / price by ' +
    'symbol (8 decimals), entry_prices the given prices (4 decimals). CLOSE gives null. HOLD, and the direction that ' +
    'is held already, give the unchanged position. prices are by symbol, both positive; HOLD and CLOSE need none. ' +
    'Within a run the position is kept by the system and taken from there: leave current_position out; one that ' +
    'differs from it is refused. Without a run, no current_position means that nothing is held.',
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

/** What the run holds. `InvalidInput` for another pair than its own, or where the agent says that it holds else. */
function ownPosition(
  { pair }: TradingDesk,
  { left, right }: Legs,
  claimed: PairPosition | null | undefined,
): PairPosition | null {
  if (pair !== null && (pair.left !== left || pair.right !== right)) {
    throw invalidInput('not the pair of this run', {
      where: 'left, right',
      expected: `${pair.left}, ${pair.right}`,
      found: excerpt(`${left}, ${right}`),
    });
  }
  const held = pair?.direction ?? null;
  if (claimed !== undefined && (claimed?.direction ?? null) !== held) {
    throw invalidInput('not the position of this run, which the system keeps', {
      where: 'current_position',
      expected: `${held ?? 'none'}: leave it out`,
      found: claimed?.direction ?? 'none',
    });
  }
  return positionOfDesk(pair);
}
