/** An agent's answer in the form that the journal keeps. */

import { excerpt, sha256Hex } from '#values';
import type { Decision, JournaledDecision, OrderRequest, TaskAnswer } from '#contracts';
import type { Answer } from '#agents';
import { eventOfOther } from '../workflow/no-decision.js';
import { disputedPrice, type TapePrices } from '../workflow/disputed-price.js';
import type {
  AnswerEvent,
  AnswerTranslation,
  KeepText,
  PreludeEvent,
} from '../workflow/workflow.js';

/** Translates answers; the same frozen decision object is translated once. */
export class AnswerTranslator implements AnswerTranslation {
  /** Agents return the same few frozen objects again and again. */
  private readonly known = new WeakMap<Answer, AnswerEvent>();
  private lastAnswer: unknown;
  private lastEvent: AnswerEvent | undefined;
  /** The price that came with the answer that was translated last, until it is asked for. */
  private stated: { readonly symbol: string; readonly price: number } | undefined;

  /**
   * `keep` gets each rationale: the journal holds only its hash, so that the text can be erased.
   * `isOpen` tells whether a symbol has a position now, or an order that opens one; `pricesOf` are
   * the current prices of a symbol of the run.
   */
  constructor(
    private readonly symbols: readonly string[],
    private readonly keep: KeepText = () => undefined,
    private readonly isOpen: (symbol: string) => boolean = () => true,
    private readonly pricesOf: (symbol: string) => TapePrices | null = () => null,
  ) {}

  /** The last event, if the same answer is given again: a shortcut before it is inspected. */
  again(answer: unknown): AnswerEvent | undefined {
    return answer === this.lastAnswer ? this.lastEvent : undefined;
  }

  eventOf(answer: Answer): AnswerEvent {
    if (answer === this.lastAnswer && this.lastEvent !== undefined) return this.lastEvent;
    let event = this.known.get(answer);
    if (event === undefined) {
      event = this.translate(answer);
      if (!Object.isFrozen(answer) || closesRest(answer) || hasPrice(answer)) return event;
      this.known.set(answer, event);
    }
    this.lastAnswer = answer;
    this.lastEvent = event;
    return event;
  }

  /** The price that came with the last answer, if it differs from the tape's. */
  notes(): readonly PreludeEvent[] {
    const { stated } = this;
    if (stated === undefined) return noNotes;
    this.stated = undefined;
    if (!this.symbols.includes(stated.symbol)) return noNotes;
    return disputedPrice(stated.symbol, stated.price, this.pricesOf(stated.symbol));
  }

  private translate(answer: Answer | TaskAnswer): AnswerEvent {
    switch (answer.kind) {
      case 'action':
      case 'target':
      case 'weights':
      case 'orders':
        return this.made(answer);
      default:
        // An outside agent may send any answer that some workflow knows.
        return eventOfOther(answer, 'action, target, weights or orders');
    }
  }

  private made(decision: Decision): AnswerEvent {
    const { rationale } = decision;
    const hash = rationale === undefined ? null : sha256Hex(rationale);
    if (rationale !== undefined && hash !== null) this.keep(hash, rationale);
    if (decision.kind !== 'action') {
      const taken = journaled(closesRest(decision) ? this.withRest(decision) : decision);
      return { type: 'DecisionMade', decision: taken, rationale: hash };
    }
    const symbol = decision.symbol ?? (this.symbols.length === 1 ? this.symbols[0] : undefined);
    if (symbol === undefined) {
      const reason = `symbol: expected one of ${excerpt(this.symbols.join(', '), 120)}; found none`;
      return { type: 'DecisionInvalid', reason };
    }
    if (decision.price !== undefined) this.stated = { symbol, price: decision.price };
    const taken = { kind: 'action' as const, symbol, action: decision.action };
    return { type: 'DecisionMade', decision: taken, rationale: hash };
  }

  /**
   * Weights that name every position, which is what the journal keeps: 0 for those that `rest`
   * closes. A symbol without a position is left out, because a weight of 0 would be denied in a
   * session without its price.
   */
  private withRest({ weights }: Weights): Weights {
    const rest = this.symbols.filter(
      (symbol) => !Object.hasOwn(weights, symbol) && this.isOpen(symbol),
    );
    const closed = Object.fromEntries(rest.map((symbol) => [symbol, 0]));
    return { kind: 'weights', weights: { ...weights, ...closed } };
  }
}

type Weights = Extract<Decision, { kind: 'weights' }>;

/** Whether what an answer becomes depends on the positions of the moment. */
function closesRest(answer: Answer | TaskAnswer): answer is Weights {
  return answer.kind === 'weights' && answer.rest === 'flat';
}

const hasPrice = (answer: Answer | TaskAnswer): boolean =>
  answer.kind === 'action' && answer.price !== undefined;

/** Shared, because most answers come without a price. */
const noNotes: readonly PreludeEvent[] = Object.freeze([]);

function journaled(decision: Exclude<Decision, { kind: 'action' }>): JournaledDecision {
  switch (decision.kind) {
    case 'target':
      return {
        kind: 'target',
        positions: Object.entries(decision.positions).map(([symbol, position]) => ({
          symbol,
          position,
        })),
      };
    case 'weights':
      return {
        kind: 'weights',
        weights: Object.entries(decision.weights).map(([symbol, weight]) => ({ symbol, weight })),
      };
    case 'orders':
      return { kind: 'orders', orders: decision.orders.map(request), cancel: decision.cancel };
  }
}

function request(order: OrderRequest): Extract<JournaledDecision, { kind: 'orders' }>['orders'][0] {
  const { id = null, symbol, side, type, shares = null, notional = null, ...others } = order;
  const { limit = null, stop = null, timeInForce, group = null, ...optional } = others;
  const terms = { id, symbol, side, type, shares, notional, limit, stop, timeInForce, group };
  return { ...terms, ...given(optional) };
}

/** What most orders do not have, and the journal leaves out then. */
function given<T extends object>(optional: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const members = Object.entries(optional).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members) as { [K in keyof T]?: NonNullable<T[K]> };
}
