/** A submission whose tape is over, begun once more: the same work under ids that nothing has been said of. */

import { canonicalHash } from '#values';
import type { SubmissionPlan } from './plan-submission.js';

/**
 * The plan, or the first attempt at it whose tape is not over: has not failed, or been ended. What is over is final,
 * and so is what its runs said; but whoever submits again may have mended what it failed of, which leaves all hashes as
 * they were where a file came back as it was planned with. A second attempt is the tape `….2`, with runs and a
 * submission of their own.
 */
export async function openAttempt(
  plan: SubmissionPlan,
  isOver: (tape: string) => Promise<boolean>,
): Promise<SubmissionPlan> {
  let attempt = plan;
  for (let number = 2; await isOver(attempt.tape.tape); number++) {
    attempt = attemptOf(plan, number);
  }
  return attempt;
}

function attemptOf({ submission, tape, runs }: SubmissionPlan, attempt: number): SubmissionPlan {
  const tapeId = `${tape.tape}.${attempt}`;
  const idOf = (id: string): string => canonicalHash({ id, attempt });
  const place = { submission: idOf(submission.submission), tape: tapeId };
  return {
    tape: { ...tape, tape: tapeId, header: { ...tape.header, id: tapeId } },
    runs: runs.map((run) => ({ ...run, ...place, run: idOf(run.run) })),
    submission: { ...submission, ...place, runs: submission.runs.map(idOf) },
  };
}
