/** The runs that may be cancelled with a submission: those that no other submission has asked for. */

import type { Run, Submission } from './gateway-answers.js';
import { picked } from './gateway-lists.js';

export interface RunsToCancel {
  /** Runs of this submission alone. */
  readonly own: readonly Run[];
  /** First asked for by an earlier submission. */
  readonly earlier: readonly Run[];
  /** First asked for by this one, and by a later one since. */
  readonly later: readonly Run[];
}

export function runsToCancel(
  { submission, runs: ids }: Pick<Submission, 'submission' | 'runs'>,
  submissions: readonly Pick<Submission, 'submission' | 'runs'>[],
  runs: readonly Run[],
): RunsToCancel {
  const others = submissions.filter((one) => one.submission !== submission);
  const wantedByOthers = new Set(others.flatMap((one) => one.runs));
  const mine = picked(ids, runs);
  const first = mine.filter((run) => run.submission === submission);
  return {
    own: first.filter(({ run }) => !wantedByOthers.has(run)),
    earlier: mine.filter((run) => run.submission !== submission),
    later: first.filter(({ run }) => wantedByOthers.has(run)),
  };
}
