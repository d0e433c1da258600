/**
 * Collects a journal for messages: hashes it like a journal file, and keeps events until
 * they are sent.
 */

import { type JournalEvent, dueIn, isDecision, type DecisionEvent } from '#contracts';
import { JournalChain, type JournalSummary, type JournalWriter } from '#event-log';

/** Maximum bytes of records that wait to be hashed. */
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

  /** Hashed bytes need not stay in memory: they can be encoded again from the events. */
  private release(): void {
    this.bytes += this.chain.buffer.length;
    this.chain.taken();
  }
}

/** The journal of a run that needs only its decisions: keeps them until they are sent. */
export class DecisionSink implements JournalWriter {
  /** Number of due decisions so far. */
  count = 0;
  private kept: DecisionEvent[] = [];
  private keptDue = 0;

  append(event: JournalEvent): void {
    if (!isDecision(event)) return;
    this.count += dueIn(event);
    this.keptDue += dueIn(event);
    this.kept.push(event);
  }

  /** The decisions since the last call, and the number of the first of them. */
  take(): { readonly first: number; readonly decisions: readonly DecisionEvent[] } {
    const taken = { first: this.count - this.keptDue + 1, decisions: this.kept };
    this.kept = [];
    this.keptDue = 0;
    return taken;
  }

  flush(): void {}

  abandon(): void {}

  close(): JournalSummary {
    return { hash: '', records: this.count, bytes: 0 };
  }
}
