/** The result of a submission, from its journals: the files, and the bytes, that `tapefold run` would have written. */

import { join } from 'node:path';
import { conflict, invariant, unavailable } from '#values';
import {
  deriveFiles,
  deriveResult,
  keptRun,
  lockOut,
  manifestOf,
  openOwnData,
  prepareOut,
  readManifest,
  resultFolder,
  runFolder,
  withModelUse,
  withSymbolData,
  withTradeRows,
  writeWhole,
  writtenFile,
  type DerivedFiles,
  type DerivedResult,
  type ManifestSurroundings,
  type MeasuredRun,
} from '#backtest';
import type { Manifest } from '#contracts/manifest';
import { isTradingResult, type MissingRun } from '#contracts/result';
import { isTradingScenario, type Scenario } from '#contracts/scenario';
import { calendarOf, type Dataset } from '#market-data';
import { allWorkflows, isTradingPlan } from '#workflows';
import { planOfSubmitted } from '#workflows/submitted-plan';
import { downloadCalls } from './download-calls.js';
import { downloadJournal } from './download-journal.js';
import { downloadRecording } from './download-recording.js';
import type { GatewayClient } from './gateway-client.js';
import { tapeSchema, type Run, type Submission } from './gateway-answers.js';
import { runsIn } from './gateway-lists.js';
import { isSettled } from './follow-runs.js';
import { countsOf } from './run-progress.js';

export interface DownloadOptions {
  /** Folder for results; made when missing. What is there already and whole is kept. */
  readonly out: string;
  readonly codeVersion: string;
  /** Remove an earlier result in `out` first. */
  readonly fresh: boolean;
  /** The data set on this machine; the reference that the services know it by where left out. */
  readonly data: string | undefined;
}

/** Journals that come at a time. */
const lanes = 4;

/**
 * Downloads all finished runs and derives the result from them; runs that were cancelled or failed are named in it.
 * `Unavailable` while runs go on, `Conflict` where none finished, or the folder holds something else; `CorruptJournal`
 * as `downloadJournal` says; `InvalidInput` where `data` is not the data set of the runs, or where that of tasks, which
 * has the solutions, is not on this machine.
 */
export async function downloadResult(
  client: GatewayClient,
  submission: Submission,
  options: DownloadOptions,
): Promise<DerivedResult & Pick<DerivedFiles, 'undrawn'>> {
  const { runs, missing } = await endedRuns(client, submission);
  const surroundings = await surroundingsOf(client, submission, options.codeVersion);
  const { header } = surroundings.tape;
  const { codeVersion, out } = options;
  const { scenario } = submission;
  const plans = runs.map(planOfSubmitted);
  const release = lockOut(out);
  try {
    prepareOut(options, { scenario, plans, codeVersion });
    const { runs: runsDirectory } = resultFolder(out);
    const measured = new Map<string, MeasuredRun>();
    await inLanes(runs, async (run) => {
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
      // What a check found in the data came with the submission.
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

/** Null where it is not on this machine: then what it tells of trades is left out. Tasks cannot be scored without. */
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
    throw unavailable('the result is not there yet', { where, expected, found });
  }
  const runs = all.filter(({ status }) => status === 'finished');
  if (runs.length > 0) return { runs, missing: all.flatMap(missingRun) };
  throw conflict('there will be no result', { where, expected: 'a finished run', found });
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
  codeVersion: string,
): Promise<ManifestSurroundings> {
  const { header, request } = await client.get(`/v1/tapes/${encodeURIComponent(tape)}`, tapeSchema);
  if (header === null || request === null) {
    throw unavailable('nothing is known of the tape yet', { where: tape });
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
    isTradingPlan(plan)
      ? keptRun(plan, folder, (time) => calendar.sessionClosingAtOrAfter(time))
      : undefined;
  const kept = measured();
  if (kept !== undefined && kept.result.journalHash === run.journalHash) return kept;
  await downloadJournal(client, run, folder);
  await downloadCalls(client, run, folder);
  await downloadRecording(client, run, folder);
  const manifest = manifestOf(plan, surroundings, run.tapeHash);
  writeWhole(folder.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
  const fetched = measured();
  invariant(fetched !== undefined || !isTradingPlan(plan), 'a run that was fetched is finished');
  return fetched;
}

/** A few at a time; the first error ends it. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const lane = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
