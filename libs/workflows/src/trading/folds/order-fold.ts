/**
 * The orders of a trading journal: the account they move, round trips, turnover, and
 * position changes.
 */

import { invariant } from '#values';
import type { FillEvent, JournalEvent, JournalEventOf } from '#contracts';
import { evolve, numberOfSymbol, openAccount, type Account } from '#portfolio';
import { eventWords } from '#contracts/journal/event-words';
import type { ReasonTally } from '../../workflow/reason-tally.js';
import { RoundTrips } from './round-trips.js';

/** One change of a position. */
export interface PositionChange {
  /** Session of the decision, civil date. */
  readonly session: number;
  /** Knowledge time of the decision. */
  readonly time: number;
  readonly symbol: string;
  readonly position: number;
}

/** Position changes that a fold keeps; all of them are counted and passed to `onChange`. */
export const changesKept = 1000;

interface OrderFoldOptions {
  readonly symbols: readonly string[];
  readonly capital: number;
  /**
   * Whether a change is a direction: of a policy that knows one size, in a run of one symbol. Else
   * it is a weight.
   */
  readonly isDirectional: boolean;
  /** Takes why orders are denied. */
  readonly reasons: ReasonTally;
  /** Receives each change once it is settled, in the order of the fills. */
  readonly onChange?: ((change: PositionChange) => void) | undefined;
}

export class OrderFold {
  readonly account: Account;
  readonly trips: RoundTrips;
  fills = 0;
  denied = 0;
  /** Orders that were scaled to the cash that there was, and those of them from weights. */
  scaled = 0;
  weightsScaled = 0;
  /** Counts denied orders from weights for which the cash did not suffice. */
  weightsUnpaid = 0;
  /** Largest sum of the absolute weights for which it did not at one instant. */
  unpaidSum = 0;
  /**
   * Held without a price of its session when cash did not suffice for weights or targets: the
   * first such symbol.
   */
  unpaidBeside: string | null = null;
  private unpaidNow = { asOf: -1, sum: 0 };
  /** Whether cash fell short since the last mark. */
  private isUnpaid = false;
  cancelled = 0;
  /** Cancellations that named no order that waited, and the first such name. */
  cancelsIgnored = 0;
  firstIgnored: string | null = null;
  turnover = 0;
  /** Orders that have not ended, which tell when a fill was decided. */
  private readonly accepted = new Map<number, JournalEventOf<'OrderAccepted'>>();
  /** The one that came last stays out of the map: it mostly fills before the next one comes. */
  private newest: JournalEventOf<'OrderAccepted'> | undefined;
  /** The first changes that are settled. */
  private readonly firstChanges: PositionChange[] = [];
  private settledChanges = 0;
  /** The last change, which another fill of its instant may still replace. */
  private newestChange: PositionChange | undefined;
  private lastChangeAsOf = -1;
  private readonly lastPosition: Float64Array;

  constructor(private readonly options: OrderFoldOptions) {
    const { symbols, capital } = options;
    this.account = openAccount(symbols, capital);
    this.trips = new RoundTrips(symbols.length);
    this.lastPosition = new Float64Array(symbols.length);
  }

  private takeMark({ stale }: JournalEventOf<'MarkTaken'>): void {
    if (this.isUnpaid) this.unpaidBeside ??= stale[0] ?? null;
    this.isUnpaid = false;
  }

  /** Takes the next event; ignores those that concern neither an order nor money. */
  take(event: JournalEvent): void {
    switch (event.type) {
      case 'OrderAccepted':
        this.keepOrder(event);
        return;
      case 'OrderCancelled':
        if (event.reason === 'scaled') this.takeScaled(event);
        else this.cancelled++;
        this.dropOrder(event.order);
        return;
      case 'CancelIgnored':
        this.cancelsIgnored++;
        this.firstIgnored ??= event.id;
        return;
      case 'OrderDenied':
        this.takeDenial(event);
        return;
      case 'OrderFilled':
      case 'OrderPartlyFilled':
        this.takeFill(event);
        return;
      case 'MarkTaken':
        this.takeMark(event);
        return;
      case 'DividendBooked':
        this.takeDividend(event);
        break;
      default:
    }
    evolve(this.account, event);
  }

  /** The first position changes, `changesKept` at most, in the order of the fills. */
  positionChanges(): readonly PositionChange[] {
    const { firstChanges, newestChange } = this;
    if (newestChange === undefined || firstChanges.length === changesKept) return firstChanges;
    return [...firstChanges, newestChange];
  }

