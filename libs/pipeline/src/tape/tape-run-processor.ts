/** A processor of runs that follow tapes: a run may advance when its tape has grown. */

import type { BatchControls, MessageBatch, OutgoingMessage } from '#event-log';
import type { OwnedPartition } from '../messages/partition-processor.js';
import { RunProcessor } from '../messages/run-processor.js';
import type { TapeLibrary } from './tape-library.js';
import type { TapeRun } from './tape-run.js';

export abstract class TapeRunProcessor<R extends TapeRun> extends RunProcessor<R> {
  override readonly readsTapes = true;
  abstract readonly tapes: TapeLibrary;

  /** Advances a run as far as possible; returns what it emits. */
  protected abstract advance(
    run: R,
    partition: OwnedPartition<R>,
    controls: BatchControls | undefined,
  ): Promise<OutgoingMessage[]>;

  /** Called when tapes have been read further, before their runs advance. */
  protected checkRuns(): void {}

  async tapeBatch(
    batch: MessageBatch,
    controls?: BatchControls,
    isAgain = false,
  ): Promise<OutgoingMessage[]> {
    const grown = this.tapes.receive(batch, this.onBroken, isAgain);
    this.checkRuns();
    const out: OutgoingMessage[] = [];
    if (grown.size === 0) return out;
    for (const partition of this.partitions.values()) {
      for (const run of partition.work.values()) {
        if (grown.has(run.tape)) out.push(...(await this.advance(run, partition, controls)));
      }
    }
    return out;
  }

  /** Advances all of these runs as far as possible; returns what they emit, in order. */
  protected async advanceAll(
    runs: Iterable<R>,
    partition: OwnedPartition<R>,
    controls: BatchControls | undefined,
  ): Promise<OutgoingMessage[]> {
    const out: OutgoingMessage[] = [];
    for (const run of runs) out.push(...(await this.advance(run, partition, controls)));
    return out;
  }

  /** Releases the run's tape. */
  protected release({ tape, id }: R): void {
    this.tapes.letGo(tape, id);
  }
}
