/** What an agent takes a price to be, where the tape says otherwise: noted, and never a price of a fill. */

import type { PreludeEvent } from './workflow.js';

/** Half a cent, since agents write prices to the cent; the rest is rounding of doubles. */
const tolerance = 0.005 + 1e-9;

/**
 * The note on a price that was said, in the instrument's currency; none where it is the one on the tape, to half a
 * cent. `price` is the trade price there, null where the tape has none yet.
 */
export function disputedPrice(
  symbol: string,
  said: number,
  price: number | null,
): readonly PreludeEvent[] {
  if (price !== null && Math.abs(said - price) <= tolerance) return [];
  return [{ type: 'PriceDisputed', symbol, said, price }];
}
