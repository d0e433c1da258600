/**
 * The runs of a submission: unpacked from one archive, checked against the scored hashes, put into
 * their folders.
 */

import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { corruptJournal, unavailable } from '#values';
import { asksModels, isServed } from '#contracts/agents/agent-kinds';
import {
  closeRecordings,
  derivedFiles,
  derivedTables,
  runFolder,
  type LoggedCall,
  type RunFolder,
} from '#backtest';
import { resultBytesMax } from '#files';
import { toolCallsOf } from '#backtest/run-folder/call-log';
import {
  allRecords,
  hasRecords,
  removeRecords,
  writeRecords,
} from '#backtest/run-folder/run-records';
import type { JournalEventOf } from '#contracts';
import { readJournal } from '#event-log';
import { callsDigest } from '#tools/tool/call-record';
import { planOfSubmitted } from '#workflows/workflow/run-plan';
import type { GatewayClient } from './gateway-client.js';
import type { Run, Submission } from './gateway-answers.js';
import type { ArchiveBounds } from './received-archive.js';

const mib = 1024 * 1024;
/**
 * The files of a run that a gateway sends, with the most bytes of each. A manifest has its plan and
 * the instruments of the tape: some 300 bytes for each symbol. A journal has some 20 bytes a fact
 * that leads to a decision: 100 million of them fit. A recording has prompts and responses: 40,000
 * calls of 50 KB fit.
 */
const fileBytesMax = {
  'manifest.json': 64 * mib,
  'journal.bin': 2048 * mib,
  'recording.db': 2048 * mib,
  'recordings.json': mib,
};
/** Those that follow from them, where the server has derived them: a table may have a row a bar. */
const tableBytesMax = 2048 * mib;
const reportBytesMax = 512 * mib;
/** The most bytes of all runs: 10,000 runs, the most that a scenario may have, of 1.6 MB each. */
const archiveBytesMax = 16 * 1024 * mib;
const scenarioBytesMax = 16 * mib;
const draftStart = '.download-';

/** The archive of a submission has its scenario, the files of its finished runs, and its result. */
function boundsOf(runs: readonly Run[]): ArchiveBounds {
  const files = new Map([
    ['scenario.json', scenarioBytesMax],
    ['result.json', resultBytesMax],
    ['report.html', reportBytesMax],
  ]);
  const bytesMax = Object.entries(fileBytesMax);
  for (const table of derivedTables) bytesMax.push([table, tableBytesMax]);
  for (const { label } of runs) {
    for (const [name, bytes] of bytesMax) files.set(`runs/${label}/${name}`, bytes);
  }
  const names = bytesMax.map(([name]) => name).join(', ');
  const what =
    `scenario.json, result.json, report.html, and ${names} of the finished runs ` +
    `(${runs.length}) of the submission`;
  return { files, bytesMax: archiveBytesMax, what };
}

/**
 * Downloads the runs of a submission in one archive, and puts each into its folder, as `folderOf`
 * says. None is put there before all of them are checked. The result and the report that the server
 * derived go into `out`; without them, none is left there. The caller has locked `out`: what a
 * killed download left there is removed. Fails as `unpackArchive` and `requireRun` do, and leaves
 * nothing behind then.
 */
export async function downloadRuns(
  client: GatewayClient,
  { submission }: Pick<Submission, 'submission'>,
  { out, runs, folderOf }: Target,
): Promise<void> {
  removeDrafts(out);
  const draft = mkdtempSync(join(out, draftStart));
  const sentOf = ({ label }: Run): RunFolder => runFolder(join(draft, 'runs', label));
  try {
    await client.unpack(`/v1/submissions/${submission}/result`, draft, boundsOf(runs));
    for (const run of runs) requireRun(run, sentOf(run));
    for (const run of runs) {
      const { path } = folderOf(run);
      rmSync(path, { recursive: true, force: true });
      renameSync(sentOf(run).path, path);
    }
    for (const name of derivedFiles) {
      rmSync(join(out, name), { force: true });
      if (existsSync(join(draft, name))) renameSync(join(draft, name), join(out, name));
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Removes what killed downloads left: no other process writes the folder. */
function removeDrafts(out: string): void {
  for (const name of readdirSync(out)) {
    if (name.startsWith(draftStart)) rmSync(join(out, name), { recursive: true, force: true });
  }
}

interface Target {
  readonly out: string;
  readonly runs: readonly Run[];
  readonly folderOf: (run: Run) => RunFolder;
}

/**
 * `CorruptJournal` if the journal does not have the hash of the scored one, or the tool calls are
 * not those that it names; `Unavailable` while some of it has not reached the tables.
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
  if (isServed(plan.agent)) {
    for (const one of called) requireCalls(calls.get(one.asOf) ?? [], one, label);
  }
  if (!asksModels(planOfSubmitted({ run, label, plan }).agent) || hasRecords(folder, 'asks'))
    return;
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

/** Attempts and calls of a run name it by the id that it has on the recording. */
export function nameRecords(folder: RunFolder, run: string): void {
  const { asks, 'model-calls': calls, ...others } = allRecords(folder);
  const named = (records: readonly object[]) => records.map((record) => ({ ...record, run }));
  removeRecords(folder);
  writeRecords(folder, { ...others, asks: named(asks), 'model-calls': named(calls) });
  closeRecordings(folder);
}
