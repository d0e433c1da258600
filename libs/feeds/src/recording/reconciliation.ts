/**
 * Compares received data with the history of the feed: without numbers, a missed item leaves
 * no other trace.
 */

import type { Instant } from '#values';
import { askHistory, isDoneBeforeEnd, pause, type HistoryOptions } from './ask-history.js';
import { lastOpen, type SessionCalendar } from '#market-data/calendar/session-calendar';
import type { FeedFold } from '../fold/feed-fold.js';

/** Items older than the newest may still be in flight when a stretch ends. */
const overlap = 10_000_000;
const lookMs = 1000;
/**
 * A stretch is compared early after this many items: the fold must remember those of two stretches.
 */
const itemsMax = 1 << 17;

interface ReconciliationOptions extends HistoryOptions {
  readonly fold: FeedFold;
  /** The clock, microseconds. */
  now(): Instant;
  /** 0 for never. */
  readonly everyMs: number;
  /** In its sessions, a silent feed is compared as well. */
  readonly calendar: SessionCalendar;
}

export class Reconciliation {
  private current: Promise<void> = Promise.resolve();

  constructor(private readonly options: ReconciliationOptions) {}

  /** Runs until the recorder stops. */
  async run(): Promise<void> {
    const { fold, signal } = this.options;
    if (!this.isWanted) return;
    while (!signal.aborted) {
      const { firstAt } = fold.items;
      if (fold.reconciledTo === undefined && firstAt !== undefined) {
        await this.note(firstAt, firstAt, 0);
      }
      // End of the next stretch: it is one pause back, so that the history has it.
      const mark = this.eventTime();
      await this.wait();
      // An open gap begins where the last comparison ended.
      if (signal.aborted || fold.gaps.openCount > 0) continue;
      // The first item shows how far the times of the feed are from the clock.
      if (firstAt === undefined && fold.items.firstAt !== undefined) continue;
      this.current = this.reconcile(mark);
      await this.current;
    }
  }

  /**
   * How far the feed should have advanced, in its own time: during a session it advances even
   * without items.
   */
  private eventTime(): Instant {
    const { fold, calendar, now } = this.options;
    const { lag = 0, newestAt } = fold.items;
    const { until } = lastOpen(calendar, now() - lag);
    // A replayed feed may be ahead of the clock; a future item tells nothing about others.
    return Math.max(lag < 0 ? newestAt : Math.min(newestAt, now()), until);
  }

  /** Before a recording ends: reports what can no longer be compared. */
  async last(): Promise<void> {
    const { fold, signal } = this.options;
    if (!this.isWanted || signal.aborted) return;
    const to = Math.max(fold.items.newestAt, this.options.now());
    const work = this.current.then(() => this.reconcile(to, true));
    const isDone = await isDoneBeforeEnd(this.options, work);
    const from = fold.reconciledTo;
    if (isDone || from === undefined || signal.aborted) return;
    const lost = { note: 'lost', symbol: null, from, to, missing: null } as const;
    await this.options.note({ ...lost, reason: 'the feed did not answer before the end' });
  }

  private get isWanted(): boolean {
    return this.options.everyMs > 0 && this.options.feed.repair !== undefined;
  }

  /** A feed that does not answer is retried with the next stretch, unless this is the last. */
  private async reconcile(to: Instant, isLast = false): Promise<void> {
    const { fold, folded } = this.options;
    const { counts, items, reconciledTo: begun } = fold;
    // If nothing arrived at all, the history may have what was missed.
    const from = begun ?? counts.firstAt;
    if (from === null || to <= from) return;
    const { fetched } = counts;
    const { newestAt } = items;
    const answer = await this.askAgain(from, to);
    if (answer.is === 'stopped') return;
    if (answer.is === 'failed') {
      const isRetried = begun === undefined || !(answer.isFinal || isLast);
      if (isRetried) return;
      const { reason } = answer;
      await this.options.note({ note: 'lost', symbol: null, from, to, missing: null, reason });
    }
    const brought = counts.fetched - fetched;
    if (begun === undefined && brought === 0) return;
    await this.note(from, to, brought);
    await folded();
    this.reportMissed(newestAt, isLast);
  }

  /** Asks once for the history of a stretch, and a little before it. */
  private askAgain(from: Instant, to: Instant): ReturnType<typeof askHistory> {
    const begin = Math.max(this.options.fold.items.firstAt ?? from, from - overlap);
    const span = { symbol: null, from: begin, to, isCheck: true } as const;
    return askHistory({ ...this.options, attempts: 1 }, { span });
  }

  /** A missing item after all others is a fault of the connection; one before others is not. */
  private reportMissed(newestAt: Instant, isLast: boolean): void {
    const { fold, feed, everyMs } = this.options;
    if (fold.items.newestAt > newestAt && !isLast) feed.missed?.(everyMs);
  }

  private async note(from: Instant, to: Instant, brought: number): Promise<void> {
    await this.options.note({ note: 'reconciled', from, to, brought });
    await this.options.folded();
  }

  private async wait(): Promise<void> {
    const { everyMs, fold, signal } = this.options;
    const { items } = fold.counts;
    for (let left = everyMs; left > 0 && !signal.aborted; left -= lookMs) {
      if (fold.counts.items - items > itemsMax) return;
      await pause(this.options, Math.min(left, lookMs));
    }
  }
}
