/** The result of a submission to a feed, replayed from the recording of its tape, as `tapefold live` derives it. */

import { join } from 'node:path';
import { invalidInput } from '#values';
import {
  closeRecordings,
  lockOut,
  manifestOf,
  planRuns,
  prepareOut,
  resultFolder,
  runFolder,
  type RunFolder,
} from '#backtest';
import { deriveLive } from '#backtest/live/derive-live';
import { allRecords, removeRecords, writeRecords } from '#backtest/run-folder/run-records';
import type { Published } from '#backtest/run/publish-result';
import { resolveReference, type ScenarioTape, tapeOver } from '#backtest/tape/scenario-tape';
import { writeManifest } from '#backtest/tape/written-manifest';
import type { TradingScenario } from '#contracts/scenario/scenario';
import { openDataset } from '#feeds';
import type { TradingPlan } from '#workflows';
import { idOnTape } from '#workflows/workflow/submitted-plan';
import { codeVersion } from '#backtest/run-folder/package-folder';
import { downloadRuns, endedRuns, type DownloadOptions } from './download-result.js';
import type { Run, Submission } from './gateway-answers.js';
import type { GatewayClient } from './gateway-client.js';

type LiveSubmission = Pick<Submission, 'submission' | 'tape' | 'runs'> & {
  readonly scenario: TradingScenario;
};

/**
 * Downloads all finished runs and replays them from `data`, the recording of their tape, which the manifests name: the
 * result verifies. Fails as `downloadResult` does; also with `InvalidInput` if `data` is not a recording of their feed,
 * and with `CorruptJournal` if a run does not repeat on it.
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
      const [folder, plan] = [folderOf(run), planOf.get(run.run)!];
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

/** Attempts and calls of a run name it by the id that it has on the recording. */
function nameRecords(folder: RunFolder, run: string): void {
  const { asks, 'model-calls': calls, ...others } = allRecords(folder);
  const named = (records: readonly object[]) => records.map((record) => ({ ...record, run }));
  removeRecords(folder);
  writeRecords(folder, { ...others, asks: named(asks), 'model-calls': named(calls) });
  closeRecordings(folder);
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
