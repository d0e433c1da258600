/**
 * The result of live runs as of a fact: the runs are replayed from the recording, and
 * have to repeat.
 */

import { join } from 'node:path';
import type { TradingScenario } from '#contracts/scenario/scenario';
import type { Dataset } from '#market-data';
import { allWorkflows, type TradingPlan } from '#workflows';
import { repeatRuns } from '../again/repeat-runs.js';
import type { DeriveInput } from '../result/derive-result.js';
import { isMeasured } from '../result/ended-run.js';
import { recordedRun } from '../run-folder/own-journal.js';
import type { ShardOptions } from '../shard/run-shard.js';
import { publishResult, type Published } from '../run/publish-result.js';
import { tapeOver } from '../tape/scenario-tape.js';
import { manifestOf, writeManifest } from '../tape/written-manifest.js';

/** Live runs, and the recording that they follow. */
export interface LiveRuns
  extends
    Pick<ShardOptions, 'directory' | 'runsDirectory' | 'codeVersion'>,
    Pick<DeriveInput, 'missing'> {
  readonly scenario: TradingScenario;
  readonly plans: readonly TradingPlan[];
  /** Folder of the result. */
  readonly out: string;
  /** Place of the recording. */
  readonly reference: string;
  /** Opens the recording as it is now; the caller closes it. */
  readonly openRecorded: () => Promise<Dataset>;
}

/**
 * Derives tables, result and report as if the runs ended after fact `facts`, or, if they were
 * ended, at their end. `CorruptJournal` if a run does not repeat its journal up to there: live and
 * replay then differ.
 */
export async function deriveLive(runs: LiveRuns, facts: number | undefined): Promise<Published> {
  const dataset = await runs.openRecorded();
  try {
    const { scenario, plans, runsDirectory, out, reference } = runs;
    const tape = await tapeOver(dataset, scenario, reference);
    const { header, lastSession: until } = tape;
    const recorded = plans.map((plan) => {
      const run = recordedRun(join(runsDirectory, plan.label));
      return { ...run, plan, tapeHash: null };
    });
    const repeated = await repeatRuns(recorded, {
      dataset,
      reference,
      live: { header, until, facts },
    });
    for (const { run, tapeHash } of repeated) {
      const written = { ...runs, tape, facts: tapeHash === null ? facts : undefined };
      writeManifest(run.folder, manifestOf(run.plan, written, tapeHash));
    }
    const measured = new Map(
      repeated.flatMap(({ ended }) => (isMeasured(ended) ? [[ended.plan.label, ended]] : [])),
    );
    return await publishResult({ ...runs, tape, measured, workflows: allWorkflows }, out);
  } finally {
    await dataset.close();
  }
}
