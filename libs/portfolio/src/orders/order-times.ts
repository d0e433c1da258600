/**
 * When orders can meet a price: how long they take to be there, which bars began in time, what is
 * open and halted.
 */

import { microsPerMilli, parseCivilDate, type CivilDate, type Instant } from '#values';
import type { WorkingOrder } from './working-order.js';

/** What the calendar knows of a session. */
export interface SessionDays {
  /** The first trading day: the session's date, unless it is a week or a month. */
  readonly firstDay: CivilDate;
  /** The last day before the next session: for dates up to it, this session is the last. */
  readonly lastDay?: CivilDate;
  /** The open, if the tape reports it later. */
  readonly began?: Instant | undefined;
}

/** Whether an order fills at the close of a session, or ends there. */
export const isOnClose = ({ orderType }: Pick<WorkingOrder, 'orderType'>): boolean =>
  orderType === 'market-on-close' || orderType === 'limit-on-close';

interface NotedBar {
  readonly counts?: boolean;
  readonly length?: Instant;
  /** When the session of the bar opened, if that is not one of the run. */
  readonly opened?: Instant | undefined;
  /** When it became known, if that is after its end. */
  readonly known?: Instant;
}

export class OrderTimes {
  /** Whether a session is open now, and when the last one opened. */
  isOpen = false;
  opened: Instant = 0;
  /** The last day before the next session. */
  private lastDay: CivilDate = -Infinity;
  /**
   * When the first bars of the session begin: at its open by the calendar, which a tape
   * can report later.
   */
  private began: Instant = 0;
  /** By symbol number: 1 where its last bar is of the session, and orders may meet it. */
  private readonly barCounts: Uint8Array;
  /** Microseconds from the decision of the moment until its orders may meet a price. */
  private delay: number;
  /** By symbol number: 1 while trading is halted. */
  private readonly halts: Uint8Array;
  /**
   * By symbol number: when its last bar in a session began, at the earliest, and when the latest
   * of them ended.
   */
  private readonly begins: Float64Array;
  private readonly ends: Float64Array;
  /** By symbol number: when that latest one became known. */
  private readonly shown: Float64Array;
  /** When the latest bar of any symbol ended, in a session or not. */
  private latest: Instant = -Infinity;
  /** When the last session closed on the tape, and by the calendar. */
  private closed: Instant = -Infinity;
  private closedByCalendar: Instant = -Infinity;
  /** By symbol number: when the session of that bar opened. */
  private readonly sessions: Float64Array;
  /** By symbol number: the length of its bars, microseconds; 0 if unknown. */
  private readonly lengths: Float64Array;
  /** How long after its end any bar became known, at most, microseconds. */
  private lag = 0;
  /** Microseconds that the answer of the moment took. */
  private took = 0;
  /** Whether bars are shorter than sessions. */
  isIntraday = false;
  /** By symbol number: 1 where its sessions are not those of the run. */
  private readonly own: Uint8Array;
  /** Whether any symbol has sessions that are not those of the run. */
  hasOwnSessions = false;

  /** `latencyMs`: the policy's. */
  constructor(
    size: number,
    private readonly latencyMs = 0,
  ) {
    this.delay = latencyMs * microsPerMilli;
    this.halts = new Uint8Array(size);
    this.begins = new Float64Array(size);
    this.ends = new Float64Array(size);
    this.shown = new Float64Array(size).fill(-Infinity);
    this.lengths = new Float64Array(size);
    this.sessions = new Float64Array(size).fill(-Infinity);
    this.barCounts = new Uint8Array(size).fill(1);
    this.own = new Uint8Array(size);
  }

  /** Orders that are accepted from here on come from an answer that took so long, milliseconds. */
  answered(tookMs: number): void {
    this.took = tookMs * microsPerMilli;
    this.delay = this.latencyMs * microsPerMilli + this.took;
  }

  /** Whether a decision made now comes too late for the price that it was based on. */
  get isDelayed(): boolean {
    return this.delay > 0;
  }

  /**
   * From when on an order that is accepted now may meet a price. What an open brings, it brings by
   * the calendar. The purchase of a reinvested dividend is not sent by anyone: its `delay` is 0.
   */
  earliestAt(time: Instant, delay = this.delay): Instant {
    return this.byCalendar(time) + delay;
  }

  /** An instant, or the open by the calendar if it is that at which the tape reported the open. */
  byCalendar(time: Instant): Instant {
    return time === this.opened ? this.began : time;
  }

  /** When a cancellation that is decided now takes effect. */
  answeredAt(time: Instant): Instant {
    return time + this.took;
  }

  openSession(
    time: Instant,
    { began = time, lastDay = -Infinity }: Partial<SessionDays> = {},
  ): void {
    this.lastDay = lastDay;
    this.isOpen = true;
    this.opened = time;
    this.began = Math.min(time, began);
  }

  /** `ended`: the close by the calendar, which a tape can report later. */
  closeSession(time: Instant, ended = time): void {
    this.isOpen = false;
    this.closed = time;
    this.closedByCalendar = Math.min(time, ended);
  }

