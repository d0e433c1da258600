/**
 * A run in a market, whatever it decides: facts move a book, orders meet bars, and
 * sessions are marked.
 */

import { formatInstant, invariant, type CivilDate, type Instant } from '#values';
import {
  factKinds,
  noInstrument,
  type Dividend,
  type FactColumns,
  type JournalEvent,
  type RowDropped,
  type Split,
  type TapeHeader,
  type TradingStatus,
} from '#contracts';
import type { OpenSession } from '#contracts/result/result';
import { tradingTermsText } from '#contracts/scenario/trading-terms';
import { calendarNameOf } from '#contracts/facts/calendar-name';
import { learnCalendars } from '#contracts/facts/own-calendars';
import { calendarReference } from '#market-data/calendar/calendar-of';
import type { AskedAt, Work } from '#agents';
import type { Cursor } from '#market-view';
import {
  announce,
  BarMarks,
  closeSession,
  endOrders,
  fillsAtTicks,
  matchFreshBars,
  matchTick,
  hasActionsInside,
  openDate,
  openDay,
  openSession,
  takeMark,
  type Book,
} from '#portfolio';
import { isOpenPlan, type TradingPlan } from '../workflow/run-plan.js';
import {
  joined,
  noEvents,
  type AnswerEvent,
  type AnswerTranslation,
  type MarketDesk,
  type KeepText,
  type WorkflowRun,
} from '../workflow/workflow.js';
import { barLength, movesBook, tickOf, tradeBar, tradesOnAdjusted } from './market-facts.js';
import { ownSessions, showOwnBar, type OwnSessions } from './own-sessions.js';
import { SessionBounds } from './session-bounds.js';

export abstract class MarketRun implements WorkflowRun {
  readonly terms: string;
  abstract readonly observation: AskedAt;
  abstract readonly work: Work;
  abstract readonly desk: MarketDesk;
  isDue = false;
  protected readonly book: Book;
  /** Run's number of a tape's instrument; -1 where the run does not trade it. */
  private readonly numberOf: Int32Array;
  /** Whether fills and marks are at adjusted closes. */
  private readonly scaled: boolean;
  /** Corporate actions meet raw prices only: an adjusted series has them in its prices. */
  private readonly actionsApply: boolean;
  /** Whether orders meet trades or quotes, and no bars. */
  private readonly atTicks: boolean;
  private readonly isIntraday: boolean;
  /** By the run's number of a symbol, microseconds; 0 if unknown. */
  private readonly barLengths: Float64Array;
  private readonly bounds: SessionBounds;
  /** By the run's number of a symbol, if symbols have other sessions than the run. */
  private readonly own: readonly OwnSessions[] | undefined;
  private barSeen = false;
  private readonly barMarks = new BarMarks();
  private closing: CivilDate | null = null;
  private inWindow = false;
  /**
   * A session of a window without an end whose closing instant waits: whether it was the last is
   * not known yet.
   */
  private unclosed: { session: CivilDate; asOf: number; time: Instant } | null = null;
  /** The last session of the window that has closed. */
  private closed: CivilDate | null = null;
  /** The instant whose first bar let the actions inside all of its bars take effect. */
  private passedAt: Instant = -Infinity;
  /** Corporate actions of this instant whose date has passed. */
  private readonly late: (Dividend | Split)[] = [];

  constructor(
    protected readonly plan: TradingPlan,
    header: TapeHeader,
    protected readonly cursor: Cursor,
    book: Book,
  ) {
    this.book = book;
    this.scaled = header.tradePrice === 'adjClose';
    this.atTicks = fillsAtTicks(plan.policy);
    if (this.atTicks && this.scaled) throw tradesOnAdjusted(plan.policy.fill);
    this.isIntraday = header.barFrequency === 'intraday';
    book.times.isIntraday = this.isIntraday;
    this.barLengths = Float64Array.from(plan.symbols, (symbol) => barLength(header, symbol));
    learnCalendars(header.ownCalendars);
    const ofTape = calendarNameOf(header);
    const calendar = plan.calendar ?? ofTape;
    this.terms = tradingTermsText({ ...plan, calendar: calendarReference(calendar) });
    this.bounds = new SessionBounds(calendar);
    this.own = ownSessions(plan.symbols, calendar, ofTape, header);
    for (const number of this.own?.keys() ?? []) book.times.giveOwnSessions(number);
    this.actionsApply = header.priceBasis === 'raw' && !this.scaled;
    this.numberOf = Int32Array.from(header.instruments, ({ symbol }) =>
      plan.symbols.indexOf(symbol),
    );
  }

