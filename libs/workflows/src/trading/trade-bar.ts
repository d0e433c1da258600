/** Bars in the prices at which a run trades: as quoted, or on the scale of the adjusted close. */

import type { FactColumns } from '#contracts';

export interface TradeBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Shares; NaN if the vendor gave none. */
  readonly volume: number;
}

/** The bar in `row`; `isAdjusted` moves open, high and low with the close to the adjusted scale. */
export function tradeBar(facts: FactColumns, row: number, isAdjusted: boolean): TradeBar {
  const open = facts.open[row] as number;
  const high = facts.high[row] as number;
  const low = facts.low[row] as number;
  const close = facts.close[row] as number;
  const adjClose = facts.adjClose[row] as number;
  const volume = facts.volume[row] as number;
  if (!isAdjusted || Number.isNaN(adjClose)) return { open, high, low, close, volume };
  const factor = adjClose / close;
  const scaled = { open: open * factor, high: high * factor, low: low * factor };
  return { ...scaled, close: adjClose, volume };
}
