/**
 * The result of a submission as one archive: of each finished run its manifest, its journal and
 * its recording, and once all runs are over result.json, the report and the tables.
 */

import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pack } from 'tar-stream';
import {
  closeRecordings,
  derivedFiles,
  derivedTables,
  manifestOf,
  type ManifestSurroundings,
  resultFolder,
  runFolder,
  type RunFolder,
  type SubmittedRuns,
} from '#backtest';
import { loggedCall } from '#backtest/run-folder/call-log';
import { writeOrigin } from '#backtest/result/result-folder';
import { codeVersion } from '#backtest/run-folder/package-folder';
import { folderName } from '#backtest/run-folder/run-folder';
import { RunRecords } from '#backtest/run-folder/run-records';
import { writeManifest } from '#backtest/tape/written-manifest';
import type { JournalEvent } from '#contracts';
import { createJournal } from '#event-log';
import { stepsOf, type RecordingReader } from '#llm';
import { pageLimitMax, pagesOf, type RunState } from '#read-models';
import type { SubmissionRow } from '#read-models/entities/run-rows';
import { conflict, unavailable } from '#values';
import { planOfSubmitted } from '#workflows/workflow/run-plan';
import type { ServiceLog } from '#service-host';
import type { GatewayLimits } from '../providers/gateway-limits.js';
import type { GatewayModels } from '../providers/gateway-parts.js';
import { deriveFinished, submittedRuns } from './derive-result.js';

/** Where runs are read from. */
interface Sources {
  readonly models: GatewayModels;
  readonly recordings: RecordingReader;
  /** Places of the registered data sets. */
  readonly datasets: ReadonlyMap<string, string>;
  readonly logger: Pick<ServiceLog, 'warn'>;
  readonly limits: Pick<GatewayLimits, 'idleMs'>;
}

/**
 * Opens the archive of a submission: a tar of `scenario.json` and its finished runs as
 * `runs/<label>/`, as `tapefold run` writes them. Once all runs are over, the files that follow
 * from these and the data set come last; they are left out, with a warning in the log, where they
 * cannot be derived in time. Resolves before the first byte, with a function that writes all of
 * them and ends the tar. `Conflict` if no run has finished, `Unavailable` while the tape is not
 * known.
 */
export async function resultArchive(
  submission: SubmissionRow,
  sources: Sources,
): Promise<(archive: Pack) => Promise<void>> {
  const states: RunState[] = [];
  const filter = { submission: submission.submission };
  for await (const page of pagesOf((one) => sources.models.runs(filter, one), pageLimitMax)) {
    states.push(...page);
  }
  const runs = states.filter(({ status }) => status === 'finished');
  if (runs.length === 0) {
    const expected = 'a finished run';
    throw conflict('no run has finished', { where: submission.submission, expected });
  }
  const surroundings = await surroundingsOf(submission, sources.models);
  const whole = submittedRuns(submission, states);
  return async (archive) => {
    const folder = await mkdtemp(join(tmpdir(), 'tapefold-result-'));
    try {
      writeOrigin(resultFolder(folder), { codeVersion, scenario: submission.scenario });
      await addFile(archive, folder, 'scenario.json');
      for (const run of runs) {
        const name = `runs/${folderName(run.label)}`;
        const target = runFolder(join(folder, name));
        const manifest = manifestOf(planOfSubmitted(run), surroundings, run.tapeHash);
        writeManifest(target, manifest);
        await writeJournal(target, run, sources.models);
        await writeRecorded(target, run, sources);
        for (const file of await readdir(target.path)) {
          await addFile(archive, folder, `${name}/${file}`);
        }
        if (whole === undefined) await rm(target.path, { recursive: true });
      }
      if (whole !== undefined) await addDerived(archive, { ...whole, out: folder }, sources);
      archive.finalize();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Adds the derived files, all or none. */
async function addDerived(
  archive: Pack,
  runs: SubmittedRuns,
  { datasets, limits, logger }: Sources,
): Promise<void> {
  try {
    // Nothing is sent meanwhile, and a connection that is idle for longer is closed.
    await deriveFinished(runs, { datasets, withinMs: limits.idleMs / 2 });
  } catch (err) {
    logger.warn({ err }, 'the result of a submission cannot be derived beside its runs');
    return;
  }
  const tables = runs.plans.flatMap(({ label }) =>
    derivedTables.map((table) => `runs/${folderName(label)}/${table}`),
  );
  for (const name of [...tables, ...derivedFiles]) {
    if (existsSync(join(runs.out, name))) await addFile(archive, runs.out, name);
  }
}

/** With a fixed time, so that equal files give an equal archive. */
async function addFile(archive: Pack, folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  const { size } = await stat(path);
  await pipeline(createReadStream(path), archive.entry({ name, size, mtime: new Date(0) }));
}

async function surroundingsOf(
  { scenario, tape }: SubmissionRow,
  models: GatewayModels,
): Promise<ManifestSurroundings> {
  const { header = null, request = null } = (await models.tape(tape)) ?? {};
  if (header?.instruments === undefined || request === null) {
    throw unavailable('the tape is not known yet', { where: tape });
  }
  const { dataset: reference, dataHash, until: lastSession } = request;
  const { instruments } = header;
  return {
    scenario,
    codeVersion,
    tape: { header: { ...header, instruments }, reference, dataHash, lastSession },
  };
}

async function writeJournal(
  { journal: path }: RunFolder,
  { run }: RunState,
  models: GatewayModels,
): Promise<void> {
  const journal = createJournal(path);
  try {
    for (let from: number | null = 1; from !== null;) {
      const page = await models.journal(run, from, pageLimitMax);
      for (const { event } of page.records) journal.append(event as JournalEvent);
      from = page.next;
    }
    journal.close();
  } catch (error) {
    journal.abandon();
    throw error;
  }
}

/**
 * Writes tool calls, attempts and model calls. Texts of results are left out: repeating a
 * call returns them.
 */
async function writeRecorded(
  folder: RunFolder,
  { run }: RunState,
  { models, recordings }: Sources,
): Promise<void> {
  const records = new RunRecords(folder);
  try {
    for await (const calls of pagesOf((page) => models.calls(run, page), pageLimitMax)) {
      if (calls.length > 0) records.add('calls', calls.map(loggedCall));
    }
    const asks = await recordings.asksOf(run);
    if (asks.length > 0) records.add('asks', stepsOf(asks, []).asks);
    // Decision by decision: the calls of a whole run may not fit into memory.
    for (const asOf of new Set(asks.map(({ opened }) => opened.asOf))) {
      const { modelCalls } = stepsOf([], await recordings.callsOf(run, asOf));
      if (modelCalls.length > 0) records.add('model-calls', modelCalls);
    }
  } finally {
    records.close();
  }
  closeRecordings(folder);
}
