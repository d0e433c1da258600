/** `tapefold cluster watch`: live progress of all runs, or of those of one submission. */

import {
  byLabel,
  bySubmission,
  followRuns,
  openProgressScreen,
} from '../../cluster/progress-screen.js';
import type { Run } from '../../cluster/gateway-answers.js';
import { clientOf } from '../../cluster/gateway-client.js';
import { runsIn, runsOf, submissionNamed, submissionsOf } from '../../cluster/gateway-lists.js';
import { printFailures, isSettled } from '../../cluster/run-progress.js';
import { exitCodes } from '../../program/exit-code.js';
import { stopOnSignal } from '../../program/stop-signal.js';
import type { Options } from '../../program/option-value.js';

/**
 * Ends when nothing is in progress; with `--follow` only at Ctrl-C. Exit code 1 if a run
 * did not finish.
 */
export async function watchCommand(
  submission: string | undefined,
  options: Options,
): Promise<number> {
  const client = clientOf(options);
  const submissions = await submissionsOf(client);
  const watched = submission === undefined ? undefined : submissionNamed(submission, submissions);
  // Also waits for runs that are not in the tables yet.
  const ids = new Set(
    (watched === undefined ? submissions : [watched]).flatMap(({ runs }) => runs),
  );
  const isFollowing = options['follow'] === true;
  using stop = stopOnSignal();
  const nameOf = watched === undefined ? bySubmission : byLabel;
  const screen = openProgressScreen(process.stdout, nameOf);
  try {
    const runs = await followRuns({
      client,
      look: (asked) => (watched === undefined ? runsOf(asked) : runsIn(asked, watched)),
      screen,
      signal: stop.signal,
      isDone: (found) => !isFollowing && found.length >= ids.size && found.every(isSettled),
    });
    if (runs === undefined) return isFollowing ? exitCodes.ok : exitCodes.interrupted;
    printFailures(runs);
    return exitCodeOf(runs);
  } finally {
    screen.end();
  }
}

const exitCodeOf = (runs: readonly Run[]): number =>
  runs.every(({ status }) => status === 'finished') ? exitCodes.ok : exitCodes.negative;
