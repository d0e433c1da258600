/** The runs of a submission: unpacked from one archive, checked against the scored hashes, put into their folders. */

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { corruptJournal, unavailable } from '#values';
import { isServed } from '#agents';
import { closeRecordings, runFolder, type LoggedCall, type RunFolder } from '#backtest';
import { asksModels } from '#backtest/result/run-models';
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

/** Attempts and calls of a run name it by the id that it has on the recording. */
export function nameRecords(folder: RunFolder, run: string): void {
  const { asks, 'model-calls': calls, ...others } = allRecords(folder);
  const named = (records: readonly object[]) => records.map((record) => ({ ...record, run }));
  removeRecords(folder);
  writeRecords(folder, { ...others, asks: named(asks), 'model-calls': named(calls) });
  closeRecordings(folder);
}
