/** The result of a submission, from its journals: the files, and the bytes, that `tapefold run` would have written. */

import { join } from 'node:path';
import { z } from 'zod';
import { conflict, corruptJournal, invariant, unavailable } from '#values';
import {
  closeRecordings,
  type DerivedFiles,
  type DerivedResult,
  deriveFiles,
  deriveResult,
  keptRun,
  lockOut,
  loggedCall,
  type LoggedCall,
  manifestOf,
  type ManifestSurroundings,
  type MeasuredRun,
  openOwnData,
  prepareOut,
  readManifest,
  removeRecords,
  resultFolder,
  runFolder,
  type RunFolder,
  withModelUse,
  withSymbolData,
  withTradeRows,
  writeRecords,
  writeWhole,
  writtenFile,
} from '#backtest';
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
import { asksModels } from '#backtest/result/run-models';
import { endedAskSchema, openedAskSchema } from '#llm/calls/ask';
import { recordedCallSchema } from '#llm/calls/recorded-call';
import { stepsOf } from '#llm';
import { downloadJournal } from './download-journal.js';
import type { GatewayClient } from './gateway-client.js';
import { type Run, type Submission, tapeSchema, toolCallSchema } from './gateway-answers.js';
import { runsIn, allItems } from './gateway-lists.js';
import { isSettled } from './follow-runs.js';
import { countsOf } from './run-progress.js';
import { inLanes } from '../program/lanes.js';
import { codeVersion } from '../program/package-folder.js';

const askSchema = z.strictObject({ opened: openedAskSchema, ended: endedAskSchema.nullable() });

export interface DownloadOptions {
  /** Folder for results; created if missing. Complete files already there are kept. */
  readonly out: string;
  /** Remove an earlier result in `out` first. */
  readonly fresh: boolean;
  /** The data set on this machine; by default the reference under which the services know it. */
  readonly data: string | undefined;
}

/** Concurrent journal downloads. */
export const lanes = 4;

/**
 * Downloads all finished runs and derives the result from them; it names runs that were cancelled or failed.
 * `Unavailable` while runs are in progress, `Conflict` if none finished, or the folder holds something else;
 * `CorruptJournal` as in `downloadJournal`; `InvalidInput` if `data` is not the data set of the runs, or if that of
 * tasks, which has the solutions, is not on this machine.
 */
export async function downloadResult(
  client: GatewayClient,
  submission: Submission,
  options: DownloadOptions,
): Promise<DerivedResult & Pick<DerivedFiles, 'undrawn'>> {
  const { runs, missing } = await endedRuns(client, submission);
  const surroundings = await surroundingsOf(client, submission);
  const { header } = surroundings.tape;
  const { out } = options;
  const { scenario } = submission;
  const plans = runs.map(planOfSubmitted);
  const release = lockOut(out);
  try {
    prepareOut(options, { scenario, plans, codeVersion });
    const { runs: runsDirectory } = resultFolder(out);
    const measured = new Map<string, MeasuredRun>();
    await inLanes(lanes, runs, async (run) => {
      const fetched = await fetchRun(client, run, { runsDirectory, surroundings });
      if (fetched !== undefined) measured.set(fetched.plan.label, fetched);
    });
    const manifest = readManifest(runFolder(join(runsDirectory, plans[0]!.label)));
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
      const traded = await withTradeRows(rest.derived, calendarOf(header.calendar), dataset);
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

async function surroundingsOf(
  client: GatewayClient,
  { scenario, tape }: Submission,
): Promise<ManifestSurroundings> {
  const { header, request } = await client.get(`/v1/tapes/${encodeURIComponent(tape)}`, tapeSchema);
  if (header === null || request === null) {
    throw unavailable('the tape is not known yet', { where: tape });
  }
  return {
    scenario,
    codeVersion,
    tape: {
      header,
      reference: request.dataset,
      dataHash: request.dataHash,
      lastSession: request.until,
    },
  };
}

/** Writes the manifest last: a folder without one starts over. Undefined for a run of tasks, folded later. */
async function fetchRun(
  client: GatewayClient,
  run: Run,
  target: { runsDirectory: string; surroundings: ManifestSurroundings },
): Promise<MeasuredRun | undefined> {
  const { runsDirectory, surroundings } = target;
  const plan = planOfSubmitted(run);
  const folder = runFolder(join(runsDirectory, plan.label));
  const calendar = calendarOf(surroundings.tape.header.calendar);
  const measured = (): MeasuredRun | undefined =>
    isTradingPlan(plan) ? keptRun(plan, folder, calendar) : undefined;
  const kept = measured();
  if (kept !== undefined && kept.result.journalHash === run.journalHash) return kept;
  await downloadRun(client, run, folder);
  const manifest = manifestOf(plan, surroundings, run.tapeHash);
  writeWhole(folder.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
  const fetched = measured();
  invariant(fetched !== undefined || !isTradingPlan(plan), 'a run that was fetched is finished');
  return fetched;
}

/** Writes what is recorded of a run into its folder, where the run has the id `id`. */
export async function downloadRun(
  client: GatewayClient,
  run: Run,
  folder: RunFolder,
  id = run.run,
): Promise<void> {
  removeRecords(folder);
  await downloadJournal(client, run, folder);
  await downloadCalls(client, run, folder);
  await downloadRecording(client, run, folder, id);
}

type Called = JournalEventOf<'ToolsCalled'>;

/**
 * Writes the calls of a run whose journal is in its folder, as they were made. Texts of results are not downloaded:
 * repeating a call returns them. `Unavailable` while some have not reached the tables; `CorruptJournal` if
 * they are not those that the journal names.
 */
export async function downloadCalls(
  client: GatewayClient,
  { run, label, plan }: Run,
  folder: RunFolder,
): Promise<void> {
  if (!isServed(plan.agent.kind)) return;
  const calls = await allItems(client, `/v1/runs/${run}/calls?limit=1000`, toolCallSchema);
  const kept: LoggedCall[] = [];
  const byDecision = Map.groupBy(calls, ({ asOf }) => asOf);
  for (const called of calledIn(folder)) {
    const made = byDecision.get(called.asOf) ?? [];
    requireWhole(made, called, label);
    kept.push(...made.map(loggedCall));
  }
  writeRecords(folder, { calls: kept });
}

function requireWhole(made: readonly LoggedCall[], called: Called, label: string): void {
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

function calledIn({ journal }: RunFolder): readonly Called[] {
  const called: Called[] = [];
  readJournal(journal, ({ event }) => {
    if (event.type === 'ToolsCalled') called.push(event);
  });
  return called;
}

/**
 * Writes attempts and model calls of a finished run whose agent asks models. `Unavailable` if the gateway has no
 * attempt of it: it cannot read the recordings of the model gateway that the run used.
 */
export async function downloadRecording(
  client: GatewayClient,
  run: Run,
  folder: RunFolder,
  id = run.run,
): Promise<void> {
  if (!asksModels(planOfSubmitted(run))) return;
  const of = `/v1/runs/${run.run}`;
  const asks = await allItems(client, `${of}/asks?limit=1000`, askSchema);
  if (asks.length === 0) {
    throw unavailable('the recording of a run is missing', { where: run.label });
  }
  const calls = await allItems(client, `${of}/model-calls?limit=1000`, recordedCallSchema);
  const { asks: opened, modelCalls } = stepsOf(asks, calls);
  const own = (steps: readonly object[]): object[] => steps.map((step) => ({ ...step, run: id }));
  writeRecords(folder, { asks: own(opened), 'model-calls': own(modelCalls) });
  closeRecordings(folder);
}
