/**
 * Progress of the runs of one submission: each run that advanced, then the counts, with an id
 * to resume from.
 */

import { pagesOf, runStatuses, type RunReading, type RunState } from '#read-models';
import { isOver, type Feed } from './run-feed.js';
import type { StreamEvent } from './event-writer.js';

const runsPerWrite = 1_000;

/** Grows with every change of a run. */
const progressOf = ({ status, records, decisions, isScored }: RunState): number =>
  records + decisions + runStatuses.indexOf(status) + (isScored ? 1 : 0);

/**
 * The runs to wait for. Some may not be in the tables yet; others may come from an earlier
 * submission, and may have ended long ago.
 */
interface SubmissionRuns {
  readonly submission: string;
  readonly runs: readonly string[];
}

/**
 * The progress of all runs of a submission as one number that only grows, and whether all of them
 * have finished.
 */
export async function progressNow(
  models: RunReading,
  { submission, runs }: SubmissionRuns,
): Promise<{ readonly id: number; readonly isOver: boolean }> {
  let id = 0;
  let over = 0;
  for await (const states of statesOf(models, submission)) {
    for (const state of states) id += progressOf(state);
    over += states.filter(isOver).length;
  }
  return { id, isOver: over === new Set(runs).size };
}

/**
 * Emits `run` for each run that has advanced since the last report, then `progress` with the
 * counts, and `end` when no run will advance any more. The ids are those of `progressNow`: if
 * `seen` is current, nothing is repeated; otherwise every run is reported once more, so that
 * nothing is missed. Yields nothing while it has to wait.
 */
export async function* submissionFeed(
  models: RunReading,
  { submission, runs }: SubmissionRuns,
  seen: number,
): Feed {
  const sent = new Map<string, number>();
  const wanted = new Set(runs).size;
  let id = seen;
  let isSilent = (await progressNow(models, { submission, runs })).id === seen;
  for (;;) {
    let progress = 0;
    let over = 0;
    for await (const states of statesOf(models, submission)) {
      const moved = states.filter((state) => sent.get(state.run) !== progressOf(state));
      for (const state of moved) sent.set(state.run, progressOf(state));
      for (const state of states) progress += progressOf(state);
      over += states.filter(isOver).length;
      if (moved.length > 0 && !isSilent) yield moved.map(runEvent);
    }
    isSilent = false;
    if (progress !== id) {
      id = progress;
      yield [{ id, event: 'progress', data: await models.runCounts({ submission }) }];
    }
    if (over === wanted) {
      yield [{ id, event: 'end', data: { runs: over } }];
      return;
    }
    yield [];
  }
}

const statesOf = (models: RunReading, submission: string): AsyncGenerator<readonly RunState[]> =>
  pagesOf((page) => models.runs({ submission }, page), runsPerWrite);

function runEvent({ plan: _, ...state }: RunState): StreamEvent {
  return { event: 'run', data: state };
}
