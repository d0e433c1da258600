/** The result of a submission, from its journals: the files, and the bytes, that `tapefold run` would have written. */

import { join } from 'node:path';
import { conflict, unavailable } from '#values';
import {
  identityOf,
  isFinished,
  manifestOf,
  prepareOut,
  readManifest,
  resultOf,
  runFolder,
  writeArtifacts,
  writeWhole,
  type DerivedRun,
  type ManifestSurroundings,
  type TradingPlan,
} from '#backtest';
import type { Result } from '#contracts/result';
import { readJournal } from '#event-log';
import { calendarOf } from '#market-data';
import { writeReport } from '../result-files.js';
import { downloadJournal } from './download-journal.js';
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
}

export interface Downloaded {
  readonly result: Result;
  readonly derived: readonly DerivedRun[];
}

/** Journals that come at a time. */
const lanes = 4;

/**
 * Downloads all runs and derives the result from them. `Unavailable` while runs go on, `Conflict` where some were
 * cancelled or failed, or the folder holds something else; `CorruptJournal` as `downloadJournal` says.
 */
export async function downloadResult(
  client: GatewayClient,
  submission: Submission,
  options: DownloadOptions,
): Promise<Downloaded> {
  const runs = await finishedRuns(client, submission);
  const surroundings = await surroundingsOf(client, submission, options.codeVersion);
  const { header } = surroundings.tape;
  const runsDirectory = prepareOut(options);
  await inLanes(runs, (run) => fetchRun(client, run, { runsDirectory, surroundings }));
  const calendar = calendarOf(header.calendar);
  const derived = runs.map((run): DerivedRun => {
    const plan = planOf(run);
    const folder = runFolder(join(runsDirectory, plan.label));
    const dateOf = (time: number): number => calendar.sessionClosingAtOrAfter(time);
    const { fold, fills, scan } = writeArtifacts(
      folder,
      identityOf(plan, readManifest(folder)),
      dateOf,
    );
    return { plan, fold, fills, journalHash: scan.hash ?? '' };
  });
  const result = resultOf(submission.scenario, header, derived);
  writeWhole(join(options.out, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
  writeReport(result, derived, options.out);
  return { result, derived };
}

/** The runs of a submission in the order of its result. */
async function finishedRuns(client: GatewayClient, submission: Submission): Promise<Run[]> {
  const runs = await runsIn(client, submission);
  const where = submission.submission;
  const expected = `${submission.runs.length} finished`;
  if (runs.some(({ status }) => status === 'cancelled' || status === 'failed')) {
    throw conflict('there will be no result', { where, expected, found: countsOf(runs) });
  }
  if (runs.length < submission.runs.length || !runs.every(isSettled)) {
    const watch = `${expected}; to wait: npx tapefold cluster watch ${where.slice(0, 12)}`;
    throw unavailable('the result is not there yet', {
      where,
      expected: watch,
      found: countsOf(runs),
    });
  }
  return runs;
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
    // No agent of a cluster comes from a file.
    directory: '',
    tape: {
      header,
      reference: request.dataset,
      dataHash: request.dataHash,
      lastSession: request.until,
    },
  };
}

function planOf({ run, label, plan }: Run): TradingPlan {
  const { directory: _, ...rest } = plan;
  return { id: run, label, ...rest };
}

/** Manifest last: a folder without one is begun anew. */
async function fetchRun(
  client: GatewayClient,
  run: Run,
  target: { runsDirectory: string; surroundings: ManifestSurroundings },
): Promise<void> {
  const { runsDirectory, surroundings } = target;
  const plan = planOf(run);
  const folder = runFolder(join(runsDirectory, plan.label));
  const manifest = manifestOf(plan, surroundings, run.tapeHash);
  if (isFinished(plan, folder) && readJournal(folder.journal).hash === run.journalHash) return;
  await downloadJournal(client, run, folder);
  writeWhole(folder.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** A few at a time; the first error ends it. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const lane = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
