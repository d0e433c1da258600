/** A processor of runs that follow tapes: a run may advance when its tape has grown. */

import type { BatchControls, MessageBatch, OutgoingMessage } from '#event-log';
import { RunProcessor } from '../messages/run-processor.js';
import type { TapeLibrary } from './tape-library.js';
import type { TapeRun } from './tape-run.js';

export abstract class TapeRunProcessor<R extends TapeRun> extends RunProcessor<R> {
  override readonly readsTapes = true;
  abstract readonly tapes: TapeLibrary;

  async tapeBatch(
    batch: MessageBatch,
    controls?: BatchControls,
    isAgain = false,
  ): Promise<OutgoingMessage[]> {
    const grown = this.tapes.receive(batch, this.onBroken, isAgain);
    const out: OutgoingMessage[] = [];
    for (const partition of this.partitions.values()) {
      this.checkRuns(partition);
      const due = [...partition.work.values()].filter(({ tape }) => grown.has(tape));
      out.push(...(await this.advanceAll(due, partition, controls)));
    }
    return out;
  }

  /** Releases the run's tape. */
  protected release({ tape, id }: R): void {
    this.tapes.release(tape, id);
  }
}
