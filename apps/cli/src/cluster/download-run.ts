/** Downloads what is recorded of a run: its journal, kept only if its hash was scored, tool calls and model calls. */

import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { isServed } from '#agents';
import {
  closeRecordings,
  loggedCall,
  type LoggedCall,
  removeRecords,
  type RunFolder,
  writeRecords,
} from '#backtest';
import { asksModels } from '#backtest/result/run-models';
import type { JournalEventOf } from '#contracts';
import { createJournal, type JournalWriter, readJournal } from '#event-log';
import { stepsOf } from '#llm';
import { endedAskSchema, openedAskSchema } from '#llm/calls/ask';
import { recordedCallSchema } from '#llm/calls/recorded-call';
import { callsDigest } from '#tools/tool/call-record';
import { corruptJournal, unavailable } from '#values';
import { planOfSubmitted } from '#workflows/workflow/submitted-plan';
import type { GatewayClient } from './gateway-client.js';
import { journalPageSchema, type Run, toolCallSchema } from './gateway-answers.js';
import { allItems } from './gateway-lists.js';

const pageLimit = 1000;
const askSchema = z.strictObject({ opened: openedAskSchema, ended: endedAskSchema.nullable() });

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

/**
 * Writes the journal of a finished run into its folder, whole or not at all. `CorruptJournal` if the received
 * records do not produce the hash: scoring computes it from the events, so that three parties agree.
 */
export async function downloadJournal(
  client: GatewayClient,
  run: Run,
  folder: RunFolder,
): Promise<void> {
  const draft = `${folder.journal}.draft`;
  mkdirSync(folder.path, { recursive: true });
  rmSync(draft, { force: true });
  const journal = createJournal(draft);
  try {
    const hash = await appendPages(client, run, journal);
    if (hash !== run.journalHash) {
      throw corruptJournal('the downloaded records differ from the scored ones', {
        where: run.label,
        expected: `journal hash ${run.journalHash}`,
        found: hash,
      });
    }
    renameSync(draft, folder.journal);
  } catch (error) {
    journal.abandon();
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Appends all records; returns the hash of what was appended. */
async function appendPages(
  client: GatewayClient,
  { run, label, records }: Run,
  journal: JournalWriter,
): Promise<string> {
  let from = 1;
  while (from <= records) {
    const page = await client.get(
      `/v1/runs/${run}/journal?from=${from}&limit=${pageLimit}`,
      journalPageSchema,
    );
    for (const { record, event } of page.records) {
      // A journal is closed by its last record and by no earlier one.
      if (record !== from || (event.type === 'RunClosed') !== (record === records)) {
        throw corruptJournal('the downloaded records are not a journal', {
          where: label,
          expected: `record ${from} of ${records}`,
          found: `record ${record}, ${event.type}`,
        });
      }
      journal.append(event);
      from++;
    }
    if (page.records.length === 0) {
      throw unavailable('records of a finished run are missing', {
        where: label,
        expected: `${records}`,
        found: `${from - 1}`,
      });
    }
  }
  return journal.close().hash;
}
