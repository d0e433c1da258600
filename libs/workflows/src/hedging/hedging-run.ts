/**
 * A hedging run: one decision a session on a pair of the pool, which the first decision
 * chooses for good.
 */

import type { CivilDate } from '#values';
import type { FactColumns, JournalEvent, TapeHeader } from '#contracts';
import type { Pair, PairObservation, PairPosition, Work } from '#agents';
import type { Cursor } from '#market-view';
import { Book, liquidate, takePairDecision } from '#portfolio';
import { lastPrices, type TapePrices } from '../workflow/disputed-price.js';
import type { TradingPlan } from '../workflow/run-plan.js';
import { MarketRun } from '../trading/market-run.js';
import {
  type AnswerEvent,
  type AnswerTranslation,
  type KeepText,
  type MarketDesk,
  noEvents,
} from '../workflow/workflow.js';
import { pairDesk, PairState } from './pair-state.js';
import { PairTranslator } from './pair-translator.js';
import { pairWork } from './pair-work.js';
import { AccountObservation } from '../trading/trading-observation.js';

export class HedgingRun extends MarketRun {
  readonly observation: PairObservation;
  readonly work: Work;
  readonly desk: MarketDesk;
  private readonly state: PairState;

  constructor(plan: TradingPlan, header: TapeHeader, cursor: Cursor) {
    super(plan, header, cursor, new Book({ ...plan, policy: keepingShares(plan.policy) }));
    this.state = new PairState(this.book.account);
    this.observation = new CursorPairObservation(cursor, this.book, this.state);
    this.desk = pairDesk(plan, this.observation);
    this.work = pairWork({ ...plan, view: cursor.view }, this.desk);
  }

  translation(keep?: KeepText): AnswerTranslation {
    const { symbols: pool } = this.plan;
    const { view } = this.cursor;
    const prices = (symbol: string): TapePrices | null =>
      pool.includes(symbol) ? lastPrices(view, symbol) : null;
    return new PairTranslator({ pool, pair: () => this.state.pair, prices }, keep);
  }

  override takeFact(facts: FactColumns, row: number): readonly JournalEvent[] {
    const events = super.takeFact(facts, row);
    if (events.length > 0) this.state.take(events);
    return events;
  }

  override takeAnswer(answer: AnswerEvent, tookMs?: number): readonly JournalEvent[] {
    const events = super.takeAnswer(answer, tookMs);
    this.state.take(events);
    return events;
  }

  /** Every decision on a pair gets its own event in the journal. */
  changesNothing(): boolean {
    return false;
  }

  protected override decide(answer: AnswerEvent): readonly JournalEvent[] {
    if (answer.type !== 'PairDecided') return noEvents;
    this.state.pair ??= Object.freeze({ left: answer.left, right: answer.right });
    return takePairDecision(this.book, answer);
  }

  /**
   * A session in which a leg did not trade is skipped; before there is a pair, the whole
   * pool has to trade.
   */
  protected override isDueAtClose(session: CivilDate): boolean {
    const { pair } = this.state;
    const legs = pair === null ? this.plan.symbols : [pair.left, pair.right];
    const { account, quotes } = this.book;
    return legs.every((leg) => quotes.tradedIn(account.numberOf.get(leg) as number, session));
  }

  protected override isMarked(): boolean {
    return true;
  }

  /** Both legs or neither. */
  protected override liquidate(): readonly JournalEvent[] {
    return liquidate(this.book, true);
  }
}

/**
 * The shares of a pair stay as they are until it is closed or flipped: what a dividend
 * brings stays cash.
 */
function keepingShares(policy: TradingPlan['policy']): TradingPlan['policy'] {
  return policy.dividends === 'reinvest' ? { ...policy, dividends: 'cash' } : policy;
}

/**
 * What an agent of a hedging run observes: one object for the whole run, which reads the
 * present state.
 */
class CursorPairObservation extends AccountObservation implements PairObservation {
  readonly pool: readonly string[];
  readonly #state: PairState;

  constructor(cursor: Cursor, book: Book, state: PairState) {
    super(cursor, book);
    this.#state = state;
    this.pool = Object.freeze([...book.account.symbols]);
    Object.freeze(this);
  }

  get pair(): Pair | null {
    return this.#state.pair;
  }

  get position(): PairPosition | null {
    return this.#state.position;
  }
}
