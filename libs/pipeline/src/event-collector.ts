/** A journal on its way into messages: hashed as a journal file would be, kept until it is sent. */

import type { JournalEvent } from '#contracts';
import { JournalChain, type JournalSummary, type JournalWriter } from '#event-log';

/** Bytes of records that may wait to be hashed. */
const bufferMax = 1 << 16;

export class EventCollector implements JournalWriter {
  /** Number of records so far. */
  count = 0;
  private readonly chain = new JournalChain();
  private kept: JournalEvent[] = [];
  private bytes = 0;

  append(event: JournalEvent): void {
    this.chain.append(event);
    this.count++;
    this.kept.push(event);
    if (this.chain.buffer.length > bufferMax) this.release();
  }

  /** The events since the last call, and the number of the first of them. */
  take(): { readonly first: number; readonly events: readonly JournalEvent[] } {
    const events = this.kept;
    this.kept = [];
    return { first: this.count - events.length + 1, events };
  }

  flush(): void {}

  abandon(): void {}

  close(): JournalSummary {
    const hash = this.chain.close();
    this.release();
    return { hash, records: this.count, bytes: this.bytes };
  }

  /** What is hashed need not stay in memory: its bytes can be had from the events again. */
  private release(): void {
    this.bytes += this.chain.buffer.length;
    this.chain.taken();
  }
}
