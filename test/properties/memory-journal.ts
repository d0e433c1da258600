/** A journal in memory that knows where each record ends and how far in time it reaches. */

import type { Instant } from '#values';
import type { JournalEvent, JournalEventOf } from '#contracts';
import { JournalChain, type JournalSummary, type JournalWriter } from '#event-log';
import type { Market } from './generated-market.js';

export class MemoryJournal implements JournalWriter {
  readonly events: JournalEvent[] = [];
  private readonly chain = new JournalChain();
  private readonly ends: number[] = [];
  private closingFrom = Infinity;

  /** `market` is the input of the run: its facts tell which places of the tape are up to a cut. */
  constructor(private readonly market: Pick<Market, 'facts'>) {}

  append(event: JournalEvent): void {
    this.chain.append(event);
    this.events.push(event);
    this.ends.push(this.chain.buffer.length);
  }

  flush(): void {}

  abandon(): void {}

  close(): JournalSummary {
    const hash = this.chain.close();
    return { hash, records: this.events.length, bytes: this.chain.buffer.length };
  }

  /** What follows closes the run: it records how the tape ended, at the place of the last fact. */
  tapeEnded(): void {
    this.closingFrom = this.events.length;
  }

  /**
   * Number of records up to an instant that nothing behind it can change: the closing ones are left
   * out, and so is a stretch at the end, which may go on.
   */
  countUpTo(cut: Instant): number {
    const after = this.events.findIndex(({ time }) => time > cut);
    const count = after < 0 ? this.events.length : after;
    // A stretch that was open when the tape ended is the first of the closing records; one
    // before it has ended.
    if (this.closingFrom < count) return this.closingFrom;
    if (this.events[count - 1]?.type !== 'DecisionsUnchanged') return count;
    // One that begins ends the one before it, even where its own record comes behind the cut.
    const next = this.events[count];
    const hasEnded = next?.type === 'DecisionsUnchanged' && next.since <= this.factsUpTo(cut);
    return hasEnded ? count : count - 1;
  }

  private factsUpTo(cut: Instant): number {
    return this.market.facts.filter(({ time }) => time <= cut).length;
  }

  /** The stretch behind those records, where there is one. */
  stretchAfter(cut: Instant): JournalEventOf<'DecisionsUnchanged'> | undefined {
    const event = this.events[this.countUpTo(cut)];
    return event?.type === 'DecisionsUnchanged' ? event : undefined;
  }

  /** The bytes of the journal up to an instant, seals included. */
  bytesUpTo(cut: Instant): Uint8Array {
    const count = this.countUpTo(cut);
    const end = count === 0 ? 0 : (this.ends[count - 1] as number);
    return this.chain.buffer.bytes.subarray(0, end);
  }
}
