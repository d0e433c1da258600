/** The last prices of two symbols at the bars that both have. */

import type { MarketView } from '#market-view';

export interface CommonPrices {
  readonly left: Float64Array;
  readonly right: Float64Array;
}

/**
 * Prices at which the two traded, oldest first, splits and dividends that were known by now taken
 * out, so that neither is a move of one against the other. Of the last `count` bars of each, those
 * of instants at which both have one.
 */
export function commonPrices(
  view: MarketView,
  left: string,
  right: string,
  count: number,
): CommonPrices {
  const others = pricesByTime(view, right, count);
  const leftPrices: number[] = [];
  const rightPrices: number[] = [];
  for (const [time, price] of pricesByTime(view, left, count)) {
    const other = others.get(time);
    if (other === undefined) continue;
    leftPrices.push(price);
    rightPrices.push(other);
  }
  return { left: Float64Array.from(leftPrices), right: Float64Array.from(rightPrices) };
}

function pricesByTime(view: MarketView, symbol: string, count: number): Map<number, number> {
  const { time, close } = view.bars(symbol, count);
  const traded = view.closes(symbol, count);
  const adjusted = view.adjustedCloses(symbol, count, { dividends: true });
  return new Map(
    time.map((at, index) => {
      const factor = adjusted[index]! / close[index]!;
      return [at, traded[index]! * factor] as const;
    }),
  );
}
