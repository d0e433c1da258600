/** A run's portfolio at work: the account, the prices it is valued at, and its working orders. */

import type { CivilDate, Instant } from '#values';
import type { Dividend, ExecutionPolicy, JournalEvent, JournalEventOf, Split } from '#contracts';
import { evolve, type Account } from './account.js';
import { partsOf, type BookOptions } from './book-parts.js';
import type { Direction } from './action-table.js';
import type { Bound, FreshBars } from './fresh-bars.js';
import type { EntryLots } from '../orders/entry-lots.js';
import type { EquityLog } from '../orders/equity-log.js';
import type { FreedCash } from '../orders/freed-cash.js';
import type { OrderTimes } from '../orders/order-times.js';
import type { BookBar, Quotes } from './quotes.js';
import { evolveOrder, type OrderEvent } from '../orders/evolve-order.js';
import { orderAccepted } from '../orders/order-accepted.js';
import type { SharesAtOpens } from '../orders/shares-at-opens.js';
import {
  acceptedOrder,
  leftOf,
  type OrderTerms,
  type WorkingOrder,
} from '../orders/working-order.js';

type CancelReason = JournalEventOf<'OrderCancelled'>['reason'];

export const unseen: OrderEvent = { type: 'seen', price: null };

/** Shared by every book and never pushed to: a first order starts a new list. */
const noOrders: WorkingOrder[] = [];
/** Nearly every step of a run returns it, so it is shared. */
const noEvents: JournalEvent[] = [];

export class Book {
  readonly account: Account;
  /** A split replaces it, so that one on a fork leaves the prices here alone. */
  quotes: Quotes;
  /** By symbol number. */
  readonly openings: SharesAtOpens[];
  readonly times: OrderTimes;
  readonly lots: EntryLots;
  readonly freed: FreedCash;
  readonly equities: EquityLog;
  readonly policy: ExecutionPolicy;
  readonly sessionsPerYear: number;
  /** All positions at the last prices, kept up to date bar by bar. */
  positionsValue = 0;
  private orders: WorkingOrder[] = noOrders;
  /** Corporate actions that are known and not yet effective. */
  announced: readonly (Dividend | Split)[] = [];
  session: CivilDate = -1;
  /** The first trading day of the session: itself, unless it is a week or a month. */
  firstDay: CivilDate = -1;
  /**
   * The date whose shares and prices apply now: the session's or, if bars came before its open, the
   * next one's. Of a week or a month its first day, until its bar has met the orders at the open.
   */
  date: CivilDate = -1;
  /** The place on the tape of everything that happens now. */
  asOf = 0;
  time: Instant = 0;
  /** Folded in, and not yet returned to the caller. */
  private emitted: JournalEvent[] = noEvents;
  /** The number of the last order that was accepted. */
  lastOrder = 0;
  private readonly bars: FreshBars;
  /** By symbol number: 1 once there was a bar or a trade; quotes no longer set the price then. */
  private readonly traded: Uint8Array;

  constructor(
    private readonly options: BookOptions,
    parts = partsOf(options),
  ) {
    this.account = parts.account;
    this.quotes = parts.quotes;
    this.openings = parts.openings;
    this.times = parts.times;
    this.lots = parts.lots;
    this.freed = parts.freed;
    this.equities = parts.equities;
    this.bars = parts.bars;
    this.traded = parts.traded;
    this.policy = options.policy;
    this.sessionsPerYear = options.sessionsPerYear;
  }

  /**
   * A copy on which orders can be tried, to be thrown away afterwards. It shares the clock and the
   * prices of the tape with this book, so no bar, trade or quote may be shown to it.
   */
  fork(): Book {
    const { account, quotes, times, equities, bars, traded } = this;
    const fork = new Book(this.options, {
      quotes,
      times,
      equities,
      bars,
      traded,
      account: { ...account, shares: account.shares.slice() },
      openings: [...this.openings],
      lots: this.lots.copy(),
      freed: this.freed.copy(),
    });
    fork.positionsValue = this.positionsValue;
    fork.orders = [...this.orders];
    fork.announced = this.announced;
    fork.session = this.session;
    fork.firstDay = this.firstDay;
    fork.date = this.date;
    fork.moveTo(this.asOf, this.time);
    fork.lastOrder = this.lastOrder;
    return fork;
  }

  /**
   * The orders that wait, by number. Only `accept`, `change`, `changeEach` and `end` make
   * it another list.
   */
  get working(): readonly WorkingOrder[] {
    return this.orders;
  }

  /** The place of everything that happens from here: the as-of and its knowledge time. */
  moveTo(asOf: number, time: Instant): void {
    this.asOf = asOf;
    this.time = time;
  }

  /** The day of the session whose shares and prices apply now. */
  get day(): CivilDate {
    return Math.min(this.date, this.session);
  }

  /**
   * Whether the splits inside of a week or month took effect on a symbol: its bar would begin
   * in old shares.
   */
  hasSplitInside(number: number): boolean {
    if (this.firstDay === this.session || this.date < this.session) return false;
    return this.hasSplitWithin(number, this.firstDay, this.session);
  }

