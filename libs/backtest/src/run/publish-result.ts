/**
 * From measured runs to the files around them: result.json, report.html, and the pages
 * of transcripts.
 */

import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Result, SymbolData } from '#contracts/result/result';
import type { Dataset } from '#market-data';
import { workflowOf } from '#workflows';
import { withDataFindings, withSymbolData } from '../tape/data-findings.js';
import { derivePages } from './derive-documents.js';
import { deriveResult, type DeriveInput, type DerivedResult } from '../result/derive-result.js';
import { writtenFile, type OpenDerivedFile, type TableState } from '../run-folder/derived-file.js';
import { makeFolder } from '../run-folder/run-folder.js';
import { withIndexBeta } from '../result/index-beta.js';
import { deriveFiles, type DerivedFiles } from '../result/result-folder.js';
import { withTradeRows } from '../result/trade-rows.js';
import { withModelUse } from '../result/with-model-use.js';

/** Ended runs of one scenario, as their folders have them. */
type PublishedRuns = DeriveInput & { readonly tape: { readonly dataset: Dataset } };

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

/**
 * Writes them and returns the outcome for each. Fails as `deriveResult` and the
 * writing of files do.
 */
export async function publishResult(runs: PublishedRuns, out: string): Promise<Published> {
  const { plans, workflows, tape } = runs;
  const { answers, result, ...ended } = await deriveResult(runs);
  const { dataset } = tape;
  const around = { ...runs, dataset, calendar: dataset.calendar, out, open: writtenFile };
  const files = await deriveAround(result, ended, around);
  const workflow = workflowOf(workflows, runs.scenario);
  const of = { labels: plans.map(({ label }) => label), workflow, plans, isErased: false };
  const pages = await derivePages(out, of, inFolder);
  for (const { path, state } of pages) {
    if (state.kind === 'altered') rmSync(path, { recursive: true });
  }
  return { answers, ...files };
}

/** What was missing when a result was derived, as after a download. */
export interface Without {
  readonly data: boolean;
  /** Prices of the index, and those around trades. */
  readonly index: boolean;
  readonly trades: boolean;
  /** Feed information from the recording. */
  readonly feed: boolean;
}

/** The result with all additional data beside its figures, and the files around its runs. */
export async function deriveAround(
  figures: Result,
  { ended, derived }: Pick<DerivedResult, 'ended' | 'derived'>,
  around: Pick<DeriveInput, 'scenario' | 'runsDirectory'> & {
    /** Null if it is not at hand. */
    readonly dataset: Dataset | null;
    readonly calendar: Dataset['calendar'];
    readonly out: string;
    readonly open: OpenDerivedFile;
    readonly without?: Without;
    /** Findings of a data check that was made elsewhere; replaces one of the data set. */
    readonly found?: readonly SymbolData[] | null;
  },
): Promise<DerivedAround> {
  const { scenario, dataset, calendar, runsDirectory, out, open, without, found } = around;
  let result = await withModelUse(figures, ended, runsDirectory);
  if (found !== undefined) {
    result = found === null ? result : withSymbolData(result, found);
  } else if (dataset !== null && without?.data !== true) {
    const { feedFindings: _, ...withoutFeed } = dataset;
    if (without?.index !== true)
      result = await withIndexBeta(result, { scenario, runs: derived }, dataset);
    result = await withDataFindings(result, without?.feed === true ? withoutFeed : dataset);
  }
  const prices = without?.trades === true ? null : dataset;
  const traded = await withTradeRows(derived, calendar, prices);
  return { result, ...deriveFiles(result, traded, { out, open }) };
}
