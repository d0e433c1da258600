/** A run that follows a tape, as a processor works on it. */

import { TapeWalk, type OpenedRun } from '#backtest';
import { isOfTheseSemantics, type RunSubmitted } from '#contracts/streams/runs';
import type { RunPlan } from '#workflows';
import { planOfSubmitted } from '#workflows/workflow/run-plan';
import type { BatchControls, MessageBatch, OutgoingMessage } from '#event-log';
import type { LoadedTape } from './loaded-tape.js';
import { lookBackOf, wholeTape, type LookBack } from './tape-readers.js';
import { RunProcessor } from '../messages/run-processor.js';
import type { TapeLibrary } from './tape-library.js';

export interface OpenedWalk {
  readonly run: OpenedRun;
  readonly walk: TapeWalk;
}

export abstract class TapeRun {
  constructor(protected readonly submitted: RunSubmitted) {}

  get id(): string {
    return this.submitted.run;
  }

  get tape(): string {
    return this.submitted.tape;
  }

  get lookBack(): LookBack {
    // A run of another version is only checked for its end.
    return isOfTheseSemantics(this.submitted) ? lookBackOf(this.plan) : wholeTape;
  }

  protected get plan(): RunPlan {
    return planOfSubmitted(this.submitted);
  }

  /** The walk of an opened run along its tape; from now on the run has a position on the tape. */
  protected walkAlong(tape: LoadedTape, run: OpenedRun): OpenedWalk {
    const walk = new TapeWalk(tape, run.loop);
    tape.readers.stand(this.id, { walk, cursor: run.cursor });
    return { run, walk };
  }
}

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