  /** Whether splits of days after a first one, up to a last one, took effect on a symbol. */
  hasSplitWithin(number: number, firstDay: CivilDate, lastDay: CivilDate): boolean {
    return this.openings[number]?.ratioWithin(firstDay, lastDay) !== 1;
  }

  /** Volume of the fresh bar of a symbol; NaN if unknown. */
  volumeOf(number: number): number {
    return this.bars.volumeOf(number);
  }

  /**
   * Trading of a symbol is halted, or resumes: pairs do not fill their legs at prices
   * from before it.
   */
  setHalted(number: number, isHalted: boolean): void {
    this.times.setHalted(number, isHalted);
    this.changeEach((order) => (order.number === number ? unseen : undefined));
  }

  /**
   * What the last bars have left for orders, by symbol number; empty where nothing bounds these.
   */
  get barBounds(): Map<number, Bound> {
    return this.bars.bounds;
  }

  /** Close of the fresh bar of a symbol. */
  closeOf(number: number): number {
    return this.bars.closeOf(number);
  }

  /** The last price of a symbol before its fresh bar. */
  priceBefore(number: number): number {
    return this.bars.priceBefore(number);
  }

  /** Takes a quote of the open session: its midpoint becomes the price if there is no other. */
  showQuote(number: number, midpoint: number): void {
    if (this.traded[number] === 1 || Number.isNaN(midpoint)) return;
    this.quotes.stamp(number, this.session, this.session);
    this.setPrice(number, midpoint);
  }

  /**
   * Takes a bar of the session in trade prices. While orders wait, its close is held back
   * until `settle`.
   */
  showBar(number: number, bar: BookBar): void {
    if (this.working.length === 0) return this.showClose(number, bar.close);
    const { quotes } = this;
    quotes.open[number] = bar.open;
    quotes.high[number] = bar.high;
    quotes.low[number] = bar.low;
    quotes.stamp(number, this.session, this.session);
    // Its open is in the shares of the first day that the bar covers.
    quotes.date[number] = this.day;
    this.traded[number] = 1;
    const { close, volume = NaN } = bar;
    this.bars.take(number, { close, volume, before: quotes.price[number] as number });
    this.setPrice(number, bar.open);
  }

  /**
   * Takes a trade of the open session. If a bar has the same instant, it counts once orders
   * have met that bar.
   */
  showTrade(number: number, price: number): void {
    if (this.freshNumbers.includes(number)) this.bars.trades.set(number, price);
    else this.showClose(number, price);
  }

  /** Takes only a bar's close, which is all that counts while no order waits. */
  showClose(number: number, close: number): void {
    this.traded[number] = 1;
    this.quotes.stamp(number, this.session, this.session);
    this.setPrice(number, close);
  }

  /**
   * The close of a bar of another date than the session's, which orders do not meet. An earlier one
   * is in the shares of its time, and ignored if there is a newer price; one of a session that is
   * yet to open is in that session's shares.
   */
  showCloseOf(date: CivilDate, number: number, close: number): void {
    if (date < (this.quotes.date[number] as number)) return;
    // A week of one symbol can end before those of others, which still take their actions.
    if (date > this.session) this.date = Math.max(this.date, date);
    this.traded[number] = 1;
    this.quotes.stamp(number, date, this.session);
    const ratio = this.openings[number]?.ratioWithin(date, Infinity) ?? 1;
    this.setPrice(number, close / ratio);
  }

  /** The symbols with a bar at this instant that orders have not seen the close of. */
  get freshNumbers(): readonly number[] {
    return this.bars.numbers;
  }

  /** Lets the closes held back by `showBar` become the last prices. */
  settle(): void {
    for (const number of this.freshNumbers) {
      this.quotes.date[number] = this.day;
      this.setPrice(number, this.closeOf(number));
    }
    this.bars.numbers.length = 0;
  }

  /**
   * Makes the trades that came with fresh bars the last prices, once all orders have met the bars.
   */
  settleTrades(): void {
    const { trades } = this.bars;
    for (const [number, price] of trades) this.setPrice(number, price);
    trades.clear();
  }

  setPrice(number: number, price: number): void {
    const { account, quotes } = this;
    const shares = account.shares[number] as number;
    if (shares !== 0) {
      if (account.shares.length === 1) this.positionsValue = shares * price;
      else this.positionsValue += shares * (price - (quotes.price[number] as number));
    }
    quotes.price[number] = price;
  }

  /** Cash and positions at the last prices, currency. */
  equity(): number {
    return this.account.cash + this.positionsValue;
  }

  /** Values the book from scratch, in symbol order, so that increments cannot drift. */
  revalue(): void {
    let value = 0;
    for (let number = 0; number < this.account.shares.length; number++) {
      const shares = this.account.shares[number] as number;
      if (shares !== 0) value += shares * (this.quotes.price[number] as number);
    }
    this.positionsValue = value;
  }

