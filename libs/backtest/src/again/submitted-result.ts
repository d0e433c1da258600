/**
 * The result of a submission, from the folders of its finished runs: the bytes that `tapefold run`
 * would have written. Services derive it beside their data, and clients where they have the data.
 */

import { join } from 'node:path';
import { calendarNameOf } from '#contracts/facts/calendar-name';
import type { MissingRun, SymbolData } from '#contracts/result/result';
import type { Scenario } from '#contracts/scenario/scenario';
import type { RunSubmitted } from '#contracts/streams/runs';
import { calendarOf, type Dataset } from '#market-data';
import { allWorkflows, planOverWindow, type RunPlan } from '#workflows';
import { planOfSubmitted } from '#workflows/workflow/run-plan';
import { deriveResult, keptRun, type DerivedResult } from '../result/derive-result.js';
import type { MeasuredRun } from '../result/measured-run.js';
import { resultFolder, type DerivedFiles } from '../result/result-folder.js';
import { writtenFile } from '../run-folder/derived-file.js';
import { readManifest, runFolder } from '../run-folder/run-folder.js';
import { repeatRuns } from './repeat-runs.js';
import { textErased } from '../result/run-traces.js';
import { recordedRun } from '../run-folder/own-journal.js';
import { deriveAround } from '../run/publish-result.js';

/** What a submission's result adds to its scenario, journals and recordings: beside its runs. */
export const derivedFiles = ['result.json', 'report.html'] as const;
/** The same within the folder of a run. */
export const derivedTables = [
  'equity.csv',
  'fills.csv',
  'positions.csv',
  'trades.csv',
  'answers.jsonl',
] as const;

/** The ended runs of a submission; those that finished have their folders below `out`. */
export interface SubmittedRuns {
  readonly scenario: Scenario;
  /** Plans of the finished runs, in the order of the result. */
  readonly plans: readonly RunPlan[];
  readonly missing: readonly MissingRun[];
  /** Findings of the data check, which came with the submission; null if there are none. */
  readonly found: readonly SymbolData[] | null;
  /** Folder of the result. */
  readonly out: string;
}

export type SubmittedResult = DerivedResult & Pick<DerivedFiles, 'undrawn'>;

/** The data set of the runs, and its place or name. */
export interface OwnData {
  readonly dataset: Dataset;
  readonly reference: string;
}

/**
 * Writes result.json, the report and the tables of the runs. Without a data set (null), what needs
 * prices is left out of trades, and tasks cannot be scored. Fails as `keptRun`, `repeatRuns` and
 * `deriveResult` do.
 */
export async function deriveSubmitted(
  { scenario, plans, missing, found, out }: SubmittedRuns,
  data: OwnData | null,
): Promise<SubmittedResult> {
  const { runs: runsDirectory } = resultFolder(out);
  const dataset = data?.dataset ?? null;
  if (data !== null) await restoreTexts(plans, runsDirectory, data);
  const folderOf = ({ label }: RunPlan) => runFolder(join(runsDirectory, label));
  const { header } = readManifest(folderOf(plans[0]!)).tape;
  const calendar = calendarOf(calendarNameOf(header));
  const measured = new Map<string, MeasuredRun>();
  for (const plan of plans) {
    const over = planOverWindow(plan);
    const run = over && keptRun(over, folderOf(plan), calendar);
    if (run !== undefined) measured.set(plan.label, run);
  }
  const { result: figures, ...rest } = await deriveResult({
    scenario,
    plans,
    missing,
    measured,
    runsDirectory,
    tape: { header, dataset: dataset ?? { solutions: () => null, tasks: () => [] } },
    workflows: allWorkflows,
  });
  const around = { scenario, runsDirectory, dataset, calendar, found, out, open: writtenFile };
  const { result, undrawn } = await deriveAround(figures, rest, around);
  return { ...rest, result, undrawn };
}

/** Services keep no texts of tool results: they are those of the same calls, made again. */
async function restoreTexts(
  plans: readonly RunPlan[],
  runsDirectory: string,
  data: OwnData,
): Promise<void> {
  const runs = plans.map(({ label }) => recordedRun(join(runsDirectory, label)));
  const incomplete = runs.filter(textErased);
  if (incomplete.length > 0) await repeatRuns(incomplete, { ...data, keepTexts: true });
}

/** How a submitted run stands, as the services tell. */
export interface SubmittedState extends Pick<RunSubmitted, 'run' | 'label' | 'plan'> {
  readonly status: 'submitted' | 'running' | 'finished' | 'cancelled' | 'failed';
  readonly failure: string | null;
  readonly cancelReason: string | null;
}

/** A run over a window that will not finish; empty for others. */
export function missingRuns(state: SubmittedState): MissingRun[] {
  const { status, failure, cancelReason } = state;
  const plan = planOverWindow(planOfSubmitted(state));
  if ((status !== 'cancelled' && status !== 'failed') || plan === undefined) return [];
  return [
    {
      run: plan.label,
      agent: plan.agent.id,
      symbol: plan.portfolio ? null : (plan.symbols[0] ?? null),
      repeat: plan.repeat,
      status,
      reason: status === 'cancelled' ? cancelReason : failure,
    },
  ];
}
