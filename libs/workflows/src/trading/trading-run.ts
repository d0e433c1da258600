/** The trading workflow: bars move a book, a decision is due at each close or bar, and sessions are marked. */

import { invariant, type CivilDate } from '#values';
import {
  factKinds,
  noInstrument,
  type Dividend,
  type FactColumns,
  type JournalEvent,
  type RowDropped,
  type Split,
  type TapeHeader,
} from '#contracts';
import { tradingTermsText } from '#contracts/trading-terms';
import type { Observation } from '#agents';
import type { Cursor } from '#market-view';
import {
  announce,
  Book,
  changesNothing,
  closeSession,
  endOrders,
  liquidate,
  matchFreshBars,
  numberOfSymbol,
  openSession,
  takeDecision,
  takeMark,
} from '#portfolio';
import type { TradingPlan } from '../run-plan.js';
import {
  joined,
  noEvents,
  type AnswerEvent,
  type AnswerTranslation,
  type Desk,
  type KeepText,
  type WorkflowRun,
} from '../workflow.js';
import { AnswerTranslator } from './journalled-answer.js';
import { tradeBar } from './trade-bar.js';
import { tradingDesk } from './trading-desk.js';
import { TradingObservation } from './trading-observation.js';

export class TradingRun implements WorkflowRun {
  readonly terms: string;
  readonly observation: Observation;
  readonly desk: Desk;
  isDue = false;
  private readonly book: Book;
  /** Run's number of a tape's instrument; -1 where the run does not trade it. */
  private readonly numberOf: Int32Array;
  /** Whether fills and marks are at adjusted closes. */
  private readonly scaled: boolean;
  /** Corporate actions meet raw prices only: an adjusted series has them in its prices. */
  private readonly actionsApply: boolean;
  private barSeen = false;
  private closing: CivilDate | null = null;
  private inWindow = false;
  /** Corporate actions of this instant whose date has passed. */
  private readonly late: (Dividend | Split)[] = [];

  constructor(
    private readonly plan: TradingPlan,
    header: TapeHeader,
    private readonly cursor: Cursor,
  ) {
    this.terms = tradingTermsText(plan);
    this.book = new Book(plan);
    this.observation = new TradingObservation(cursor, this.book);
    this.desk = tradingDesk(plan, this.observation);
    this.scaled = header.tradePrice === 'adjClose';
    this.actionsApply = header.priceBasis === 'raw' && !this.scaled;
    this.numberOf = Int32Array.from(header.instruments, ({ symbol }) =>
      plan.symbols.indexOf(symbol),
    );
  }

  get symbols(): readonly string[] {
    return this.plan.symbols;
  }

  translation(keep?: KeepText): AnswerTranslation {
    const isOpen = (symbol: string): boolean => {
      const number = numberOfSymbol(this.book.account, symbol);
      return number !== undefined && this.book.wanted(number) !== 0;
    };
    const { view } = this.cursor;
    const priceOf = (symbol: string): number | null => view.lastPrice(symbol);
    return new AnswerTranslator(this.plan.symbols, keep, isOpen, priceOf);
  }

  get lastSession(): CivilDate {
    return this.plan.lastSession;
  }

  takeFact(facts: FactColumns, row: number): readonly JournalEvent[] {
    let events = noEvents;
    if (facts.kind[row] === factKinds.bar) this.takeBar(facts, row);
    else events = this.takeOther(facts, row);
    if (facts.endsInstant[row] === 0) return events;
    return joined(events, this.endInstant());
  }

  changesNothing(answer: AnswerEvent): boolean {
    if (answer.type !== 'DecisionMade' || answer.rationale !== null) return false;
    return changesNothing(this.book, answer.decision);
  }

  takeAnswer(answer: AnswerEvent): readonly JournalEvent[] {
    this.isDue = false;
    if (answer.type !== 'DecisionMade') return this.closeInstant();
    return joined(takeDecision(this.book, answer.decision), this.closeInstant());
  }

  end(): readonly JournalEvent[] {
    this.moveBook();
    return endOrders(this.book);
  }