  /** Absolute value of all positions at the last prices. */
  gross(): number {
    let value = 0;
    for (let number = 0; number < this.account.shares.length; number++) {
      const shares = this.account.shares[number] as number;
      if (shares !== 0) value += Math.abs(shares) * (this.quotes.price[number] as number);
    }
    return value;
  }

  /** Absolute value of the short positions at the last prices. */
  shortValue(): number {
    let value = 0;
    for (let number = 0; number < this.account.shares.length; number++) {
      const shares = this.account.shares[number] as number;
      if (shares < 0) value -= shares * (this.quotes.price[number] as number);
    }
    return value;
  }

  place(): { asOf: number; time: Instant } {
    return { asOf: this.asOf, time: this.time };
  }

  /** Folds in an event at the current place; `takeEvents` returns it. */
  emit(event: JournalEvent): void {
    if (this.emitted === noEvents) this.emitted = [event];
    else this.emitted.push(event);
    evolve(this.account, event);
  }

  /** The events since the last call, in order: what every public function of this room returns. */
  takeEvents(): readonly JournalEvent[] {
    const events = this.emitted;
    this.emitted = noEvents;
    return events;
  }

  /** The direction that a waiting target leads to or, without one, that of the current position. */
  wanted(number: number): Direction {
    for (let index = 0; index < this.working.length; index++) {
      const { number: other, size, cancel } = this.working[index] as WorkingOrder;
      if (other !== number || cancel !== null) continue;
      if (size.kind === 'direction') return size.direction as Direction;
      if (size.kind === 'weight') return Math.sign(size.weight) as Direction;
    }
    return Math.sign(this.account.shares[number] as number) as Direction;
  }

  /** Accepts an order and lets it wait. */
  accept(terms: OrderTerms): WorkingOrder {
    const { number, entry = null } = terms;
    const id = ++this.lastOrder;
    const { asOf, time, session } = this;
    const symbol = this.account.symbols[number] as string;
    this.emit(orderAccepted(terms, { asOf, time, order: id, symbol, session }));
    const delay = terms.purpose === 'reinvest' ? 0 : undefined;
    const earliest = this.times.earliestAt(time, delay);
    const order = acceptedOrder(terms, { id, date: this.date, earliest });
    if (entry !== null) this.lots.keep(number, this.account.shares[number] as number);
    // A list of the exact size: pushing to an empty one makes room for 17.
    if (this.working.length === 0) this.orders = [order];
    else this.orders.push(order);
    return order;
  }

  /** A waiting order as it is now; undefined once it has ended. */
  find(id: number): WorkingOrder | undefined {
    return this.working[this.indexOf(id)];
  }

  /** An order as it is now or, once it has ended, as the caller knew it. */
  now(order: WorkingOrder): WorkingOrder {
    return this.find(order.id) ?? order;
  }

  isWorking({ id }: WorkingOrder): boolean {
    return this.indexOf(id) >= 0;
  }

  /**
   * Lets something happen to a waiting order, and returns what it is now. One that has ended
   * stays as it was.
   */
  change(order: WorkingOrder, event: OrderEvent): WorkingOrder {
    const index = this.indexOf(order.id);
    if (index < 0) return order;
    const evolved = evolveOrder(this.working[index] as WorkingOrder, event);
    this.orders[index] = evolved;
    return evolved;
  }

  /** Lets something happen to each waiting order, or nothing. */
  changeEach(eventFor: (order: WorkingOrder) => OrderEvent | undefined): void {
    for (let index = 0; index < this.working.length; index++) {
      const order = this.working[index] as WorkingOrder;
      const event = eventFor(order);
      if (event !== undefined) this.orders[index] = evolveOrder(order, event);
    }
  }

  private indexOf(id: number): number {
    let index = this.working.length - 1;
    while (index >= 0 && this.working[index]?.id !== id) index--;
    return index;
  }

  /**
   * Removes a waiting order; emits why, unless it was filled. Exits with nothing to close end
   * with their entry.
   */
  end({ id, number, entry }: WorkingOrder, reason?: CancelReason): void {
    if (this.indexOf(id) < 0) return;
    // A new array: callers iterate over the old one while orders end.
    const { working } = this;
    this.orders = working.length === 1 ? noOrders : working.filter((other) => other.id !== id);
    if (reason !== undefined) {
      this.emit({ type: 'OrderCancelled', ...this.place(), order: id, reason });
    }
    for (const exit of this.working) {
      if (exit.entry === id && leftOf(exit) === 0) this.end(exit, 'group');
    }
    if (entry === null) return;
    const hasExits = this.working.some((other) => other.number === number && other.entry !== null);
    if (!hasExits) this.lots.release(number);
  }

  deny(
    symbol: string,
    reason: JournalEventOf<'OrderDenied'>['reason'],
    order?: WorkingOrder,
  ): void {
    this.emit({
      type: 'OrderDenied',
      ...this.place(),
      order: order?.id ?? null,
      symbol,
      reason,
    });
    if (order !== undefined) this.end(order);
  }
}
