/** Bars of a feed: new ones, late ones, and those that differ from an earlier version. */

import type { Correction } from '#contracts';
import { excerpt, formatInstant, microsPerMilli, type Instant } from '#values';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import type { FeedDescription } from '../port/feed-description.js';
import type { FeedItem } from '../port/feed-item.js';
import type { Arrival, FactBuffer } from './fact-buffer.js';
import type { FoldCounts } from './fold-counts.js';
import { isSoundBar, standing } from './item-rules.js';
import { contentOf, RecentKeys } from './recent-keys.js';

type BarItem = Extract<FeedItem, { kind: 'bar' | 'dailyBar' }>;

interface HeldBar {
  readonly item: Extract<FeedItem, { kind: 'bar' }>;
  readonly instrument: number;
}

const barsKept = 1 << 17;
const heldMax = 1 << 16;

interface BarFoldOptions {
  readonly description: FeedDescription;
  readonly calendar: SessionCalendar;
  readonly counts: FoldCounts;
  readonly instruments: number;
}

export class BarFold {
  /**
   * When the next bar that arrived before its end counts, if it is not sent again; Infinity if
   * there is none.
   */
  due: Instant = Infinity;
  private readonly held = new Map<string, HeldBar>();
  private readonly wait: number;
  private readonly keys = new RecentKeys(barsKept);
  /** End of the newest bar, by instrument. */
  private readonly last: Float64Array;
  /** End of the newest bar that arrived unfinished. */
  private readonly unended: Float64Array;

  constructor(private readonly options: BarFoldOptions) {
    const { lateAfterMs, closeDelayMs } = options.description;
    this.wait = Math.min(lateAfterMs, closeDelayMs) * microsPerMilli;
    this.last = new Float64Array(options.instruments).fill(-Infinity);
    this.unended = this.last.slice();
  }

  take(item: BarItem, instrument: number, arrival: Arrival): void {
    const { counts } = this.options;
    if (!this.isWanted(item, arrival.receivedAt)) return counts.leave('unused');
    if (!isSoundBar(item)) throw new RangeError('a bar that cannot be');
    if (item.kind === 'bar') {
      // The earlier version is replaced, by a later state or by the final bar.
      const isHeld = this.held.size > 0 && this.held.delete(`${instrument} ${item.end}`);
      if (isHeld) counts.unfinished++;
      if (!this.isOver(item, arrival)) return this.hold(item, instrument);
    }
    this.accept(item, instrument, arrival);
  }

  /**
   * Whether a bar has ended by the clocks of the recorder and the venue, or as the sender reports.
   * The vendors with decoders here send only finished bars.
   */
  isOver({ end, isClosed }: HeldBar['item'], { receivedAt }: Arrival): boolean {
    const { counts, description } = this.options;
    if (!('mappings' in description.feed)) return true;
    return isClosed ?? end <= receivedAt + Math.min(0, counts.clockOffsetMs ?? 0) * microsPerMilli;
  }

  /**
   * Appends bars that arrived only before their end, if they ended at least `wait`
   * microseconds before `at`.
   */
  release(at: Instant, out: FactBuffer, wait = this.wait): void {
    this.due = Infinity;
    const arrival = { receivedAt: at, clock: at, out, isHistory: false };
    for (const [key, { item, instrument }] of this.held) {
      if (item.end + wait > at) this.due = Math.min(this.due, this.dueOf(item));
      else {
        this.held.delete(key);
        this.accept(item, instrument, arrival);
      }
    }
  }

  /**
   * A sender may be ahead of our clock: its bar is held until its end. A polled address has the
   * bar again then.
   */
  private hold(item: HeldBar['item'], instrument: number): void {
    const { counts, description } = this.options;
    const isHeld = item.isClosed === undefined && description.feed.kind !== 'poll';
    if (!isHeld || this.held.size >= heldMax) {
      counts.unfinished++;
      return this.noteUnended(item, instrument);
    }
    this.held.set(`${instrument} ${item.end}`, { item, instrument });
    this.due = Math.min(this.due, this.dueOf(item));
  }

  /** Reports a bar that the address no longer had once it was over. */
  private noteUnended({ symbol, end }: HeldBar['item'], instrument: number): void {
    const before = this.unended[instrument] as number;
    if (end <= before) return;
    this.unended[instrument] = end;
    if (before <= (this.last[instrument] as number)) return;
    const when = formatInstant(before);
    this.options.counts.name(`the bar of ${excerpt(symbol)} to ${when} came only before its end`);
  }

  /** A whole millisecond: no frame has such a time. */
  private dueOf({ end }: HeldBar['item']): Instant {
    return Math.ceil((end + this.wait) / microsPerMilli) * microsPerMilli;
  }

  private accept(item: BarItem, instrument: number, arrival: Arrival): void {
    const { keys } = this;
    const { counts } = this.options;
    const end = this.endOf(item);
    const isRevision = item.kind === 'bar' && item.isRevision;
    const { open, high, low, close, volume, vwap } = item;
    const content = contentOf(open, high, low, close, volume ?? NaN, vwap ?? NaN);
    const known = keys.of(instrument, end);
    // A revised bar is negative: its first version may still arrive again.
    if (Math.abs(known) === content || (known < 0 && !isRevision)) {
      return counts.leave('duplicates');
    }
    if (arrival.isHistory && keys.isForgotten(known, end)) return counts.leave('forgotten');
    const isNew = end > standing(this.last[instrument] as number, end, arrival);
    const isReplaced = isRevision || !Number.isNaN(known);
    keys.put(isReplaced ? -content : content, end);
    if (isNew) return this.push(item, instrument, end, arrival);
    this.pushCorrection(item, isReplaced, { instrument, end, arrival });
  }

  private pushCorrection(
    { symbol, open, high, low, close, volume, vwap }: BarItem,
    isReplaced: boolean,
    {
      instrument,
      end,
      arrival,
    }: { readonly instrument: number; readonly end: Instant; readonly arrival: Arrival },
  ): void {
    const { counts } = this.options;
    if (isReplaced) counts.corrections++;
    else counts.late++;
    const correction: Correction = {
      kind: 'correction',
      symbol,
      of: 'bar',
      change: isReplaced ? 'replaced' : 'late',
      eventTime: end,
      id: null,
      bar: { open, high, low, close, volume, vwap },
      trade: null,
    };
    arrival.out.push(correction, instrument, end, arrival.receivedAt);
  }

  /**
   * A feed may send bars that the description did not request, and daily bars of a session that
   * has not closed.
   */
  private isWanted(item: BarItem, receivedAt: Instant): boolean {
    const { description, calendar } = this.options;
    if (description.bars !== undefined) return false;
    if (item.kind === 'bar') return description.frequency === 'intraday';
    return (
      description.frequency === 'daily' &&
      calendar.isSession(item.session) &&
      calendar.closeOf(item.session) <= receivedAt
    );
  }

  private endOf(item: BarItem): Instant {
    return item.kind === 'bar' ? item.end : this.options.calendar.closeOf(item.session);
  }

  private push(item: BarItem, instrument: number, end: Instant, arrival: Arrival): void {
    this.last[instrument] = end;
    const { open, high, low, close, volume, vwap } = item;
    arrival.out.room().pushBar({
      instrument,
      knowledgeTime: arrival.receivedAt,
      eventTime: end,
      open,
      high,
      low,
      close,
      adjClose: item.kind === 'dailyBar' ? (item.adjClose ?? NaN) : NaN,
      volume: volume ?? NaN,
      vwap: vwap ?? NaN,
    });
  }
}
