/** Runs whose window has no end: which may be ended, and which were. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { conflict, invalidInput } from '#values';
import { isOpenEnded, type Scenario } from '#contracts/scenario/scenario';
import { reportsOf } from '#contracts/scenario/weekly-reports';
import { readJournal } from '#event-log';
import type { RunPlan } from '#workflows';
import { readManifest, requireSameRun, runFolder, type RunFolder } from './run-folder.js';

const windowOf = (scenario: Scenario) => scenario.window ?? reportsOf(scenario.terms ?? {})?.window;

/** `InvalidInput` if the window of a scenario has an end of its own. */
export function requireOpen(scenario: Scenario): void {
  if (isOpenEnded(scenario)) return;
  throw invalidInput('the runs end by themselves', {
    where: 'window.to',
    expected: 'open, for runs that continue until ended',
    found: windowOf(scenario)?.to ?? scenario.workflow,
  });
}

/** Whether the journal of a run without an end has its last record. */
export const isEnded = ({ journal }: Pick<RunFolder, 'journal'>): boolean =>
  existsSync(journal) && readJournal(journal).complete;

/** Whether a result with a window without an end was ended: then all of its runs are to end. */
export const hasEnded = (plans: readonly RunPlan[], runsDirectory: string): boolean =>
  plans.some(({ label }) => isEnded(runFolder(join(runsDirectory, label))));

/** `Conflict` if a run was ended, and its data has grown since. */
export function requireNotOutgrown(
  plan: RunPlan,
  folder: RunFolder,
  { dataHash }: { readonly dataHash: string },
): void {
  if (!existsSync(folder.manifest)) return;
  const manifest = readManifest(folder);
  requireSameRun(manifest, plan, folder);
  if (manifest.data.sha256 === dataHash || !isEnded(folder)) return;
  throw conflict('the run was ended, and its data set has grown since', {
    where: folder.path,
    expected:
      `the data set that it ended with, SHA-256 ${manifest.data.sha256}; use another --out for a ` +
      'new run',
    found: `SHA-256 ${dataHash}`,
  });
}
