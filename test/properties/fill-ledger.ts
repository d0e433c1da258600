/** Money, shares and last prices of a run by arithmetic of its own, from its market and its journal. */

import type { CivilDate, Instant } from '#values';
import { isFill, type JournalEvent, type Split } from '#contracts';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { Market, MarketFact } from './generated-market.js';

/** What holds at a fact, as somebody would say who reads the tape with a pencil. */
export class FillLedger {
  session: CivilDate = -1;
  opened: Instant = 0;
  isOpen = false;
  cash: number;
  /** Sum of all movements without their signs: the scale of rounding. */
  moved: number;
  readonly shares = new Map<string, number>();
  readonly prices = new Map<string, { price: number; session: CivilDate }>();
  readonly halted = new Set<string>();
  /** Shares for one since the start of the tape, by symbol: splits that became effective. */
  readonly factors = new Map<string, number>();
  private readonly calendar;
  private readonly traded = new Set<string>();
  private announced: Split[] = [];

  constructor(
    private readonly market: Market,
    capital: number,
  ) {
    this.cash = capital;
    this.moved = capital;
    this.calendar = calendarOf(market.header.calendar);
  }

  symbolOf({ instrument }: MarketFact): string {
    return this.market.header.instruments[instrument]?.symbol ?? '';
  }

  takeFact(fact: MarketFact): void {
    const { payload, bar, trade, quote } = fact;
    const symbol = this.symbolOf(fact);
    if (payload?.kind === 'sessionOpen') this.open(payload.session, fact.time);
    if (payload?.kind === 'sessionClose') this.isOpen = false;
    if (payload?.kind === 'tradingStatus') {
      if (payload.halted) this.halted.add(payload.symbol);
      else this.halted.delete(payload.symbol);
    }
    if (payload?.kind === 'split' && this.market.header.priceBasis === 'raw') {
      this.announced.push(payload);
    }
    if (bar !== undefined) this.note(symbol, bar.close);
    if (trade !== undefined && this.isInSession(fact)) this.note(symbol, trade.price);
    if (quote === undefined || this.traded.has(symbol) || !this.isInSession(fact)) return;
    const middle = (quote.bid + quote.ask) / 2;
    if (!Number.isNaN(middle)) this.prices.set(symbol, { price: middle, session: this.session });
  }

  takeEvent(event: JournalEvent): void {
    const move = (cash: number): void => {
      this.cash += cash;
      this.moved += Math.abs(cash);
    };
    if (isFill(event)) {
      move(-event.shares * event.price);
      move(-event.fee);
      this.shares.set(event.symbol, this.held(event.symbol) + event.shares);
    }
    if (event.type === 'DividendBooked') move(event.shares * event.perShare);
    if (event.type === 'BorrowCharged') move(event.cash);
    if (event.type === 'SplitApplied') this.shares.set(event.symbol, event.shares);
  }

  held(symbol: string): number {
    return this.shares.get(symbol) ?? 0;
  }

  /** Value of each position at the last prices. */
  values(): number[] {
    return [...this.shares].map(([symbol, shares]) =>
      shares === 0 ? 0 : shares * (this.prices.get(symbol)?.price ?? NaN),
    );
  }

  /** Whether a trade or quote happened in a session that is open on the tape, and by the calendar. */
  isInSession({ eventTime }: MarketFact): boolean {
    if (!this.isOpen || !this.calendar.isSession(this.session)) return this.isOpen;
    const { calendar, session } = this;
    return eventTime >= calendar.openOf(session) && eventTime <= calendar.closeOf(session);
  }

  private note(symbol: string, price: number): void {
    this.traded.add(symbol);
    this.prices.set(symbol, { price, session: this.session });
  }

  /** Splits of the generated market are known before the open of their date. */
  private open(session: CivilDate, time: Instant): void {
    this.session = session;
    this.opened = time;
    this.isOpen = true;
    const due = this.announced.filter(({ effectiveDate }) => effectiveDate <= session);
    this.announced = this.announced.filter(({ effectiveDate }) => effectiveDate > session);
    for (const { symbol, from, to, effectiveDate } of due) {
      this.factors.set(symbol, (this.factors.get(symbol) ?? 1) * (to / from));
      const last = this.prices.get(symbol);
      if (last !== undefined && last.session < effectiveDate) last.price *= from / to;
    }
  }
}
