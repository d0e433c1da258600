/** From measured runs to the files around them: result.json, report.html, and the pages of transcripts. */

import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Result } from '#contracts/result/result';
import type { Scenario } from '#contracts/scenario/scenario';
import { workflowOf, type RunPlan, type Workflows } from '#workflows';
import { withDataFindings } from '../tape/data-findings.js';
import { derivePages } from './derive-documents.js';
import { deriveResult } from '../result/derive-result.js';
import { writtenFile, type OpenDerivedFile } from '../run-folder/derived-file.js';
import { makeFolder } from '../run-folder/run-folder.js';
import { withIndexBeta } from '../result/index-beta.js';
import type { MeasuredRun } from '../result/measured-run.js';
import { deriveFiles, type DerivedFiles } from '../result/result-folder.js';
import type { TableState } from '../result/run-tables.js';
import type { ScenarioTape } from '../tape/scenario-tape.js';
import type { PausedTasks } from '../result/task-result.js';
import { withTradeRows } from '../result/trade-rows.js';
import { withModelUse } from '../result/with-model-use.js';

/** Runs of one scenario, as their folders have them. */
export interface PublishedRuns {
  readonly scenario: Scenario;
  readonly plans: readonly RunPlan[];
  readonly tape: Pick<ScenarioTape, 'header' | 'dataset'>;
  /** Folder above the runs' own. */
  readonly runsDirectory: string;
}

export interface PublishOptions {
  /** Folder of the result. */
  readonly out: string;
  readonly measured: ReadonlyMap<string, MeasuredRun>;
  /** Runs of tasks that have no end yet; none when left out. */
  readonly paused?: readonly PausedTasks[];
  readonly workflows: Workflows;
}

export interface Published extends DerivedFiles {
  readonly result: Result;
  readonly answers: readonly TableState[];
}

const inFolder: OpenDerivedFile = (path) => {
  makeFolder(dirname(path));
  return writtenFile(path);
};

/** Writes them and says what became of each. Fails as `deriveResult` and the writing of files do. */
export async function publishResult(
  runs: PublishedRuns,
  { out, measured, paused, workflows }: PublishOptions,
): Promise<Published> {
  const { scenario, plans, tape, runsDirectory } = runs;
  const input = { ...runs, measured, paused, workflows };
  const { answers, derived, ended, ...own } = await deriveResult(input);
  const figures = await withModelUse(own.result, ended, runsDirectory);
  const withBeta = await withIndexBeta(figures, { scenario, runs: derived }, tape.dataset);
  const result = await withDataFindings(withBeta, tape.dataset);
  const traded = await withTradeRows(derived, tape.dataset.calendar, tape.dataset);
  const files = deriveFiles(result, traded, { out, open: writtenFile });
  const workflow = workflowOf(workflows, scenario);
  const of = { labels: plans.map(({ label }) => label), workflow, plans, isErased: false };
  const pages = await derivePages(out, of, inFolder);
  for (const { path, state } of pages) {
    if (state.kind === 'altered') rmSync(path, { recursive: true });
  }
  return { result, answers, ...files };
}
