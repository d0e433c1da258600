/** The result of a submission, from its journals: the files, and the bytes, that `tapefold run` would have written. */

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { conflict, corruptJournal, unavailable } from '#values';
import {
  type DerivedFiles,
  type DerivedResult,
  deriveFiles,
  deriveResult,
  keptRun,
  lockOut,
  type LoggedCall,
  type MeasuredRun,
  openOwnData,
  prepareOut,
  readManifest,
  resultFolder,
  runFolder,
  type RunFolder,
  withModelUse,
  withSymbolData,
  withTradeRows,
  writtenFile,
} from '#backtest';
import { asksModels } from '#backtest/result/run-models';
import { toolCallsOf } from '#backtest/run-folder/call-log';
import { codeVersion } from '#backtest/run-folder/package-folder';
import { hasRecords } from '#backtest/run-folder/run-records';
import type { Manifest } from '#contracts/scenario/manifest';
import { isTradingResult, type MissingRun } from '#contracts/result/result';
import { isTradingScenario, type Scenario } from '#contracts/scenario/scenario';
import { calendarOf, type Dataset } from '#market-data';
import { allWorkflows, isTradingPlan } from '#workflows';
import { planOfSubmitted } from '#workflows/workflow/submitted-plan';
import { isServed } from '#agents';
import type { JournalEventOf } from '#contracts';
import { readJournal } from '#event-log';
import { callsDigest } from '#tools/tool/call-record';
import type { GatewayClient } from './gateway-client.js';
import type { Run, Submission } from './gateway-answers.js';
import { runsIn } from './gateway-lists.js';
import { isSettled } from './follow-runs.js';
import { countsOf } from './run-progress.js';

export interface DownloadOptions {
  /** Folder for results; created if missing. Complete files already there are kept. */
  readonly out: string;
  /** Remove an earlier result in `out` first. */
  readonly fresh: boolean;
  /** The data set on this machine; by default the reference under which the services know it. */
  readonly data: string | undefined;
}

/**
 * Downloads all finished runs and derives the result from them; it names runs that were cancelled or failed.
 * `Unavailable` while runs are in progress, `Conflict` if none finished, or the folder holds something else;
 * `CorruptJournal` as in `downloadRuns`; `InvalidInput` if `data` is not the data set of the runs, or if that of
 * tasks, which has the solutions, is not on this machine.
 */
export async function downloadResult(
  client: GatewayClient,
  submission: Submission,
  options: DownloadOptions,
): Promise<DerivedResult & Pick<DerivedFiles, 'undrawn'>> {
  const { runs, missing } = await endedRuns(client, submission);
  const { out } = options;
  const { scenario } = submission;
  const plans = runs.map(planOfSubmitted);
  const release = lockOut(out);
  try {
    prepareOut(options, { scenario, plans, codeVersion });
    const { runs: runsDirectory } = resultFolder(out);
    const folderOf = ({ label }: { readonly label: string }) =>
      runFolder(join(runsDirectory, label));
    await downloadRuns(client, submission, { out, runs, folderOf });
    const manifest = readManifest(folderOf(plans[0]!));
    const { header } = manifest.tape;
    const calendar = calendarOf(header.calendar);
    const measured = new Map<string, MeasuredRun>();
    for (const plan of plans) {
      const run = isTradingPlan(plan) ? keptRun(plan, folderOf(plan), calendar) : undefined;
      if (run !== undefined) measured.set(plan.label, run);
    }
    const dataset = await dataAtHand(manifest, scenario, options);
    try {
      const { result: derivedFigures, ...rest } = await deriveResult({
        ...{ scenario, plans, missing, measured, runsDirectory },
        tape: { header, dataset: dataset ?? { solutions: () => null, tasks: () => [] } },
        workflows: allWorkflows,
      });
      const figures = await withModelUse(derivedFigures, rest.ended, runsDirectory);
      // Findings of the data check came with the submission.
      const { data } = submission;
      const result =
        data !== null && isTradingResult(figures) ? withSymbolData(figures, data) : figures;
      const traded = await withTradeRows(rest.derived, calendar, dataset);
      const { undrawn } = deriveFiles(result, traded, { out, open: writtenFile });
      return { ...rest, result, undrawn };
    } finally {
      await dataset?.close();
    }
  } finally {
    release();
  }
}

