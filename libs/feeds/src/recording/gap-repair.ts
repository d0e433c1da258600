/**
 * Makes every gap end: missed data is fetched again, and what cannot be fetched is
 * reported as lost.
 */

import PQueue from 'p-queue';
import { askHistory, isDoneBeforeEnd, pause, type HistoryOptions } from './ask-history.js';
import { missingOf, type Gap, type Gaps } from '../fold/gaps.js';

/** Items that arrive out of order close their gap by themselves. */
const graceMs = 1000;
const atOnce = 4;

interface GapRepairOptions extends Omit<HistoryOptions, 'ending'> {
  readonly gaps: Gaps;
  /** Whether the feed resumed where the recording ended: then an outage loses nothing. */
  continues(): boolean;
}

export class GapRepair {
  private readonly inHand = new Set<Gap>();
  private readonly queue = new PQueue({ concurrency: atOnce });
  private readonly ending = new AbortController();
  private readonly options: GapRepairOptions & HistoryOptions;

  constructor(options: GapRepairOptions) {
    this.options = { ...options, ending: this.ending.signal };
  }

  /** Starts the repair of new gaps. */
  look(): void {
    const { gaps, signal } = this.options;
    if (gaps.openCount === 0 || signal.aborted) return;
    for (const gap of gaps.list()) {
      if (this.inHand.has(gap)) continue;
      this.inHand.add(gap);
      void this.queue.add(() => this.see(gap).finally(() => this.inHand.delete(gap)));
    }
  }

  /**
   * Before a recording ends: requests each gap once more immediately, and waits at most 15 seconds.
   */
  async last(): Promise<void> {
    this.ending.abort();
    // Gaps may open while others are repaired.
    await isDoneBeforeEnd(this.options, this.queue.onIdle());
  }

  private async see(gap: Gap): Promise<void> {
    const { span } = gap;
    if (span.numbers !== undefined) await pause(this.options, graceMs);
    if (this.options.feed.repair === undefined) {
      if (span.numbers === undefined && this.options.continues()) return this.noteRepaired(gap);
      return this.lose(gap, 'the feed has no history to ask for it');
    }
    const answer = await askHistory(this.options, {
      span,
      isOver: () => !gap.isOpen,
      // Items of a history may lack numbers; if some have them, all that were missing
      // must have arrived.
      isPart: () => gap.isOpen && gap.isPartlyFilled,
    });
    if (answer.is === 'brought') return this.noteRepaired(gap);
    if (answer.is === 'failed') return this.lose(gap, answer.reason);
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
}
