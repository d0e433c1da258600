/** `tapefold cluster cancel` and `cluster end`: cancels runs, and ends live tapes. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isFailure } from '#values';
import {
  cancelledSchema,
  clockTurnedSchema,
  type Run,
  runSchema,
  type Submission,
} from '../../cluster/gateway-answers.js';
import { clientOf, type GatewayClient } from '../../cluster/gateway-client.js';
import { fullId, picked, runsOf, submissionsOf } from '../../cluster/gateway-lists.js';
import { isOver } from '../../cluster/run-progress.js';
import { exitCodes } from '../../program/exit-code.js';
import { type Options, textOf } from '../../program/option-value.js';
import { print } from '../../program/print.js';

/** How long to wait for runs of a submission that are not listed yet: five seconds. */
const looksMax = 25;
const lookEveryMs = 200;

/**
 * Exit code 1 if nothing was cancelled. Runs shared with other submissions continue, unless
 * named themselves.
 */
export async function cancelCommand(target: string, options: Options): Promise<number> {
  const client = clientOf(options);
  const reason = textOf(options['reason']);
  const { own: targeted, earlier, later } = await runsNamed(client, target);
  let cancelled = 0;
  for (const run of targeted) {
    if (await isCancelled(client, run, reason)) cancelled++;
    else print(`${run.label}: over already`);
  }
  printOthers(earlier, 'an earlier submission');
  printOthers(later, 'a later submission too');
  const named = targeted.length + earlier.length + later.length;
  print(`${cancelled} of ${named} cancelled`);
  return cancelled > 0 ? exitCodes.ok : exitCodes.negative;
}

/** One run by its id, or the runs of a submission. */
async function runsNamed(client: GatewayClient, target: string): Promise<RunsToCancel> {
  const submissions = await submissionsOf(client);
  let runs = await runsOf(client);
  const ids = [...runs.map(({ run }) => run), ...submissions.map(({ submission }) => submission)];
  const id = fullId(target, ids, 'run or submission');
  const named = submissions.find(({ submission }) => submission === id);
  if (named !== undefined) {
    // Runs reach the tables one by one, and a missing one would continue.
    const lacksOne = (): boolean => picked(named.runs, runs).length < named.runs.length;
    for (let looks = 0; looks < looksMax && lacksOne(); looks++) {
      await sleep(lookEveryMs);
      runs = await runsOf(client);
    }
    return runsToCancel(named, submissions, runs);
  }
  return { own: runs.filter(({ run }) => run === id), earlier: [], later: [] };
}

function printOthers(runs: readonly Run[], whose: string): void {
  const count = runs.filter((run) => !isOver(run)).length;
  if (count === 0) return;
  const what = count === 1 ? '1 run belongs' : `${count} runs belong`;
  print(`${what} to ${whose} and ${count === 1 ? 'continues' : 'continue'}`);
}

async function isCancelled(
  client: GatewayClient,
  run: Run,
  reason: string | undefined,
): Promise<boolean> {
  if (isOver(run)) return false;
  const body = reason === undefined ? {} : { reason };
  try {
    await client.post(`/v1/runs/${run.run}/cancel`, body, cancelledSchema);
    return true;
  } catch (error) {
    if (!isFailure(error, 'Conflict')) throw error;
    // It ended meanwhile, or an earlier request cancelled it and the answer was lost.
    const { status } = await client.get(`/v1/runs/${run.run}`, runSchema);
    return status === 'cancelled';
  }
}

/**
 * Ends a live tape, and the runs on it. `tape`: its id, as `cluster status` and a submission print
 * it. `Conflict` for a tape of a data set.
 */
export async function endCommand(tape: string, options: Options): Promise<number> {
  const client = clientOf(options);
  await client.post(`/v1/tapes/${encodeURIComponent(tape)}/end`, {}, clockTurnedSchema);
  print(`Ending ${tape}; its runs close after its last fact.`);
  return exitCodes.ok;
}

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
