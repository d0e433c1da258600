/**
 * Money, shares and last prices of a run by independent arithmetic, from its market
 * and its journal.
 */

import { utcDateOf, type CivilDate, type Instant } from '#values';
import { isFill, type JournalEvent, type Split } from '#contracts';
import { calendarNameOf } from '#contracts/facts/calendar-name';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { Market, MarketFact } from './generated-market.js';

/** What holds at a fact, as computed by hand from the tape. */
export class FillLedger {
  session: CivilDate = -1;
  /** Whose shares the account is in: ahead of the session from the first bar of a date on. */
  date: CivilDate = -1;
  opened: Instant = 0;
  isOpen = false;
  cash: number;
  /** Sum of all movements without their signs: the scale of rounding. */
  moved: number;
  readonly halted = new Set<string>();
  /** In the shares and prices of their dates. */
  private readonly fills = new Map<string, { shares: number; session: CivilDate }[]>();
  private readonly prices = new Map<string, { price: number; date: CivilDate }>();
  private readonly calendar;
  private readonly traded = new Set<string>();
  /** All that are known, also those of dates to come. */
  private readonly splits: Split[] = [];

  constructor(
    private readonly market: Market,
    private readonly symbols: readonly string[],
    capital: number,
  ) {
    this.cash = capital;
    this.moved = capital;
    this.calendar = calendarOf(calendarNameOf(market.header));
  }

  symbolOf({ instrument }: MarketFact): string {
    return this.market.header.instruments[instrument]?.symbol ?? '';
  }

  private takePayload(payload: NonNullable<MarketFact['payload']>, time: Instant): void {
    switch (payload.kind) {
      case 'sessionOpen':
        this.open(payload.session, time);
        break;
      case 'sessionClose':
        this.isOpen = false;
        break;
      case 'tradingStatus':
        if (payload.halted) this.halted.add(payload.symbol);
        else this.halted.delete(payload.symbol);
        break;
      case 'split':
        if (this.market.header.priceBasis === 'raw') this.splits.push(payload);
        break;
      default:
    }
  }

  private takeBar(symbol: string, close: number, { eventTime, time }: MarketFact): void {
    if (this.symbols.includes(symbol) && !this.holds(eventTime)) {
      this.date = Math.max(this.date, this.calendar.dateOf(time - 1));
    }
    this.note(symbol, close, utcDateOf(eventTime));
  }

  takeFact(fact: MarketFact): void {
    const { payload, bar, trade, quote } = fact;
    const symbol = this.symbolOf(fact);
    if (payload !== undefined) this.takePayload(payload, fact.time);
    if (bar !== undefined) this.takeBar(symbol, bar.close, fact);
    if (trade !== undefined && this.isInSession(fact)) this.note(symbol, trade.price, this.session);
    if (quote === undefined || this.traded.has(symbol) || !this.isInSession(fact)) return;
    const price = (quote.bid + quote.ask) / 2;
    if (!Number.isNaN(price)) this.prices.set(symbol, { price, date: this.session });
  }

  takeEvent(event: JournalEvent): void {
    const move = (cash: number): void => {
      this.cash += cash;
      this.moved += Math.abs(cash);
    };
    if (isFill(event)) {
      move(-event.shares * event.price);
      move(-event.fee);
      const { symbol, shares } = event;
      const fills = this.fills.get(symbol) ?? [];
      this.fills.set(symbol, [...fills, { shares, session: this.date }]);
    }
    if (event.type === 'DividendBooked') move(event.shares * event.perShare);
    if (event.type === 'BorrowCharged') move(event.cash);
  }

  /** Shares of now for one of a date, by the splits that are known and effective. */
  ratioSince(symbol: string, date: CivilDate, until = this.date): number {
    const since = this.splits.filter(
      ({ symbol: of, effectiveDate }) =>
        of === symbol && effectiveDate > date && effectiveDate <= until,
    );
    return since.reduce((ratio, { from, to }) => ratio * (to / from), 1);
  }

  /**
   * Every fill in the shares of now: whenever a split became known, it splits what was bought
   * before its date.
   */
  held(symbol: string): number {
    const fills = this.fills.get(symbol) ?? [];
    return fills.reduce(
      (held, { shares, session }) => held + shares * this.ratioSince(symbol, session),
      0,
    );
  }

  /** Value of each position at the last prices. */
  values(): number[] {
    return [...this.fills.keys()].map((symbol) => {
      const { price, date } = this.prices.get(symbol) ?? { price: NaN, date: 0 };
      return this.held(symbol) * (price / this.ratioSince(symbol, date));
    });
  }

  /**
   * Whether a trade or quote happened in a session that is open on the tape, and by the calendar.
   */
  isInSession({ eventTime }: MarketFact): boolean {
    if (!this.isOpen || !this.calendar.isSession(this.session)) return this.isOpen;
    return eventTime >= this.calendar.openOf(this.session) && this.isBeforeClose(eventTime);
  }

  /** Whether a bar that ends then is within the session. */
  private holds(end: Instant): boolean {
    const { calendar, session } = this;
    if (this.market.header.barFrequency === 'daily') return end >= this.opened;
    if (session < 0 || !calendar.isSession(session)) return session >= 0;
    return end > calendar.openOf(session) && this.isBeforeClose(end);
  }

  private isBeforeClose(time: Instant): boolean {
    return time <= this.calendar.closeOf(this.session);
  }

  /** The price of an earlier date than the last one's is ignored. */
  private note(symbol: string, price: number, date: CivilDate): void {
    if (date < (this.prices.get(symbol)?.date ?? -Infinity)) return;
    this.traded.add(symbol);
    this.prices.set(symbol, { price, date });
  }

  private open(session: CivilDate, time: Instant): void {
    this.session = session;
    this.date = Math.max(this.date, session);
    this.opened = time;
    this.isOpen = true;
  }
}
