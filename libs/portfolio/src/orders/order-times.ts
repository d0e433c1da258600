/** When orders can meet a price: how long they take to be there, which bars began in time, what is open and halted. */

import { microsPerMilli, type Instant } from '#values';
import type { WorkingOrder } from './working-order.js';

export class OrderTimes {
  /** Whether a session is open now, and when the last one opened. */
  isOpen = false;
  opened: Instant = 0;
  /** By symbol number: 1 where its last bar is of the session, and orders may meet it. */
  private readonly barCounts: Uint8Array;
  /** Microseconds from the decision of the moment until its orders may meet a price. */
  private delay: number;
  /** By symbol number: 1 while trading is halted. */
  private readonly halts: Uint8Array;
  /** By symbol number: when its last bar began at the earliest, and when it ended. */
  private readonly barBegan: Float64Array;
  private readonly barEnded: Float64Array;

  /** `latencyMs`: the policy's. */
  constructor(
    size: number,
    private readonly latencyMs = 0,
  ) {
    this.delay = latencyMs * microsPerMilli;
    this.halts = new Uint8Array(size);
    this.barBegan = new Float64Array(size);
    this.barEnded = new Float64Array(size);
    this.barCounts = new Uint8Array(size).fill(1);
  }

  /** Orders that are accepted from here on come from an answer that took so long, milliseconds. */
  answered(tookMs: number): void {
    this.delay = (this.latencyMs + tookMs) * microsPerMilli;
  }

  /** Whether a decision made now comes too late for the price that it was based on. */
  get isDelayed(): boolean {
    return this.delay > 0;
  }

  /** From when on an order that is accepted now may meet a price. */
  earliestAt(time: Instant): Instant {
    return time + this.delay;
  }

  openSession(time: Instant): void {
    this.isOpen = true;
    this.opened = time;
  }

  closeSession(): void {
    this.isOpen = false;
  }

  setHalted(number: number, isHalted: boolean): void {
    this.halts[number] = isHalted ? 1 : 0;
  }

  isHalted(number: number): boolean {
    return this.halts[number] === 1;
  }

  /**
   * Notes when a bar ended, before it is shown. A bar does not say when it began; but bars of a symbol do not overlap,
   * and the first of a session begins with it: so no sooner than at the end of the one before it, and at the open.
   * `counts`: whether it is a bar of the session.
   */
  noteBar(number: number, end: Instant, counts = true): void {
    this.barCounts[number] = counts ? 1 : 0;
    this.barBegan[number] = Math.max(this.barEnded[number] as number, this.opened);
    this.barEnded[number] = end;
  }

  /**
   * Whether an order may meet the last bar of its symbol: where orders take time, it was there when the bar began.
   * Where they take none, when it ended: a bar that comes behind another symbol's can be older than a decision on that.
   */
  mayMeetBar({ number, earliest, isDelayed }: WorkingOrder): boolean {
    if (this.halts[number] === 1 || this.barCounts[number] === 0) return false;
    if (isDelayed) return earliest <= (this.barBegan[number] as number);
    return earliest < (this.barEnded[number] as number);
  }

  /** Whether an order may meet a trade or quote that is known at `time`: it was there when that happened. */
  mayMeetTick({ number, earliest }: WorkingOrder, time: Instant, eventTime: Instant): boolean {
    return this.isOpen && this.halts[number] === 0 && earliest <= Math.min(time, eventTime);
  }
}
