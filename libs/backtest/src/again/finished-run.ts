/** A finished run as its folder has it: plan, fold of its journal, and what was recorded of its questions. */

import { dirname } from 'node:path';
import { allWorkflows, workflowOf, type Workflow, type Workflows } from '#workflows';
import { foldJournal } from '../run-folder/fold-journal.js';
import { identityOf } from '../run-folder/own-journal.js';
import { readManifest, type RunFolder } from '../run-folder/run-folder.js';
import { tracesOf } from '../result/run-traces.js';
import { planOf } from './verify-run.js';

/** `CorruptJournal` where the journal was altered, or is of another run. */
export async function finishedRun(folder: RunFolder, workflows: Workflows = allWorkflows) {
  const manifest = readManifest(folder);
  const plan = planOf(manifest);
  const workflow: Workflow = workflowOf(workflows, plan);
  const { fold } = foldJournal(folder.journal, identityOf(plan, manifest), workflow.openFold());
  const traces = await tracesOf(plan, dirname(folder.path));
  return { manifest, plan, fold, traces, synthetic: manifest.tape.header.synthetic };
}