  abstract translation(keep?: KeepText): AnswerTranslation;

  abstract changesNothing(answer: AnswerEvent): boolean;

  /** Takes the decision, which may be empty; returns the events that follow from it. */
  protected abstract decide(answer: AnswerEvent): readonly JournalEvent[];

  /**
   * Whether sessions of the run are not those of a symbol: then they are marked whether it traded
   * in them or not.
   */
  protected get isMixed(): boolean {
    return this.own !== undefined;
  }

  /** Whether a decision is due at the close of a session of the window. */
  protected abstract isDueAtClose(session: CivilDate): boolean;

  /** Whether a session of the window that closes is marked. */
  protected abstract isMarked(session: CivilDate): boolean;

  /** Closes open positions, at the last session's close. */
  protected abstract liquidate(): readonly JournalEvent[];

  get symbols(): readonly string[] {
    return this.plan.symbols;
  }

  get lastSession(): CivilDate | null {
    return isOpenPlan(this.plan) ? this.closed : this.plan.lastSession;
  }

  get standing(): OpenSession | null {
    const { account, quotes, times } = this.book;
    if (!isOpenPlan(this.plan) || !this.inWindow || !times.isOpen) return null;
    const positions = account.symbols.flatMap((symbol, number) => {
      const shares = account.shares[number] as number;
      const price = quotes.price[number] as number;
      return shares === 0 ? [] : [{ symbol, shares, price }];
    });
    const halted = account.symbols.filter((_, number) => times.isHalted(number));
    const time = formatInstant(this.cursor.time);
    const equity = this.book.equity();
    const money = { time, equity, profit: equity - this.plan.capital, cash: account.cash };
    return { ...money, positions, ...(halted.length > 0 ? { halted } : {}) };
  }

  takeFact(facts: FactColumns, row: number): readonly JournalEvent[] {
    if (this.unclosed === null || !this.goesOn(facts, row)) return this.take(facts, row);
    const events = this.endUnclosed(false);
    return joined(events, this.take(facts, row));
  }

  private take(facts: FactColumns, row: number): readonly JournalEvent[] {
    let events = noEvents;
    const kind = facts.kind[row] as number;
    if (kind === factKinds.bar) events = this.takeBar(facts, row);
    else if (kind !== factKinds.trade && kind !== factKinds.quote)
      events = this.takeOther(facts, row);
    else if (!this.scaled) events = this.takeTick(facts, row);
    if (facts.endsInstant[row] === 0) return events;
    return joined(events, this.endInstant());
  }

  takeAnswer(answer: AnswerEvent, tookMs = 0): readonly JournalEvent[] {
    const { times } = this.book;
    this.isDue = false;
    times.answered(tookMs);
    const events = this.decide(answer);
    times.answered(0);
    return joined(events, this.closeInstant());
  }

  end(): readonly JournalEvent[] {
    const events = this.endUnclosed(true);
    this.moveBook();
    return joined(events, endOrders(this.book));
  }