  private takeBar(facts: FactColumns, row: number): void {
    const number = this.numberOf[facts.instrument[row] as number] as number;
    if (number < 0) return;
    this.barSeen = true;
    const { book } = this;
    // While no order waits only the close counts, as for nearly every bar of nearly every run.
    if (book.working.length === 0 && !this.scaled) {
      book.showClose(number, facts.close[row] as number);
    } else {
      book.showBar(number, tradeBar(facts, row, this.scaled));
    }
  }

  private takeOther(facts: FactColumns, row: number): readonly JournalEvent[] {
    const payload = facts.payload[row];
    invariant(payload !== undefined, 'a fact that is no bar has a payload');
    this.moveBook();
    switch (payload.kind) {
      case 'sessionOpen':
        this.inWindow =
          payload.session >= this.plan.firstSession && payload.session <= this.plan.lastSession;
        return openSession(this.book, payload.session);
      case 'sessionClose':
        this.closing = payload.session;
        return noEvents;
      case 'dividend':
      case 'split':
        return this.actionsApply ? this.takeAction(payload) : noEvents;
      case 'rowDropped':
        return this.noteDroppedRow(payload, facts.instrument[row] as number);
      case 'lateFact':
        return [{ ...this.place(), type: 'LateFact', ...without(payload) }];
      default:
        return noEvents;
    }
  }

  /**
   * An action whose date has passed takes effect once the bars of its instant have met the orders: they
   * began before it was known, and what fills at their opens may not feel it.
   */
  private takeAction(action: Dividend | Split): readonly JournalEvent[] {
    const date = action.kind === 'split' ? action.effectiveDate : action.exDate;
    if (date > this.book.session) return announce(this.book, action);
    this.late.push(action);
    return noEvents;
  }

  private noteDroppedRow(payload: RowDropped, instrument: number): readonly JournalEvent[] {
    const isForeign = instrument !== noInstrument && (this.numberOf[instrument] as number) < 0;
    return isForeign ? noEvents : [{ ...this.place(), type: 'RowDropped', ...without(payload) }];
  }

  /** What belongs behind the last fact of an instant, up to the decision: fills, late actions, expiry. */
  private endInstant(): readonly JournalEvent[] {
    const { book, closing, late } = this;
    if (!this.barSeen && closing === null && late.length === 0) return noEvents;
    this.moveBook();
    let events = noEvents;
    if (book.working.length > 0 || book.freshNumbers.length > 0) events = matchFreshBars(book);
    if (late.length > 0) {
      for (const action of late.splice(0)) events = joined(events, announce(book, action));
    }
    if (closing !== null) events = joined(events, closeSession(book));
    this.isDue = this.isDecisionDue();
    return this.isDue ? events : joined(events, this.closeInstant());
  }

  /** What belongs behind the decision of an instant: the mark of a session that closes. */
  private closeInstant(): readonly JournalEvent[] {
    const { book, plan, closing } = this;
    this.barSeen = false;
    this.closing = null;
    if (closing === null || !this.inWindow) return noEvents;
    const isLast = closing === plan.lastSession;
    const events = isLast && plan.policy.liquidate ? liquidate(book) : noEvents;
    const isMarked = plan.portfolio || book.quotes.tradedIn(0, closing);
    return isMarked ? joined(events, takeMark(book)) : events;
  }

  private isDecisionDue(): boolean {
    if (!this.inWindow) return false;
    if (this.plan.decide === 'bar') return this.barSeen;
    if (this.closing === null) return false;
    return this.plan.portfolio || this.book.quotes.tradedIn(0, this.closing);
  }

  private moveBook(): void {
    this.book.moveTo(this.cursor.asOf, this.cursor.time);
  }

  private place(): { asOf: number; time: number } {
    return { asOf: this.cursor.asOf, time: this.cursor.time };
  }
}

function without<T extends { readonly kind: string }>({ kind: _, ...rest }: T): Omit<T, 'kind'> {
  return rest;
}
