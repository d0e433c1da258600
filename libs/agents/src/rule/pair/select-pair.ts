/** The choice of a pair: of the symbols that move together, the two that keep together. */

import { correlation, engleGranger, returnsOf } from '#metrics';
import type { MarketView } from '#market-view';
import type { Pair } from '../../agent.js';
import { commonPrices } from './common-prices.js';

export interface PairChoice {
  /** How many bars back the choice looks. */
  readonly formation: number;
  /** Pairs whose returns are correlated less are no candidates. */
  readonly correlation: number;
}

/** A pair, or why there is none. */
export type Selected = { readonly pair: Pair } | { readonly pair: null; readonly reason: string };

/**
 * Over the last `formation` bars up to now: of the pairs of `symbols` whose simple returns have a correlation of at
 * least `choice.correlation`, the one with the smallest p-value in the test of Engle and Granger. The logarithm of the
 * earlier symbol's price is regressed on that of the later one, and the earlier one is left. Of equal pairs the first
 * counts, in the order of `symbols`.
 */
export function selectPair(
  view: MarketView,
  symbols: readonly string[],
  choice: PairChoice,
): Selected {
  let best: { pair: Pair; pValue: number } | undefined;
  for (const [index, left] of symbols.entries()) {
    for (const right of symbols.slice(index + 1)) {
      const pValue = pValueOf(view, { left, right }, choice);
      if (pValue !== null && pValue < (best?.pValue ?? Infinity)) {
        best = { pair: { left, right }, pValue };
      }
    }
  }
  return best ?? { pair: null, reason: noPair(choice) };
}

/** Null for a pair that is no candidate. */
function pValueOf(view: MarketView, { left, right }: Pair, choice: PairChoice): number | null {
  const prices = commonPrices(view, left, right, choice.formation);
  const [ours, theirs] = [returnsOf(prices.left), returnsOf(prices.right)];
  if (ours === null || theirs === null) return null;
  const moved = correlation(ours, theirs).value;
  if (moved === null || moved < choice.correlation) return null;
  const tested = engleGranger(prices.left.map(Math.log), prices.right.map(Math.log));
  return 'value' in tested ? null : tested.pValue;
}

function noPair({ formation, correlation: least }: PairChoice): string {
  return (
    `no two symbols have a correlation of ${least} or more over at least 30 common bars ` +
    `of the last ${formation}`
  );
}
