/** A price in an agent's answer that disagrees with the tape: noted, and never used for a fill. */

import type { MarketView } from '#market-view';
import type { PreludeEvent } from './workflow.js';

/** Prices of a symbol's last bar, in the instrument's currency. */
export interface TapePrices {
  /** At which it trades: close or adjusted close, as the data set has it. */
  readonly trade: number;
  /** Its adjusted close, which tools show as the price; the close if the vendor does not adjust. */
  readonly adjusted: number;
}

/** Half a cent, since agents write prices to the cent; the rest is rounding of doubles. */
const tolerance = 0.005 + 1e-9;

/**
 * Whether a given price is, to half a cent, the one at which the symbol trades or its
 * adjusted close.
 */
export const isSamePrice = (stated: number, { trade, adjusted }: TapePrices): boolean =>
  Math.abs(stated - trade) <= tolerance || Math.abs(stated - adjusted) <= tolerance;

/** The prices of a symbol as of the view; null before its first bar. */
export function lastPrices(view: MarketView, symbol: string): TapePrices | null {
  const bar = view.lastBar(symbol);
  const trade = view.lastPrice(symbol);
  return bar === null || trade === null ? null : { trade, adjusted: bar.adjClose };
}

/**
 * The note on a given price; none if the tape has that price. `tape` is null if it has none yet.
 */
export function disputedPrice(
  symbol: string,
  stated: number,
  tape: TapePrices | null,
): readonly PreludeEvent[] {
  if (tape !== null && isSamePrice(stated, tape)) return [];
  return [{ type: 'PriceDisputed', symbol, said: stated, price: tape?.trade ?? null }];
}