  /**
   * Whether an order ends with the session that closes, or that has closed before the
   * order was given.
   */
  isOver(order: WorkingOrder): boolean {
    const { timeInForce, met, until } = order;
    if (until !== undefined) {
      // Not compared at once: StrykerJS prints a type before `<` without its parentheses.
      const last = parseCivilDate(until) as CivilDate;
      return last <= this.lastDay;
    }
    return timeInForce === 'day' && (met || (isOnClose(order) && this.hadClose(order)));
  }

  /**
   * Whether a bar of the session that closed could have begun once an order was live, if its
   * symbol had traded.
   */
  private hadClose({ number, earliest }: WorkingOrder): boolean {
    if (this.own[number] === 1) return false;
    if (!this.isIntraday) return earliest <= this.began;
    const length = this.lengths[number] as number;
    const close = this.closedByCalendar;
    return length > 0
      ? earliest + length <= close
      : earliest < close && this.barEnded(number) < close;
  }

  /**
   * Whether there is an instant at which the last bar of a session is known as the last
   * one of a symbol.
   */
  hasCloses(number: number): boolean {
    return this.own[number] === 0 || !this.isIntraday;
  }

  /**
   * Whether an order on close may fill at the close of the last bar of its symbol, now that
   * the session of intraday bars is over: it was live when that bar began, and not canceled
   * before it ended.
   */
  mayMeetLastBar({ number, earliest, cancel }: WorkingOrder): boolean {
    if (!this.isIntraday || this.own[number] === 1 || this.halts[number] === 1) return false;
    if (cancel !== null && cancel.at > this.barEnded(number)) return false;
    const began = this.barBegan(number);
    const length = this.lengths[number] as number;
    // One that arrived behind a later bar is not the last.
    const isLast = length === 0 || this.barEnded(number) - began <= length;
    return isLast && this.sessions[number] === this.opened && earliest <= began;
  }

  /** The symbol trades in sessions of its own, whatever is open now. */
  giveOwnSessions(number: number): void {
    this.hasOwnSessions = true;
    this.own[number] = 1;
  }

  /**
   * Whether the last bar of a symbol is of the moment of a decision: only then its close is a price
   * to fill at. One of before is a price of the past, and other bars that are known may tell where
   * it went. A tape can have bars and closes of sessions after their time: then the bar is of now
   * that became known now, or ended with the session.
   */
  isOfNow(number: number, time: Instant): boolean {
    const end = this.ends[number] as number;
    if (end < this.latest) return false;
    return this.shown[number] === time || (this.closed === time && this.closedByCalendar === end);
  }

  setHalted(number: number, isHalted: boolean): void {
    this.halts[number] = isHalted ? 1 : 0;
  }

  isHalted(number: number): boolean {
    return this.halts[number] === 1;
  }

  /**
   * Notes when a bar ended, before it is shown. It began its `length` before that, microseconds. If
   * the length is unknown, the first bar of a session begins with it; and bars of a symbol do not
   * overlap, so that none begins before the end of the previous one. `counts`: whether it is a bar
   * of the session.
   */
  noteBar(number: number, end: Instant, bar: NotedBar = {}): void {
    const { counts = true, length = 0, known = end, opened = this.began } = bar;
    this.barCounts[number] = counts ? 1 : 0;
    this.lengths[number] = length;
    this.lag = Math.max(this.lag, known - end);
    this.latest = Math.max(this.latest, end);
    if (!counts) return;
    this.sessions[number] = this.opened;
    const ended = this.ends[number] as number;
    const began = length > 0 ? end - length : opened;
    // A bar that arrives behind a later one began before that.
    this.begins[number] = end > ended ? Math.max(ended, began) : Math.min(end, began);
    if (end >= ended) this.shown[number] = known;
    this.ends[number] = Math.max(ended, end);
  }

  /** When the last bar of a symbol in a session began. */
  barBegan(number: number): Instant {
    return this.begins[number] as number;
  }

  /** When the latest bar of a symbol in a session ended. */
  barEnded(number: number): Instant {
    return this.ends[number] as number;
  }

  /**
   * Whether a bar that is not known `now` can have begun before `time` and meet an order. In the
   * sessions of the run there is one bar of a day, week or month, which begins with its session and
   * is known when that closes.
   */
  mayBeMeeting({ number, earliest }: WorkingOrder, time: Instant, now = time): boolean {
    if (this.isIntraday || this.own[number] === 1) {
      const length = this.lengths[number] as number;
      const known = length === 0 ? -Infinity : now - length - this.lag;
      return Math.max(earliest, this.barEnded(number), known) < time;
    }
    const isToCome = this.isOpen && this.sessions[number] !== this.opened;
    return isToCome && earliest <= this.began && this.began < time;
  }

  /**
   * Whether an order may meet the last bar of its symbol: it was live when that began, and so at
   * its first price.
   */
  mayMeetBar({ number, earliest }: WorkingOrder): boolean {
    if (this.halts[number] === 1 || this.barCounts[number] === 0) return false;
    return earliest <= (this.begins[number] as number);
  }

  /**
   * Whether an order may meet a trade or quote that is known at `time`: it was there when
   * that happened.
   */
  mayMeetTick({ number, earliest }: WorkingOrder, time: Instant, eventTime: Instant): boolean {
    const isOpen = this.isOpen || this.own[number] === 1;
    return isOpen && this.halts[number] === 0 && earliest <= Math.min(time, eventTime);
  }
}
