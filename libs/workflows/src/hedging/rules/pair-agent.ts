/**
 * What the rules for pairs have in common: the first answer names the pair, and later
 * ones act on it.
 */

import { excerpt, invalidInput } from '#values';
import type { PairAction } from '#contracts';
import type { AgentContext, Pair, PairAgent, PairReply } from '#agents';
import { correlation, engleGranger, returnsOf } from '#metrics';
import type { MarketView } from '#market-view';
import { commonPrices, type CommonPrices } from './common-prices.js';

/** A given pair is used; otherwise one is chosen from what is known when it is asked for. */
interface PairConfig extends PairChoice {
  readonly id: string;
  readonly left?: string | undefined;
  readonly right?: string | undefined;
}

/** What to do with a pair; `isFirst` until a decision has named it. */
type PairRule = (pair: Pair, isFirst: boolean) => PairAction;

/**
 * An agent that names its pair with its first answer, and then submits the result of `rule` at each
 * answer. As long as there is no pair to choose, its answers fail, with the reason: it never picks
 * two at random. `InvalidInput` for a pair outside the pool.
 */
export function pairAgent(
  config: PairConfig,
  { view, symbols }: AgentContext,
  rule: PairRule,
): PairAgent {
  const given = givenPair(config, symbols);
  const first = (): PairReply => {
    const selected = given === null ? selectPair(view, symbols, config) : { pair: given };
    if (selected.pair === null) return Object.freeze({ kind: 'failed', reason: selected.reason });
    return Object.freeze({ kind: 'pair', ...selected.pair, action: rule(selected.pair, true) });
  };
  return {
    decide: ({ pair }) => (pair === null ? first() : { kind: 'pair', action: rule(pair, false) }),
    close: () => undefined,
  };
}

/** The pair of the configuration, or null if it has none. */
function givenPair({ id, left, right }: PairConfig, pool: readonly string[]): Pair | null {
  if (left === undefined || right === undefined) return null;
  requireOfPool({ left, right }, pool, `agents, ${id}`);
  return { left, right };
}

interface PairChoice {
  /** How many bars back the choice looks. */
  readonly formation: number;
  /** Pairs whose returns have a lower correlation are skipped. */
  readonly correlation: number;
}

/** Common bars that the test needs. */
const fewest = 30;

/** A pair, or the reason why none was found. */
type Selected = { readonly pair: Pair } | { readonly pair: null; readonly reason: string };

/**
 * Over the last `formation` bars up to now: of the pairs of `symbols` whose simple returns have a
 * correlation of at least `choice.correlation`, the one with the smallest p-value in the test of
 * Engle and Granger. The logarithm of the earlier symbol's price is regressed on that of the later
 * one, and the earlier one is left. Of equal pairs the first counts, in the order of `symbols`.
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

/** Null for a pair that is not a candidate. */
function pValueOf(prices: CommonPrices, choice: PairChoice): number | null {
  const ours = returnsOf(prices.left);
  const theirs = returnsOf(prices.right);
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

/** `InvalidInput` at `where: left` or `right` for a symbol that the pool does not have. */
export function requireOfPool({ left, right }: Pair, pool: readonly string[], where: string): void {
  for (const [leg, symbol] of Object.entries({ left, right })) {
    if (pool.includes(symbol)) continue;
    throw invalidInput('a leg of the pair is not in the pool', {
      where: `${where}: ${leg}`,
      expected: `one of ${excerpt(pool.join(', '), 160)}`,
      found: excerpt(symbol),
    });
  }
}
