/** Sees to it that every gap ends: what a feed missed is fetched again, and what cannot be had is named as lost. */

import { isFailure, printable } from '#values';
import type { Feed, FeedSink } from '../feed.js';
import type { FeedNote } from '../frame.js';
import { missingOf, type Gap, type Gaps } from './gaps.js';

/** What comes in another order closes its gap by itself. */
const graceMs = 1000;
const pauseMsMax = 60_000;
const attemptsDefault = 8;
const atOnce = 4;

export interface GapRepairOptions {
  readonly feed: Feed;
  readonly gaps: Gaps;
  readonly sink: FeedSink;
  readonly attempts?: number | undefined;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  readonly signal: AbortSignal;
  /** Stores a note, however long the disk takes. False where the recorder stopped before. */
  note(note: FeedNote): Promise<boolean>;
  /** Waits until all frames that came so far were folded. */
  folded(): Promise<void>;
  /** Whether the feed went on where the recording stood: then an outage costs it nothing. */
  continues(): boolean;
  /** Stretches of frames that were not stored. */
  losses(): number;
}

export class GapRepair {
  private readonly inHand = new Set<Gap>();
  private readonly queue: Gap[] = [];
  private working = 0;

  constructor(private readonly options: GapRepairOptions) {}

  /** Takes the gaps that are new in hand. */
  look(): void {
    const { gaps, signal } = this.options;
    if (gaps.openCount === 0 || signal.aborted) return;
    for (const gap of gaps.list()) {
      if (this.inHand.has(gap)) continue;
      this.inHand.add(gap);
      this.queue.push(gap);
    }
    while (this.working < atOnce && this.queue.length > 0) void this.work();
  }

  private async work(): Promise<void> {
    this.working++;
    try {
      for (let gap = this.queue.shift(); gap !== undefined; gap = this.queue.shift()) {
        await this.see(gap);
        this.inHand.delete(gap);
      }
    } finally {
      this.working--;
    }
  }

  private async see(gap: Gap): Promise<void> {
    const { feed, signal, attempts = attemptsDefault } = this.options;
    if (gap.span.numbers !== undefined) await this.pause(graceMs);
    if (feed.repair === undefined) {
      if (gap.span.numbers === undefined && this.options.continues()) return this.noteRepaired(gap);
      return this.lose(gap, 'the feed has no history to ask for it');
    }
    let reason = '';
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (attempt > 0) await this.pause(Math.min(pauseMsMax, 1000 * 2 ** (attempt - 1)));
      if (signal.aborted || !gap.isOpen) return;
      const outcome = await this.attempt(gap);
      if (outcome === 'repaired') return this.noteRepaired(gap);
      if (outcome === 'stopped') return;
      reason = outcome.reason;
      if (outcome.isFinal) break;
    }
    return this.lose(gap, reason);
  }

  private async attempt(
    gap: Gap,
  ): Promise<'repaired' | 'stopped' | { readonly reason: string; readonly isFinal: boolean }> {
    const { feed, sink, signal } = this.options;
    const losses = this.options.losses();
    try {
      const isThere = await feed.repair?.(gap.span, sink, signal);
      if (isThere !== true) return { reason: 'the feed has no history of it', isFinal: true };
    } catch (error) {
      if (signal.aborted) return 'stopped';
      const reason = printable(error instanceof Error ? error.message : String(error), 500);
      return { reason, isFinal: !isFailure(error, 'Unavailable') };
    }
    await this.options.folded();
    if (signal.aborted) return 'stopped';
    if (losses !== this.options.losses()) {
      return { reason: 'the disk had no room for it', isFinal: false };
    }
    // Items of a history may have no numbers; where some have, all that were missing must have come.
    if (gap.isOpen && gap.isPartlyFilled) {
      return { reason: 'the history of the feed has a part of it only', isFinal: false };
    }
    return 'repaired';
  }

  private async noteRepaired(gap: Gap): Promise<void> {
    if (!gap.isOpen) return;
    const { symbol, from, to } = gap.span;
    await this.options.note({ note: 'repaired', symbol, from, to });
    await this.options.folded();
  }

  private async lose(gap: Gap, reason: string): Promise<void> {
    if (!gap.isOpen || this.options.signal.aborted) return;
    const { symbol, from, to } = gap.span;
    await this.options.note({ note: 'lost', symbol, from, to, missing: missingOf(gap), reason });
    await this.options.folded();
  }

  private pause(ms: number): Promise<void> {
    return this.options.sleep(ms, this.options.signal).catch(() => undefined);
  }
}
