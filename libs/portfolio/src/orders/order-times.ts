/** When orders can meet a price: how long they take to be there, which bars began in time, what is open and halted. */

import { microsPerMilli, type Instant } from '#values';
import type { WorkingOrder } from './working-order.js';

interface NotedBar {
  readonly counts?: boolean;
  readonly length?: Instant;
  /** When the session of the bar opened, if that is not one of the run. */
  readonly opened?: Instant | undefined;
}

export class OrderTimes {
  /** Whether a session is open now, and when the last one opened. */
  isOpen = false;
  opened: Instant = 0;
  /** When the first bars of the session begin: at its open by the calendar, which a tape can report later. */
  private began: Instant = 0;
  /** By symbol number: 1 where its last bar is of the session, and orders may meet it. */
  private readonly barCounts: Uint8Array;
  /** Microseconds from the decision of the moment until its orders may meet a price. */
  private delay: number;
  /** By symbol number: 1 while trading is halted. */
  private readonly halts: Uint8Array;
  /** By symbol number: when its last bar in a session began, at the earliest, and when the latest of them ended. */
  private readonly barBegan: Float64Array;
  private readonly barEnded: Float64Array;
  /** By symbol number: 1 where its sessions are not those of the run. */
  private readonly own: Uint8Array;

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
    this.own = new Uint8Array(size);
  }

  /** Orders that are accepted from here on come from an answer that took so long, milliseconds. */
  answered(tookMs: number): void {
    this.delay = (this.latencyMs + tookMs) * microsPerMilli;
  }

  /** Whether a decision made now comes too late for the price that it was based on. */
  get isDelayed(): boolean {
    return this.delay > 0;
  }

  /** From when on an order that is accepted now may meet a price. What an open brings, it brings by the calendar. */
  earliestAt(time: Instant): Instant {
    return (time === this.opened ? this.began : time) + this.delay;
  }

  /** `began`: the open by the calendar, where it is before the one on the tape. */
  openSession(time: Instant, began = time): void {
    this.isOpen = true;
    this.opened = time;
    this.began = Math.min(time, began);
  }

  closeSession(): void {
    this.isOpen = false;
  }

  /** The symbol trades in sessions of its own, whatever is open now. */
  hasOwnSessions(number: number): void {
    this.own[number] = 1;
  }

  /** Whether the last bar of a symbol is of the moment of a decision: only then its close is a price to fill at. */
  isOfNow(number: number, time: Instant): boolean {
    return this.own[number] === 0 || this.barEnded[number] === time;
  }

  setHalted(number: number, isHalted: boolean): void {
    this.halts[number] = isHalted ? 1 : 0;
  }

  isHalted(number: number): boolean {
    return this.halts[number] === 1;
  }

  /**
   * Notes when a bar ended, before it is shown. It began its `length` before that, microseconds. If the length is
   * unknown, the first bar of a session begins with it; and bars of a symbol do not overlap, so that none begins before
   * the end of the previous one. `counts`: whether it is a bar of the session.
   */
  noteBar(
    number: number,
    end: Instant,
    { counts = true, length = 0, opened }: NotedBar = {},
  ): void {
    this.barCounts[number] = counts ? 1 : 0;
    if (!counts) return;
    const ended = this.barEnded[number] as number;
    const began = length > 0 ? end - length : (opened ?? this.began);
    // A bar that arrives behind a later one began before that.
    this.barBegan[number] = end > ended ? Math.max(ended, began) : Math.min(end, began);
    this.barEnded[number] = Math.max(ended, end);
  }

  /** Whether an order may meet the last bar of its symbol: it was live when that began, and so at its first price. */
  mayMeetBar({ number, earliest }: WorkingOrder): boolean {
    if (this.halts[number] === 1 || this.barCounts[number] === 0) return false;
    return earliest <= (this.barBegan[number] as number);
  }

  /** Whether an order may meet a trade or quote that is known at `time`: it was there when that happened. */
  mayMeetTick({ number, earliest }: WorkingOrder, time: Instant, eventTime: Instant): boolean {
    const isOpen = this.isOpen || this.own[number] === 1;
    return isOpen && this.halts[number] === 0 && earliest <= Math.min(time, eventTime);
  }
}
