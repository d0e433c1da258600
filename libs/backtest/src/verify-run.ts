/** The proof that a run is what it says: its chain holds, and doing it again gives the same bytes. */

import { existsSync, statSync } from 'node:fs';
import { isFailure } from '#values';
import { engineSemantics } from '#contracts';
import type { Manifest } from '#contracts/manifest';
import { compareWithJournal, readJournal } from '#event-log';
import { identityOf, requireOwn, type RunIdentity } from './own-journal.js';
import { runBacktest } from './run-backtest.js';
import { readManifest, runFolder, type RunFolder } from './run-folder.js';
import { allWorkflows, isTradingPlan, type RunPlan, type Workflows } from '#workflows';
import { recordedIn } from './run-shard.js';
import { openRecorded } from './recorded-dataset.js';
import { openTape } from './scenario-tape.js';

export type Verdict =
  | {
      readonly kind: 'verified';
      readonly hash: string;
      readonly records: number;
      readonly replayed: boolean;
    }
  /** Written by an engine of other semantics: neither proven nor disproven here. */
  | { readonly kind: 'other-semantics'; readonly found: number; readonly expected: number }
  /** The chain is broken, the journal torn, or the run does not repeat. */
  | { readonly kind: 'refuted'; readonly what: string };

export interface VerifyOptions {
  /** Where the data set lies now, when it moved. */
  readonly data?: string;
  /** Ask modules and scripts again instead of taking their answers from the journal. */
  readonly askAgain?: boolean;
  /** Kinds of work that the run may be of; those of this version when left out. */
  readonly workflows?: Workflows;
  readonly onProgress?: (progress: { facts: number; time: number }) => void;
}

/**
 * Verifies a run's folder; writes nothing. `InvalidInput` when it is no run, or its data set cannot be
 * found: that says nothing about the run.
 */
export async function verifyRun(path: string, options: VerifyOptions = {}): Promise<Verdict> {
  const folder = runFolder(path);
  const manifest = readManifest(folder);
  if (!existsSync(folder.journal)) return { kind: 'refuted', what: 'the journal is missing' };
  if (manifest.semantics !== engineSemantics) {
    return { kind: 'other-semantics', found: manifest.semantics, expected: engineSemantics };
  }
  try {
    return await verifyJournal(folder, manifest, options);
  } catch (error) {
    if (isFailure(error, 'CorruptJournal')) return { kind: 'refuted', what: error.message };
    throw error;
  }
}

async function verifyJournal(
  folder: RunFolder,
  manifest: Manifest,
  options: VerifyOptions,
): Promise<Verdict> {
  const run = identityOf(planOf(manifest), manifest);
  const scan = readJournal(folder.journal, (record) => requireOwn(run, record, folder.journal));
  if (!scan.complete) {
    const found = `it ends after record ${scan.records} at byte ${scan.bytes}`;
    const torn = scan.tornBytes > 0 ? `, with ${scan.tornBytes} torn bytes behind it` : '';
    return { kind: 'refuted', what: `the journal is not complete: ${found}${torn}` };
  }
  const repeated = await repeatRun(folder, manifest, run, options);
  if (repeated.kind === 'refuted') return repeated;
  if (manifest.tape.hash !== repeated.tapeHash) {
    return { kind: 'refuted', what: 'the manifest names another tape than the journal' };
  }
  return {
    kind: 'verified',
    hash: scan.hash ?? '',
    records: scan.records,
    replayed: repeated.replayed,
  };
}

type Repeated =
  | { readonly kind: 'same'; readonly tapeHash: string; readonly replayed: boolean }
  | { readonly kind: 'refuted'; readonly what: string };

async function repeatRun(
  folder: RunFolder,
  manifest: Manifest,
  run: RunIdentity,
  options: VerifyOptions,
): Promise<Repeated> {
  const { dataset, reference } = await openRecorded(manifest, options.data);
  try {
    const dataHash = await dataset.contentHash();
    if (dataHash !== manifest.data.sha256) {
      const found = `expected SHA-256 ${manifest.data.sha256}; found ${dataHash}`;
      return { kind: 'refuted', what: `the data set is not the one of the run: ${found}` };
    }
    const { header, until } = manifest.tape;
    const { badRows } = manifest.data;
    const tasks = !isTradingPlan(run.plan);
    const stream = await openTape(dataset, header, { until, badRows, tasks });
    const replayOnly = options.askAgain !== true;
    const outcome = await runBacktest({
      stream,
      runs: [
        {
          plan: run.plan,
          journal: compareWithJournal(folder.journal, statSync(folder.journal).size),
          ...(replayOnly ? { recorded: recordedIn(folder.journal, run), replayOnly } : {}),
        },
      ],
      documents: dataset.documents,
      workflows: options.workflows ?? allWorkflows,
      agents: { directory: manifest.plan.directory, hidden: [reference, folder.path] },
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    });
    if (outcome.kind === 'interrupted') return { kind: 'refuted', what: 'it was interrupted' };
    return { kind: 'same', tapeHash: outcome.tapeHash, replayed: replayOnly };
  } finally {
    await dataset.close();
  }
}

/** The plan that a manifest keeps. */
export function planOf({ run, label, plan }: Manifest): RunPlan {
  const { directory: _, ...rest } = plan;
  return { id: run, label, ...rest };
}
