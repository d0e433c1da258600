/** The choice of a pair: of the symbols that move together, the two that keep together. */

import { correlation, engleGranger, returnsOf } from '#metrics';
import type { MarketView } from '#market-view';
import type { Pair } from '#agents';
import { commonPrices, type CommonPrices } from './common-prices.js';

export interface PairChoice {
  /** How many bars back the choice looks. */
  readonly formation: number;
  /** Pairs whose returns are correlated less are no candidates. */
  readonly correlation: number;
}

/** Common bars that the test needs. */
const fewest = 30;

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
  let known = 0;
  let best: { pair: Pair; pValue: number } | undefined;
  for (const [index, left] of symbols.entries()) {
    for (const right of symbols.slice(index + 1)) {
      const prices = commonPrices(view, left, right, choice.formation);
      known = Math.max(known, prices.left.length);
      const pValue = pValueOf(prices, choice);
      if (pValue !== null && pValue < (best?.pValue ?? Infinity)) {
        best = { pair: { left, right }, pValue };
      }
    }
  }
  return best ?? { pair: null, reason: noPair(choice, known) };
}

/** Null for a pair that is no candidate. */
function pValueOf(prices: CommonPrices, choice: PairChoice): number | null {
  const [ours, theirs] = [returnsOf(prices.left), returnsOf(prices.right)];
  if (ours === null || theirs === null) return null;
  const moved = correlation(ours, theirs).value;
  if (moved === null || moved < choice.correlation) return null;
  const tested = engleGranger(prices.left.map(Math.log), prices.right.map(Math.log));
  return 'value' in tested ? null : tested.pValue;
}

/** `known`: the common bars of those two symbols that have the most of them. */
function noPair({ formation, correlation: least }: PairChoice, known: number): string {
  if (known < fewest) {
    const have = `no two symbols have more than ${known} common bars of the last ${formation}`;
    return `${have}, and a choice needs ${fewest}: start the window later`;
  }
  return (
    `no two symbols have a correlation of ${least} or more over at least ${fewest} common bars ` +
    `of the last ${formation}`
  );
}
