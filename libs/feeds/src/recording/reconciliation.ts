/** Compares what came with the history of the feed: where nothing is numbered, a missed item leaves no other sign. */

import type { Instant } from '#values';
import { askHistory, isDoneBeforeEnd, pause, type HistoryOptions } from './ask-history.js';
import { lastOpen, type SessionCalendar } from '#market-data/calendar/session-calendar';
import type { FeedFold } from '../fold/feed-fold.js';

/** What comes with an older time than the newest may still be on its way when a stretch ends. */
const overlap = 10_000_000;
const lookMs = 1000;
/** A stretch is compared early when so many items came: the fold must remember those of two stretches. */
const itemsMax = 1 << 17;

interface ReconciliationOptions extends HistoryOptions {
  readonly fold: FeedFold;
  /** The clock, microseconds. */
  now(): Instant;
  /** 0 for never. */
  readonly everyMs: number;
  /** In whose sessions a feed that brings nothing is compared all the same. */
  readonly calendar: SessionCalendar;
}

export class Reconciliation {
  private current: Promise<void> = Promise.resolve();

  constructor(private readonly options: ReconciliationOptions) {}

  /** Goes on until the recorder stops. */
  async run(): Promise<void> {
    const { fold, signal } = this.options;
    if (!this.isWanted) return;
    while (!signal.aborted) {
      const { firstAt } = fold.items;
      if (fold.reconciledTo === undefined && firstAt !== undefined) {
        await this.note(firstAt, firstAt, 0);
      }
      // End of the next stretch: it lies one pause back, so that the history has it.
      const mark = this.eventTime();
      await this.wait();
      // An open gap begins where the last comparison ended.
      if (signal.aborted || fold.gaps.openCount > 0) continue;
      // The first item says how far the times of the feed are from the clock.
      if (firstAt === undefined && fold.items.firstAt !== undefined) continue;
      this.current = this.reconcile(mark);
      await this.current;
    }
  }

  /** How far the feed should have come, by its own times: in a session it goes on where nothing comes. */
  private eventTime(): Instant {
    const { fold, calendar, now } = this.options;
    const { lag = 0, newestAt } = fold.items;
    const { until } = lastOpen(calendar, now() - lag);
    // A feed that is played may be ahead of the clock; an item of a time to come says nothing of others.
    return Math.max(lag < 0 ? newestAt : Math.min(newestAt, now()), until);
  }

  /** Before a recording ends: what cannot be compared any more is named. */
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

  /** A feed that does not answer is asked again with the next stretch, unless this is the last. */
  private async reconcile(to: Instant, isLast = false): Promise<void> {
    const { fold, folded, feed, everyMs } = this.options;
    const { counts, items, reconciledTo: begun } = fold;
    // Where nothing came at all, the history may have what should have come.
    const from = begun ?? counts.firstAt;
    if (from === null || to <= from) return;
    const span = { symbol: null, from: Math.max(items.firstAt ?? from, from - overlap), to };
    const { fetched } = counts;
    const { newestAt } = items;
    const asked = { span: { ...span, isCheck: true as const } };
    const answer = await askHistory({ ...this.options, attempts: 1 }, asked);
    if (answer.is === 'stopped') return;
    if (answer.is === 'failed') {
      if (begun === undefined || (!answer.isFinal && !isLast)) return;
      const { reason } = answer;
      await this.options.note({ note: 'lost', symbol: null, from, to, missing: null, reason });
    }
    const brought = counts.fetched - fetched;
    if (begun === undefined && brought === 0) return;
    await this.note(from, to, brought);
    await folded();
    // An item that is left out before others says nothing of the connection; one behind all others does.
    if (items.newestAt > newestAt && !isLast) feed.missed?.(everyMs);
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