  private takeBar(facts: FactColumns, row: number): readonly JournalEvent[] {
    const number = this.numberOf[facts.instrument[row] as number] as number;
    if (number < 0) return noEvents;
    this.barSeen = true;
    const { book } = this;
    const own = this.own?.[number];
    if (own !== undefined) {
      const { scaled, atTicks } = this;
      const length = this.barLengths[number] as number;
      this.moveBook();
      const events = showOwnBar(book, own, { facts, row, number }, { scaled, atTicks, length });
      this.stampPrice(number, facts.knowledgeTime[row] as number);
      return events;
    }
    const known = facts.knowledgeTime[row] as number;
    const end = facts.eventTime[row] as number;
    // A vendor's bars continue before and after the session, and some come in the next one: they
    // set prices, but do not fill orders.
    const counts = this.isIntraday
      ? this.bounds.holdsBar(book.session, end)
      : end >= book.times.opened && (this.passedAt === known || !book.hasSplitInside(number));
    const length = this.barLengths[number] as number;
    book.times.noteBar(number, Math.min(known, end), { counts, length, known });
    if (!counts) {
      const date = this.bounds.dateOf(end, book.session);
      this.moveBook();
      const events = openDate(book, this.bounds.dateOf(known, book.session));
      book.showCloseOf(date, number, tradeBar(facts, row, this.scaled).close);
      return events;
    }
    // While no order waits only the close counts, as for nearly every bar of nearly every run.
    if ((book.working.length === 0 || this.atTicks) && !this.scaled) {
      let events = noEvents;
      if (hasActionsInside(book)) {
        this.passedAt = known;
        events = this.passDay(book.session);
      }
      book.showClose(number, facts.close[row] as number);
      return events;
    }
    book.showBar(number, tradeBar(facts, row, this.scaled));
    return noEvents;
  }

  /**
   * A price of a symbol with sessions of its own is of the session of the run that it is known
   * in, or the next.
   */
  private stampPrice(number: number, known: Instant): void {
    const { book, bounds } = this;
    book.quotes.session[number] = book.times.isOpen ? book.session : bounds.sessionOf(known);
  }

  private passDay(day: CivilDate): readonly JournalEvent[] {
    this.moveBook();
    return openDay(this.book, day);
  }

  /** A trade or quote outside of a session is ignored: neither orders nor positions meet it. */
  private takeTick(facts: FactColumns, row: number): readonly JournalEvent[] {
    const { book } = this;
    const number = this.numberOf[facts.instrument[row] as number] as number;
    if (number < 0 || !this.isTradingAt(number, facts.eventTime[row] as number)) return noEvents;
    const events =
      this.atTicks && hasActionsInside(book)
        ? this.passDay(this.bounds.dayOf(facts.eventTime[row] as number))
        : noEvents;
    return joined(events, this.meetTick(facts, row, number));
  }

  private isTradingAt(number: number, time: Instant): boolean {
    const { book, bounds } = this;
    const own = this.own?.[number];
    if (own !== undefined) return own.isOpenAt(time);
    return book.times.isOpen && bounds.holds(book.session, time);
  }

  private meetTick(facts: FactColumns, row: number, number: number): readonly JournalEvent[] {
    const { book } = this;
    const tick = tickOf(facts, row, number);
    if (tick.kind === 'trade') book.showTrade(number, tick.price);
    else book.showQuote(number, (tick.bid + tick.ask) / 2);
    if (this.own !== undefined) this.stampPrice(number, facts.knowledgeTime[row] as number);
    const isMet = this.plan.policy.fill === `next-${tick.kind}`;
    if (!isMet || book.working.length === 0) return noEvents;
    this.moveBook();
    return matchTick(book, tick);
  }

  private open(session: CivilDate): readonly JournalEvent[] {
    const { firstSession, lastSession } = this.plan;
    this.inWindow = session >= firstSession && session <= lastSession;
    return openSession(this.book, session, this.bounds.daysOf(session));
  }

  private takeOther(facts: FactColumns, row: number): readonly JournalEvent[] {
    const payload = facts.payload[row];
    invariant(payload !== undefined, 'a fact other than a bar has a payload');
    this.moveBook();
    switch (payload.kind) {
      case 'sessionOpen':
        return payload.calendar === this.plan.calendar ? this.open(payload.session) : noEvents;
      case 'sessionClose':
        if (payload.calendar === this.plan.calendar) this.closing = payload.session;
        return noEvents;
      case 'dividend':
      case 'split':
        return this.actionsApply ? this.takeAction(payload) : noEvents;
      case 'tradingStatus':
        this.noteStatus(payload);
        return noEvents;
      case 'rowDropped':
        return this.noteDroppedRow(payload, facts.instrument[row] as number);
      case 'lateFact':
        return [{ ...this.place(), type: 'LateFact', ...without(payload) }];
      case 'feedGap':
        return [{ ...this.place(), type: 'FeedGap', ...without(payload) }];
      default:
        return noEvents;
    }
  }

