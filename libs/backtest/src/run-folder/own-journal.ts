/**
 * A journal belongs to one run: its first and its last record are checked for that
 * wherever one is read.
 */

import { corruptJournal } from '#values';
import {
  type DecisionEvent,
  engineSemantics,
  isDecision,
  isPrelude,
  type JournalEvent,
  type JournalEventOf,
} from '#contracts';
import type { Manifest } from '#contracts/scenario/manifest';
import { readJournal, type JournalScan, type PlacedRecord } from '#event-log';
import { isOpenPlan, planDigest, type RunPlan, type WorkflowFold } from '#workflows';
import { readManifest, runFolder, type RunFolder } from './run-folder.js';

/** What a journal must state about its run. */
export interface RunIdentity {
  readonly plan: RunPlan;
  /** Null while the run is not finished. */
  readonly tapeHash: string | null;
}

export const identityOf = <P extends RunPlan>(
  plan: P,
  { tape }: Pick<Manifest, 'tape'>,
): RunIdentity & { readonly plan: P } => ({ plan, tapeHash: tape.hash });

/** A run as stored in its folder. */
export interface RecordedRun extends RunIdentity {
  readonly folder: RunFolder;
  readonly manifest: Manifest;
}

/** The run of a folder. `InvalidInput` when the folder has none, or its manifest is malformed. */
export function recordedRun(path: string): RecordedRun {
  const folder = runFolder(path);
  const manifest = readManifest(folder);
  return { folder, manifest, ...identityOf(planOf(manifest), manifest) };
}

/** The plan kept in a manifest. */
export function planOf({ run, label, plan }: Manifest): RunPlan {
  const { directory: _, ...rest } = plan;
  return { id: run, label, ...rest };
}

/**
 * Visits the records of a run's journal. `CorruptJournal` if it was altered, or belongs
 * to another run.
 */
export const readOwn = (
  journal: string,
  run: RunIdentity,
  visit?: (record: PlacedRecord) => void,
): JournalScan =>
  readJournal(journal, (record) => {
    requireOwn(run, record, journal);
    visit?.(record);
  });

/** As `readOwn`, into a fresh fold; `visit` sees each event after the fold. */
export function foldJournal<F extends WorkflowFold>(
  journal: string,
  run: RunIdentity,
  fold: F,
  visit?: (event: JournalEvent) => void,
): { readonly fold: F; readonly scan: JournalScan } {
  const scan = readOwn(journal, run, ({ event }) => {
    fold.take(event);
    visit?.(event);
  });
  return { fold, scan };
}

/**
 * The answers in the journal of a run, in order; events before an answer that is
 * missing are left out.
 */
export function recordedIn(journal: string, run: RunIdentity): DecisionEvent[] {
  const answers: DecisionEvent[] = [];
  readOwn(journal, run, ({ event }) => {
    if (isDecision(event)) answers.push(event);
  });
  while (isPrelude(answers.at(-1) ?? noEvent)) answers.pop();
  return answers;
}

const noEvent = { type: '' };

/**
 * Refuses a journal of another run or of other semantics: `CorruptJournal`, naming
 * record and member.
 */
export function requireOwn(
  run: RunIdentity,
  { seq, event }: Pick<PlacedRecord, 'seq' | 'event'>,
  where: string,
): void {
  if (event.type !== 'RunOpened' && event.type !== 'RunClosed') return;
  const expected: Partial<JournalEvent> =
    event.type === 'RunOpened' ? openingOf(run) : closingOf(run);
  for (const [name, value] of Object.entries(expected)) {
    const found = event[name as keyof typeof event];
    if (found === value) continue;
    const owner = name === 'semantics' ? 'another version of the engine' : 'another run';
    throw corruptJournal(`the journal is of ${owner}`, {
      where: `${where}: record ${seq}, ${event.type}: ${name}`,
      expected: String(value),
      found: String(found),
    });
  }
}

const openingOf = ({ plan }: RunIdentity): Partial<JournalEventOf<'RunOpened'>> => ({
  semantics: engineSemantics,
  workflow: plan.workflow,
  plan: planDigest(plan),
});

function closingOf({ plan, tapeHash }: RunIdentity): Partial<JournalEventOf<'RunClosed'>> {
  const tape = tapeHash === null ? {} : { tapeHash };
  // Only the tape tells which session is the last of a window without an end.
  if (isOpenPlan(plan)) return { ...tape, data: plan.data };
  return { ...tape, lastSession: plan.lastSession ?? null, data: plan.data };
}
