/**
 * The trading workflow: a decision is due at each close or bar, on one symbol or a
 * portfolio of several.
 */

import type { CivilDate } from '#values';
import type { JournalEvent, TapeHeader } from '#contracts';
import type { Observation, Work } from '#agents';
import type { Cursor } from '#market-view';
import { Book, changesNothing, liquidate, numberOfSymbol, takeDecision } from '#portfolio';
import { lastPrices, type TapePrices } from '../workflow/disputed-price.js';
import type { TradingPlan } from '../workflow/run-plan.js';
import {
  type AnswerEvent,
  type AnswerTranslation,
  type KeepText,
  type MarketDesk,
  noEvents,
} from '../workflow/workflow.js';
import { AnswerTranslator } from './journaled-answer.js';
import { MarketRun } from './market-run.js';
import { TradingObservation } from './trading-observation.js';
import { tradingWork } from './trading-work.js';

export class TradingRun extends MarketRun {
  readonly observation: Observation;
  readonly work: Work;
  readonly desk: MarketDesk;
  readonly isFollowed = true;

  constructor(plan: TradingPlan, header: TapeHeader, cursor: Cursor) {
    super(plan, header, cursor, new Book(plan));
    this.observation = new TradingObservation(cursor, this.book);
    this.desk = tradingDesk(plan, this.observation);
    this.work = tradingWork({ ...plan, view: cursor.view }, this.desk);
  }

  translation(keep?: KeepText): AnswerTranslation {
    const isOpen = (symbol: string): boolean => {
      const number = numberOfSymbol(this.book.account, symbol);
      return number !== undefined && this.book.wanted(number) !== 0;
    };
    const { view } = this.cursor;
    const pricesOf = (symbol: string): TapePrices | null => lastPrices(view, symbol);
    return new AnswerTranslator(this.plan.symbols, keep, isOpen, pricesOf);
  }

  changesNothing(answer: AnswerEvent): boolean {
    if (answer.type !== 'DecisionMade' || answer.rationale !== null) return false;
    return changesNothing(this.book, answer.decision);
  }

  protected override decide(answer: AnswerEvent): readonly JournalEvent[] {
    return answer.type === 'DecisionMade' ? takeDecision(this.book, answer.decision) : noEvents;
  }

  protected override isDueAtClose(session: CivilDate): boolean {
    return this.plan.portfolio || this.isMixed || this.book.quotes.tradedIn(0, session);
  }

  protected override isMarked(session: CivilDate): boolean {
    return this.isDueAtClose(session);
  }

  protected override liquidate(): readonly JournalEvent[] {
    return liquidate(this.book);
  }
}

/** One object for the whole run: `observation` shows the account of the moment. */
const tradingDesk = (
  { workflow, policy, capital }: TradingPlan,
  { symbols, account }: Observation,
): MarketDesk => Object.freeze({ workflow, symbols, policy, capital, account, pair: null });
