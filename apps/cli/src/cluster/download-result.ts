/**
 * The result of a submission: the bytes that `tapefold run` or `tapefold live` would have given.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { conflict, corruptJournal, invalidInput, unavailable } from '#values';
import {
  deriveSubmitted,
  lockOut,
  manifestOf,
  missingRuns,
  openOwnData,
  planRuns,
  prepareOut,
  readManifest,
  resultFolder,
  runFolder,
  type Published,
  type SubmittedResult,
} from '#backtest';
import { readResult } from '#backtest/run/read-result';
import { codeVersion } from '#backtest/run-folder/package-folder';
import type { Manifest } from '#contracts/scenario/manifest';
import type { MissingRun, Result } from '#contracts/result/result';
import type { Scenario, TradingScenario } from '#contracts/scenario/scenario';
import type { Dataset } from '#market-data';
import type { TradingPlan } from '#workflows';
import { idOnTape, planOfSubmitted } from '#workflows/workflow/run-plan';
import { deriveLive } from '#backtest/live/derive-live';
import { resolveReference, type ScenarioTape, tapeOver } from '#backtest/tape/scenario-tape';
import { writeManifest } from '#backtest/tape/written-manifest';
import { openDataset } from '#feeds';
import { downloadRuns, nameRecords } from './download-runs.js';
import type { GatewayClient } from './gateway-client.js';
import type { Run, Submission } from './gateway-answers.js';
import { runsIn } from './gateway-lists.js';
import { countsOf, isSettled } from './run-progress.js';

export interface DownloadOptions {
  /**
   * Folder for results; created if missing. Runs already there are replaced once the new
   * ones are checked.
   */
  readonly out: string;
  /** Remove an earlier result in `out` first. */
  readonly fresh: boolean;
  /** The data set on this machine; by default the reference under which the services know it. */
  readonly data: string | undefined;
}

/**
 * Downloads all finished runs, and derives the result from them where the data set is at hand.
 * Where it is not, the result is the one that the server derived; where the server could not, it is
 * derived without prices. The result names runs that were cancelled or failed. `Unavailable` while
 * runs are in progress, `Conflict` if none finished, or the folder holds something else;
 * `CorruptJournal` as in `downloadRuns`; `InvalidInput` if `data` is not the data set of the runs,
 * or if there is neither a result nor the data set of tasks, which has their solutions.
 */
export async function downloadResult(
  client: GatewayClient,
  submission: Submission,
  options: DownloadOptions,
): Promise<DownloadedResult> {
  const { runs, missing } = await endedRuns(client, submission);
  const { out } = options;
  const { scenario } = submission;
  const plans = runs.map(planOfSubmitted);
  const release = lockOut(out);
  try {
    prepareOut(options, { scenario, plans, codeVersion });
    const { runs: runsDirectory, result } = resultFolder(out);
    const folderOf = ({ label }: { readonly label: string }) =>
      runFolder(join(runsDirectory, label));
    await downloadRuns(client, submission, { out, runs, folderOf });
    const isReceived = existsSync(result);
    const manifest = readManifest(folderOf(plans[0]!));
    const dataset = await dataAtHand(manifest, { ...options, scenario, isReceived });
    if (dataset === null && isReceived) return { result: ownResult(out, runs), undrawn: null };
    try {
      // Findings of the data check came with the submission.
      const ended = { scenario, plans, missing, found: submission.data, out };
      const reference = options.data ?? manifest.data.reference;
      return await deriveSubmitted(ended, dataset && { dataset, reference });
    } finally {
      await dataset?.close();
    }
  } finally {
    release();
  }
}

/** What a download gives: a result, and why its report could not be drawn. */
type DownloadedResult = Pick<SubmittedResult, 'result' | 'undrawn'>;

/** The received result. Fails as `readResult` and `requireOwnRuns` do. */
function ownResult(out: string, runs: readonly Run[]): Result {
  const result = readResult(out);
  requireOwnRuns(result, runs, resultFolder(out).result);
  return result;
}

/** `CorruptJournal` unless the runs of a result are those whose journals were checked. */
export function requireOwnRuns(
  result: { readonly runs: readonly Pick<Result['runs'][number], 'run' | 'journalHash'>[] },
  runs: readonly Pick<Run, 'label' | 'journalHash'>[],
  where: string,
): void {
  const found = result.runs.map(({ run, journalHash }) => `${run} ${journalHash}`);
  const checked = runs.map(({ label, journalHash }) => `${label} ${journalHash}`);
  if (isDeepStrictEqual(found.toSorted(), checked.toSorted())) return;
  const expected = 'each finished run with the hash of its journal';
  throw corruptJournal('the received result has other runs', { where, expected });
}

