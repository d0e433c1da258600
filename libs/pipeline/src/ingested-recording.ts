/** The source of a recording as ingest reads it: it can be ended, given up for another, and found lacking. */

import { formatInstant, invalidInput, type Instant } from '#values';
import type { FactColumns, Pulled } from '#contracts';
import type { LiveRecording } from '#market-data/feeds/live-recording';
import type { IngestSource } from './ingest-source.js';

export interface IngestedRecordingOptions {
  /** For messages. */
  readonly folder: string;
  /** Facts that were published before the recording was opened, and when that was. */
  readonly written: number;
  readonly openedAt: Instant;
  /** Lets go of the recording, once. */
  readonly stop: () => void;
}

export class IngestedRecording implements IngestSource {
  readonly name: string;
  readonly rank: number;
  readonly live = true;
  private delivered = 0;
  private isClosed = false;
  private failure: { readonly error: unknown } | undefined;
  private refuse: ((error: unknown) => void) | undefined;

  constructor(
    private readonly recording: LiveRecording,
    private readonly options: IngestedRecordingOptions,
  ) {
    this.name = recording.source.name;
    this.rank = recording.source.rank;
    recording.failed.catch((error: unknown) => {
      this.failure = { error };
      this.refuse?.(error);
    });
  }

  pull(): Pulled {
    if (this.failure !== undefined) throw this.failure.error;
    return new Promise((settle, refuse) => {
      this.refuse = refuse;
      this.next().then(settle, refuse);
    });
  }

  /** What is published must come out of the frames again, also after a power loss: the disk has them first. */
  private async next(): Promise<FactColumns | null> {
    const chunk = await this.recording.source.pull();
    await this.recording.durable();
    return this.checked(chunk);
  }

  end(): Promise<void> {
    return this.recording.end();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.recording.source.close();
    this.options.stop();
  }

  /**
   * What was published must come out of the frames again. Facts that came since the recording was opened would take the
   * numbers of those that it lacks, and be dropped as known.
   */
  private checked(chunk: FactColumns | null): FactColumns | null {
    const { written, openedAt, folder } = this.options;
    const { delivered } = this;
    if (chunk !== null) this.delivered += chunk.count;
    if (delivered >= written) return chunk;
    const last = chunk?.knowledgeTime[Math.min(chunk.count, written - delivered) - 1];
    if (last !== undefined && last <= openedAt) return chunk;
    throw invalidInput('the recording lacks facts that were published', {
      where: folder,
      expected: `${written} facts before ${formatInstant(openedAt)}`,
      found: `${delivered} or somewhat more`,
    });
  }
}
