/** Journals for tests: a run of any number of records, and a folder for their files. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { JournalEvent, JournaledDecision } from '#contracts';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import type { JournalSummary } from '../log/journal.js';
import { createJournal } from './journal-file.js';
import { readJournal, type PlacedRecord } from './journal-reader.js';

// Fixed to one version of the semantics: the pinned hash is that of the file format.
const opened = runOpened(['AAPL', 'Ω'], { capital: 100_000, semantics: 2 });
const decisions: JournaledDecision[] = [1, 0, -1].map((position) => ({
  kind: 'target',
  positions: [{ symbol: 'Ω', position }],
}));
const minute = 60_000_000;

/** The record with a number, from 1: decisions, marks, and refusals with some text. */
function recordAt(number: number): JournalEvent {
  const place = { asOf: number, time: 1_741_035_600_000_000 + number * minute };
  switch (number % 4) {
    case 0: {
      const money = { equity: 100_000 + number / 3, cash: number, gross: 0.5, net: -0.5 };
      return { type: 'MarkTaken', ...place, session: 20_000 + number, ...money, stale: ['AAPL'] };
    }
    case 1:
      return { type: 'DecisionFailed', ...place, reason: 'é'.repeat(number % 7) };
    default: {
      const decision = decisions[number % 3] as JournaledDecision;
      return { type: 'DecisionMade', ...place, decision, rationale: null };
    }
  }
}

/** A whole journal of `count` records, `RunOpened` first and `RunClosed` last. */
export function sampleEvents(count: number): JournalEvent[] {
  const inner = Array.from({ length: count - 2 }, (_, index) => recordAt(index + 1));
  const end = recordAt(count);
  return [opened, ...inner, runClosed({ asOf: end.asOf, time: end.time })];
}

/** A folder that is removed after the tests of the file; each call names a new file in it. */
export function journalFolder(): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'journal-spec-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let files = 0;
  return () => join(folder, `${++files}.journal`);
}

export function writeJournal(
  path: string,
  events: readonly JournalEvent[],
  batchRecords?: number,
): JournalSummary {
  const writer = createJournal(path, batchRecords === undefined ? {} : { batchRecords });
  for (const event of events) writer.append(event);
  return writer.close();
}

/** A written journal: its bytes, its summary, and the offsets of its records. */
export function writtenJournal(
  path: string,
  events: readonly JournalEvent[],
): { bytes: Uint8Array; summary: JournalSummary; records: PlacedRecord[] } {
  const summary = writeJournal(path, events);
  const records: PlacedRecord[] = [];
  readJournal(path, (record) => records.push(record));
  return { bytes: new Uint8Array(readFileSync(path)), summary, records };
}
