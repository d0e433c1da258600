/** The result of a submission to a feed, replayed from the recording of its tape, as `tapefold live` derives it. */

import { join } from 'node:path';
import { invalidInput } from '#values';
import { lockOut, manifestOf, planRuns, prepareOut, resultFolder, runFolder } from '#backtest';
import { deriveLive } from '#backtest/live/derive-live';
import type { Published } from '#backtest/run/publish-result';
import { resolveReference, type ScenarioTape, tapeOver } from '#backtest/tape/scenario-tape';
import { writeManifest } from '#backtest/tape/written-manifest';
import type { TradingScenario } from '#contracts/scenario/scenario';
import { openDataset } from '#feeds';
import type { TradingPlan } from '#workflows';
import { idOnTape } from '#workflows/workflow/submitted-plan';
import { inLanes } from '../program/lanes.js';
import { codeVersion } from '../program/package-folder.js';
import { downloadRun, endedRuns, lanes, type DownloadOptions } from './download-result.js';
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
  const { tape, planned } = await plannedOn(reference, submission, runs);
  const plans = planned.map(({ plan }) => plan);
  const { out } = options;
  const { runs: runsDirectory } = resultFolder(out);
  const release = lockOut(out);
  try {
    prepareOut(options, { scenario, plans, codeVersion });
    await inLanes(lanes, planned, async ({ run, plan }) => {
      const folder = runFolder(join(runsDirectory, plan.label));
      await downloadRun(client, run, folder, plan.id);
      writeManifest(folder, manifestOf(plan, { scenario, tape, codeVersion }, null));
    });
    const openRecorded = () => openDataset(reference);
    const where = { directory: '', out, runsDirectory, reference, openRecorded };
    return await deriveLive({ scenario, plans, missing, codeVersion, ...where }, undefined);
  } finally {
    release();
  }
}

interface PlannedRun {
  readonly run: Run;
  readonly plan: TradingPlan;
}

/** The runs with the plans that they have on the recording. */
async function plannedOn(
  reference: string,
  { scenario, tape: id }: LiveSubmission,
  runs: readonly Run[],
): Promise<{ readonly tape: ScenarioTape; readonly planned: readonly PlannedRun[] }> {
  const dataset = await openDataset(reference);
  try {
    const tape = await tapeOver(dataset, scenario, reference);
    const fileHashes = new Map<string, string>();
    for (const { plan } of runs) if (plan.file !== null) fileHashes.set(plan.agent.id, plan.file);
    const plans = planRuns({ scenario, fileHashes, ...tape });
    const planOf = new Map(plans.map((plan) => [idOnTape(plan.id, id), plan]));
    const planned = runs.map((run) => {
      const plan = planOf.get(run.run);
      if (plan !== undefined) return { run, plan };
      throw invalidInput('the data set is not the recording of the runs', {
        where: '--data',
        expected: `the recording of tape ${id}`,
        found: reference,
      });
    });
    return { tape, planned };
  } finally {
    await dataset.close();
  }
}
