/**
 * An answer in a hedging run in the form that the journal keeps, checked against the pair
 * that was chosen.
 */

import { excerpt, sha256Hex } from '#values';
import type { PairDecision, SubmittedDecision } from '#contracts';
import type { NoDecision, Pair } from '#agents';
import { disputedPrice, type TapePrices } from '../workflow/disputed-price.js';
import { eventOfOther } from '../workflow/no-decision.js';
import type {
  AnswerEvent,
  AnswerTranslation,
  KeepText,
  PreludeEvent,
} from '../workflow/workflow.js';

/** What answers are read by: the run's state of the moment. */
interface PairRules {
  readonly pool: readonly string[];
  /** Null until a decision has chosen it. */
  readonly pair: () => Pair | null;
  /** Last prices of a symbol on the tape; null if there are none. */
  readonly prices: (symbol: string) => TapePrices | null;
}

const noNotes: readonly PreludeEvent[] = Object.freeze([]);

export class PairTranslator implements AnswerTranslation {
  private disputes: readonly PreludeEvent[] = noNotes;

  /**
   * `keep` gets each rationale: the journal holds only its hash, so that the text can be erased.
   */
  constructor(
    private readonly rules: PairRules,
    private readonly keep: KeepText = () => undefined,
  ) {}

  /** The same words mean something else once a pair was chosen. */
  again(): undefined {
    return undefined;
  }

  eventOf(answer: SubmittedDecision | NoDecision): AnswerEvent {
    this.disputes = noNotes;
    return answer.kind === 'pair' ? this.decided(answer) : eventOfOther(answer, 'pair');
  }

  /** Prices that the agent gave with the last decision, where the tape has others. */
  notes(): readonly PreludeEvent[] {
    return this.disputes;
  }

  private decided(decision: PairDecision): AnswerEvent {
    const { action, rationale, prices = {} } = decision;
    const { pool } = this.rules;
    const chosen = this.rules.pair();
    const pair = chosen === null ? firstPair(decision, pool) : samePair(decision, chosen);
    if (typeof pair === 'string') return { type: 'DecisionInvalid', reason: pair };
    const hash = rationale === undefined ? null : sha256Hex(rationale);
    if (rationale !== undefined && hash !== null) this.keep(hash, rationale);
    this.disputes = Object.entries(prices).flatMap(([symbol, stated]) =>
      disputedPrice(symbol, stated, this.rules.prices(symbol)),
    );
    return { type: 'PairDecided', left: pair.left, right: pair.right, action, rationale: hash };
  }
}

/** The pair that a first decision chooses, or why the choice is invalid. */
function firstPair({ left, right }: PairDecision, pool: readonly string[]): Pair | string {
  if (left !== undefined && right !== undefined && left !== right) {
    if (pool.includes(left) && pool.includes(right)) return { left, right };
  }
  const expected = `two different symbols of ${excerpt(pool.join(', '), 120)}`;
  return (
    `left, right: expected ${expected}, as the first decision chooses the pair; found ` +
    `${named(left, right)}`
  );
}

/** The chosen pair, or why a later decision is refused: the pair is chosen only once. */
function samePair({ left, right }: PairDecision, pair: Pair): Pair | string {
  const isSame = (left ?? pair.left) === pair.left && (right ?? pair.right) === pair.right;
  if (isSame) return pair;
  const expected = `${named(pair.left, pair.right)} or neither, as the pair was chosen already`;
  return `left, right: expected ${expected}; found ${named(left, right)}`;
}

const named = (left: string | undefined, right: string | undefined): string =>
  `${nameOf(left)} and ${nameOf(right)}`;

const nameOf = (symbol: string | undefined): string =>
  symbol === undefined ? 'none' : excerpt(symbol, 40);
