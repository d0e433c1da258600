/** How far the runs of one submission are: each run that moved, then the counts, with an id to resume from. */

import { pagesOf, runStatuses, type RunReading, type RunState } from '#read-models';
import { isOver, type Feed } from './run-feed.js';
import type { StreamEvent } from './event-writer.js';

const runsPerWrite = 1_000;

/** Grows with everything that changes about a run. */
const progressOf = ({ status, records, decisions, isScored }: RunState): number =>
  records + decisions + runStatuses.indexOf(status) + (isScored ? 1 : 0);

/**
 * Which runs there are to wait for. Not all of them need be in the tables yet, and an earlier submission may have asked
 * for some, which may have ended long ago.
 */
interface SubmissionRuns {
  readonly submission: string;
  readonly runs: readonly string[];
}

/** How far all runs of a submission are, as one number that only grows, and whether none of them will move any more. */
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
 * `run` for each run that has moved since it was told last, `progress` with the counts behind them, and `end` when
 * none of them will move any more. The ids are those of `progressNow`: where `seen` is today's, nothing is told twice;
 * otherwise every run is told once more, so that nothing is missed. Yields nothing where it has to wait.
 */
export async function* submissionFeed(
  models: RunReading,
  { submission, runs }: SubmissionRuns,
  seen: number,
): Feed {
  const told = new Map<string, number>();
  const wanted = new Set(runs).size;
  let id = seen;
  let isSilent = (await progressNow(models, { submission, runs })).id === seen;
  for (;;) {
    let progress = 0;
    let over = 0;
    for await (const states of statesOf(models, submission)) {
      const moved = states.filter((state) => told.get(state.run) !== progressOf(state));
      for (const state of moved) told.set(state.run, progressOf(state));
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