  /**
   * An action whose date has passed takes effect once the bars of its instant have met the orders:
   * they began before it was known, and what fills at their opens may not feel it.
   */
  private takeAction(action: Dividend | Split): readonly JournalEvent[] {
    const date = action.kind === 'split' ? action.effectiveDate : action.exDate;
    if (date > this.book.day) return announce(this.book, action);
    this.late.push(action);
    return noEvents;
  }

  private noteStatus({ symbol, halted }: TradingStatus): void {
    const number = this.plan.symbols.indexOf(symbol);
    if (number >= 0) this.book.setHalted(number, halted);
  }

  private noteDroppedRow(payload: RowDropped, instrument: number): readonly JournalEvent[] {
    const isForeign = instrument !== noInstrument && (this.numberOf[instrument] as number) < 0;
    return isForeign ? noEvents : [{ ...this.place(), type: 'RowDropped', ...without(payload) }];
  }

  /** Work after the last fact of an instant, up to the decision: fills, late actions, expiry. */
  private endInstant(): readonly JournalEvent[] {
    const { book, closing, late } = this;
    if (!this.barSeen && closing === null && late.length === 0) return noEvents;
    this.moveBook();
    let events = noEvents;
    if (book.working.length > 0 || book.freshNumbers.length > 0) events = matchFreshBars(book);
    if (late.length > 0) {
      for (const action of late.splice(0)) events = joined(events, announce(book, action));
    }
    if (closing !== null) events = joined(events, closeSession(book, this.bounds.closeOf(closing)));
    this.isDue = this.isDecisionDue();
    return this.isDue ? events : joined(events, this.closeInstant());
  }

  /** Work after the decision of an instant: the mark of a session that closes. */
  private closeInstant(): readonly JournalEvent[] {
    const { plan, closing } = this;
    // Bars after the window's last close change no figure.
    const isBar = plan.decide === 'bar' && this.barSeen && this.closed !== plan.lastSession;
    this.barSeen = false;
    this.closing = null;
    if (!this.inWindow) return noEvents;
    if (closing === null) return isBar ? this.barMarks.take(this.book) : noEvents;
    this.closed = closing;
    if (!isOpenPlan(plan)) return this.endClosing(closing, closing === plan.lastSession);
    this.unclosed = { session: closing, ...this.place() };
    return noEvents;
  }

  /**
   * Whether a fact after the close of a session shows that it was not the last: the next open, and
   * any fact that moves the book or is journaled. News and trades of the night do not.
   */
  private goesOn(facts: FactColumns, row: number): boolean {
    if (facts.kind[row] === factKinds.bar) {
      return (this.numberOf[facts.instrument[row] as number] as number) >= 0;
    }
    const payload = facts.payload[row];
    if (payload !== undefined) return movesBook(payload, this.book.session, this.plan.calendar);
    const number = this.numberOf[facts.instrument[row] as number] as number;
    return this.book.times.isOpen || (number >= 0 && this.own !== undefined);
  }

  /** The closing instant that waited, at its own place. */
  private endUnclosed(isLast: boolean): readonly JournalEvent[] {
    const { unclosed } = this;
    if (unclosed === null) return noEvents;
    this.unclosed = null;
    this.book.moveTo(unclosed.asOf, unclosed.time);
    return this.endClosing(unclosed.session, isLast);
  }

  private endClosing(session: CivilDate, isLast: boolean): readonly JournalEvent[] {
    const events = isLast && this.plan.policy.liquidate ? this.liquidate() : noEvents;
    return this.isMarked(session) ? joined(events, takeMark(this.book, this.barMarks)) : events;
  }

  private isDecisionDue(): boolean {
    if (!this.inWindow) return false;
    if (this.plan.decide === 'bar') return this.barSeen;
    return this.closing !== null && this.isDueAtClose(this.closing);
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
