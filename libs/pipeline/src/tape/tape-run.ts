/** A run that follows a tape, as a processor works on it. */

import { TapeWalk, type OpenedRun } from '#backtest';
import { isOfTheseSemantics } from '#contracts/streams/runs';
import type { RunSubmitted } from '#contracts/streams/runs';
import type { RunPlan } from '#workflows';
import { planOfSubmitted } from '#workflows/workflow/run-plan';
import type { LoadedTape } from './loaded-tape.js';
import { lookBackOf, wholeTape, type LookBack } from './tape-readers.js';

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