/** Null if the data set is not on this machine, and the result can be had without it. */
async function dataAtHand(
  manifest: Manifest,
  {
    data,
    out,
    scenario,
    isReceived,
  }: DownloadOptions & { readonly scenario: Scenario; readonly isReceived: boolean },
): Promise<Dataset | null> {
  try {
    return await openOwnData(manifest, { movedTo: data, where: out });
  } catch (error) {
    if (data === undefined && (isReceived || scenario.window !== undefined)) return null;
    throw error;
  }
}

/** The finished runs of a submission in the order of its result, and those that will not finish. */
export async function endedRuns(
  client: GatewayClient,
  submission: Pick<Submission, 'submission' | 'runs'>,
): Promise<{ readonly runs: Run[]; readonly missing: MissingRun[] }> {
  const all = await runsIn(client, submission);
  const where = submission.submission;
  const found = countsOf(all);
  if (all.length < submission.runs.length || !all.every(isSettled)) {
    const watch = client.command('watch', where.slice(0, 12));
    const expected = `${submission.runs.length} that are over; to wait: ${watch}`;
    throw unavailable('the result is not available yet', { where, expected, found });
  }
  const runs = all.filter(({ status }) => status === 'finished');
  if (runs.length > 0) return { runs, missing: all.flatMap(missingRuns) };
  throw conflict('no run finished', { where, expected: 'a finished run', found });
}

type LiveSubmission = Pick<Submission, 'submission' | 'tape' | 'runs'> & {
  readonly scenario: TradingScenario;
};

/**
 * Downloads all finished runs and replays them from `data`, the recording of their tape, which
 * the manifests name: the result verifies. Fails as `downloadResult` does; also with
 * `InvalidInput` if `data` is not a recording of their feed, and with `CorruptJournal` if a run
 * does not repeat on it.
 */
export async function downloadLive(
  client: GatewayClient,
  submission: LiveSubmission,
  { data, ...options }: DownloadOptions & { readonly data: string },
): Promise<Published> {
  const { scenario } = submission;
  const { runs, missing } = await endedRuns(client, submission);
  const reference = resolveReference(data, process.cwd());
  const { tape, planOf } = await plannedOn(reference, submission, runs);
  const plans = [...planOf.values()];
  const { out } = options;
  const { runs: runsDirectory } = resultFolder(out);
  const release = lockOut(out);
  try {
    prepareOut(options, { scenario, plans, codeVersion });
    const folderOf = ({ run }: Run) => runFolder(join(runsDirectory, planOf.get(run)!.label));
    await downloadRuns(client, submission, { out, runs, folderOf });
    for (const run of runs) {
      const folder = folderOf(run);
      const plan = planOf.get(run.run)!;
      nameRecords(folder, plan.id);
      writeManifest(folder, manifestOf(plan, { scenario, tape, codeVersion }, null));
    }
    const openRecorded = () => openDataset(reference);
    const where = { directory: '', out, runsDirectory, reference, openRecorded };
    return await deriveLive({ scenario, plans, missing, codeVersion, ...where }, undefined);
  } finally {
    release();
  }
}

/** The plans that runs have on the recording, by the ids of the runs. */
async function plannedOn(
  reference: string,
  { scenario, tape: id }: LiveSubmission,
  runs: readonly Run[],
): Promise<{ readonly tape: ScenarioTape; readonly planOf: ReadonlyMap<string, TradingPlan> }> {
  const dataset = await openDataset(reference);
  try {
    const tape = await tapeOver(dataset, scenario, reference);
    const fileHashes = new Map<string, string>();
    for (const { plan } of runs) if (plan.file !== null) fileHashes.set(plan.agent.id, plan.file);
    const plans = planRuns({ scenario, fileHashes, ...tape });
    const planOf = new Map(plans.map((plan) => [idOnTape(plan.id, id), plan]));
    if (runs.every(({ run }) => planOf.has(run))) {
      return { tape, planOf: new Map(runs.map(({ run }) => [run, planOf.get(run)!])) };
    }
    throw invalidInput('the data set is not the recording of the runs', {
      where: '--data',
      expected: `the recording of tape ${id}`,
      found: reference,
    });
  } finally {
    await dataset.close();
  }
}