  /** Position changes so far. */
  get changes(): number {
    return this.settledChanges + (this.newestChange === undefined ? 0 : 1);
  }

  /** Settles the last change, as nothing follows it. */
  settleChange(): void {
    const change = this.newestChange;
    if (change === undefined) return;
    this.newestChange = undefined;
    this.settledChanges++;
    // A copy: V8 creates objects of a kind that stays, as the first of these do, where they wait
    // for a full collection.
    if (this.firstChanges.length < changesKept) this.firstChanges.push({ ...change });
    this.options.onChange?.(change);
  }

  /** One that becomes known once its position is closed is in no round trip. */
  private takeDividend({ symbol, cash }: JournalEventOf<'DividendBooked'>): void {
    const number = this.numberOf(symbol);
    if (this.account.shares[number] !== 0) this.trips.addCash(number, cash);
  }

  private takeDenial(event: JournalEventOf<'OrderDenied'>): void {
    const { order, reason, asOf, time, symbol } = event;
    this.denied++;
    const placed = order === null ? undefined : this.placed(order);
    this.options.reasons.add({ outcome: 'denied', reason }, () => {
      return { asOf, time, order: placed === undefined ? symbol : eventWords(placed).terms };
    });
    if (order === null) return;
    if (reason === 'not enough cash' && this.isUnpaidWeight(order, asOf)) this.weightsUnpaid++;
    this.dropOrder(order);
  }

  private takeScaled({ order, asOf }: JournalEventOf<'OrderCancelled'>): void {
    this.scaled++;
    if (this.isUnpaidWeight(order, asOf)) this.weightsScaled++;
  }

  /** Whether an order for which the cash did not suffice is from weights; then it is noted. */
  private isUnpaidWeight(order: number, asOf: number): boolean {
    const size = this.placed(order)?.size;
    if (size?.kind !== 'weight') return false;
    this.isUnpaid = true;
    const before = this.unpaidNow.asOf === asOf ? this.unpaidNow.sum : 0;
    this.unpaidNow = { asOf, sum: before + Math.abs(size.weight) };
    this.unpaidSum = Math.max(this.unpaidSum, this.unpaidNow.sum);
    return true;
  }

  private takeFill(event: FillEvent): void {
    const number = this.numberOf(event.symbol);
    const before = this.account.shares[number] as number;
    evolve(this.account, event);
    this.fills++;
    if (event.type === 'OrderPartlyFilled' && event.purpose !== 'close') {
      this.isUnpaid ||= this.placed(event.order)?.side === 'target';
    }
    this.turnover += Math.abs(event.weightAfter - event.weightBefore);
    this.trips.takeFill(number, event, before);
    this.noteChange(number, event);
  }

  /** Fills of one instant and symbol are one change: a flip is not flat in between. */
  private noteChange(number: number, event: FillEvent): void {
    const placed = this.placed(event.order);
    invariant(placed !== undefined, 'an order is accepted before it is filled');
    const position = this.options.isDirectional
      ? Math.sign(this.account.shares[number] as number)
      : event.weightAfter;
    const { newestChange } = this;
    const { symbol } = event;
    if (this.lastChangeAsOf === event.asOf && newestChange?.symbol === symbol) {
      this.newestChange = { ...newestChange, position };
    } else if (position !== this.lastPosition[number]) {
      this.settleChange();
      const { session, time } = placed;
      this.newestChange = { session, time, symbol, position };
      this.lastChangeAsOf = event.asOf;
    }
    this.lastPosition[number] = position;
    // What is left of an order that was filled in part tells yet when it was decided, as
    // does half a flip.
    const { size } = placed;
    const isHalf = event.purpose === 'close' && size.kind === 'direction' && size.direction !== 0;
    if (event.type === 'OrderFilled' && !isHalf) this.dropOrder(event.order);
  }

  private placed(order: number): JournalEventOf<'OrderAccepted'> | undefined {
    return this.newest?.order === order ? this.newest : this.accepted.get(order);
  }

  private keepOrder(event: JournalEventOf<'OrderAccepted'>): void {
    const { newest } = this;
    if (newest !== undefined) this.accepted.set(newest.order, newest);
    this.newest = event;
  }

  private dropOrder(order: number): void {
    if (this.newest?.order === order) this.newest = undefined;
    else this.accepted.delete(order);
  }

  private numberOf(symbol: string): number {
    return numberOfSymbol(this.account, symbol) as number;
  }
}
