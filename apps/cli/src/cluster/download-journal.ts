/** Downloads a journal from a gateway: records page by page, encoded again, and kept only if their hash was scored. */

import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { corruptJournal, unavailable } from '#values';
import { createJournal, type JournalWriter } from '#event-log';
import type { RunFolder } from '#backtest';
import type { GatewayClient } from './gateway-client.js';
import { journalPageSchema, type Run } from './gateway-answers.js';

const pageLimit = 1000;

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
