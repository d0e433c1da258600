/** From measured runs to the files around them: result.json, report.html, and the pages of transcripts. */

import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Result } from '#contracts/result/result';
import type { Scenario } from '#contracts/scenario/scenario';
import type { Dataset } from '#market-data';
import { workflowOf, type RunPlan, type Workflows } from '#workflows';
import { withDataFindings } from '../tape/data-findings.js';
import { derivePages } from './derive-documents.js';
import { deriveResult, type DerivedResult } from '../result/derive-result.js';
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

export interface DerivedAround extends DerivedFiles {
  readonly result: Result;
}

export interface Published extends DerivedAround {
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
  const { answers, result, ...ended } = await deriveResult(input);
  const { dataset } = tape;
  const around = { scenario, dataset, runsDirectory, out, open: writtenFile };
  const files = await deriveAround(result, ended, around);
  const workflow = workflowOf(workflows, scenario);
  const of = { labels: plans.map(({ label }) => label), workflow, plans, isErased: false };
  const pages = await derivePages(out, of, inFolder);
  for (const { path, state } of pages) {
    if (state.kind === 'altered') rmSync(path, { recursive: true });
  }
  return { answers, ...files };
}

/** What a result was derived without, as where it was downloaded. */
export interface Without {
  readonly data: boolean;
  /** Prices of the index, and those around trades. */
  readonly index: boolean;
  readonly trades: boolean;
  /** What the recording of a feed says. */
  readonly feed: boolean;
}

/** The result with all that is known beside its figures, and the files around its runs. */
export async function deriveAround(
  figures: Result,
  { ended, derived }: Pick<DerivedResult, 'ended' | 'derived'>,
  around: Pick<PublishedRuns, 'scenario' | 'runsDirectory'> & {
    readonly dataset: Dataset;
    readonly out: string;
    readonly open: OpenDerivedFile;
    readonly without?: Without;
  },
): Promise<DerivedAround> {
  const { scenario, dataset, runsDirectory, out, open, without } = around;
  let result = await withModelUse(figures, ended, runsDirectory);
  if (without?.data !== true) {
    const { feedFindings: _, ...unheard } = dataset;
    if (without?.index !== true)
      result = await withIndexBeta(result, { scenario, runs: derived }, dataset);
    result = await withDataFindings(result, without?.feed === true ? unheard : dataset);
  }
  const prices = without?.trades === true ? null : dataset;
  const traded = await withTradeRows(derived, dataset.calendar, prices);
  return { result, ...deriveFiles(result, traded, { out, open }) };
}