/** Null if it is not on this machine: trade details that need it are then omitted. Scoring tasks requires it. */
async function dataAtHand(
  manifest: Manifest,
  scenario: Scenario,
  { data, out }: DownloadOptions,
): Promise<Dataset | null> {
  try {
    return await openOwnData(manifest, { movedTo: data, where: out });
  } catch (error) {
    if (data === undefined && isTradingScenario(scenario)) return null;
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
  if (runs.length > 0) return { runs, missing: all.flatMap(missingRun) };
  throw conflict('no run finished', { where, expected: 'a finished run', found });
}

function missingRun(run: Run): MissingRun[] {
  const { status, failure, cancelReason } = run;
  const plan = planOfSubmitted(run);
  if ((status !== 'cancelled' && status !== 'failed') || !isTradingPlan(plan)) return [];
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

/** Files of a run that a gateway sends; whatever else an archive holds is left out. */
const sentFiles =
  /^runs\/(?!\.)[A-Za-z0-9._-]+\/(manifest\.json|journal\.bin|recording\.db|recordings\.json)$/;

/**
 * Downloads the runs of a submission in one archive, and puts each into its folder, as `folderOf` says. None is put
 * there before all of them are checked.
 */
export async function downloadRuns(
  client: GatewayClient,
  { submission }: Pick<Submission, 'submission'>,
  { out, runs, folderOf }: Target,
): Promise<void> {
  const draft = mkdtempSync(join(out, '.download-'));
  const sentOf = ({ label }: Run): RunFolder => runFolder(join(draft, 'runs', label));
  try {
    await client.unpack(`/v1/submissions/${submission}/result`, draft, (path) =>
      sentFiles.test(path),
    );
    for (const run of runs) requireRun(run, sentOf(run));
    for (const run of runs) {
      const { path } = folderOf(run);
      rmSync(path, { recursive: true, force: true });
      renameSync(sentOf(run).path, path);
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

interface Target {
  readonly out: string;
  readonly runs: readonly Run[];
  readonly folderOf: (run: Run) => RunFolder;
}

/**
 * `CorruptJournal` if the journal does not have the hash of the scored one, or the tool calls are not those that it
 * names; `Unavailable` while some of it has not reached the tables.
 */
function requireRun({ run, label, plan, journalHash }: Run, folder: RunFolder): void {
  if (!existsSync(folder.manifest)) {
    throw unavailable('a finished run is missing', { where: label });
  }
  const called: Called[] = [];
  const { hash } = readJournal(folder.journal, ({ event }) => {
    if (event.type === 'ToolsCalled') called.push(event);
  });
  if (hash !== journalHash) {
    throw corruptJournal('the downloaded records differ from the scored ones', {
      where: label,
      expected: `journal hash ${journalHash}`,
      found: `${hash}`,
    });
  }
  const calls = Map.groupBy(toolCallsOf(folder), ({ asOf }) => asOf);
  if (isServed(plan.agent.kind)) {
    for (const one of called) requireCalls(calls.get(one.asOf) ?? [], one, label);
  }
  if (!asksModels(planOfSubmitted({ run, label, plan })) || hasRecords(folder, 'asks')) return;
  throw unavailable('the recording of a run is missing', { where: label });
}

type Called = JournalEventOf<'ToolsCalled'>;

function requireCalls(made: readonly LoggedCall[], called: Called, label: string): void {
  const where = `${label}: calls at as-of ${called.asOf}`;
  const expected = `${called.calls}`;
  if (made.length < called.calls) {
    throw unavailable('tool calls not available yet', { where, expected, found: `${made.length}` });
  }
  const digest = callsDigest(made);
  if (digest === called.digest) return;
  throw corruptJournal('the tool calls differ from the journal', {
    where,
    expected: `digest ${called.digest}`,
    found: digest,
  });
}
