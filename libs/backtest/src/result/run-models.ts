/** Serves runs that ask models: a gateway over the files beside their journals. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asksModels } from '#contracts/agents/agent-kinds';
import { noModels } from '#agents';
import { FileStore, type ModelService, type RecordingStore } from '#llm';
import type { RunPlan } from '#workflows';
import { closeRecordings } from '../run-folder/closing-record.js';
import { readManifest, runFolder } from '../run-folder/run-folder.js';
import { lockOut, prepareOut, resultFolder, type PrepareOptions } from './result-folder.js';
import type { NamedRun } from './result-recording.js';

/** What a gateway is opened over. */
interface GatewayPlace {
  /** Keeps the recordings of these runs; closed after the gateway. */
  readonly store: RecordingStore;
  readonly runs: readonly NamedRun[];
}

/** Opens the gateway of a process, before anything is written. */
export type OpenModels = (place: GatewayPlace) => ModelService | Promise<ModelService>;

interface OwnedOptions extends PrepareOptions {
  readonly openModels?: OpenModels | undefined;
}

/**
 * Claims the folder of a result for this process while `work` does the runs, and opens what reaches
 * models for those that are not finished. `first` runs earlier, and prepares the folder itself if
 * it has to. Fails as `prepareOut` does; `InvalidInput` if a run asks models and `openModels` is
 * missing, or for what that refuses.
 */
export async function inOwnFolder<T>(
  options: OwnedOptions,
  origin: Parameters<typeof prepareOut>[1],
  work: (models: ModelService | undefined) => Promise<T>,
  first?: (prepare: () => void) => Promise<void>,
): Promise<T> {
  const prepare = (): void => prepareOut(options, origin);
  const release = lockOut(options.out);
  try {
    await first?.(prepare);
    const opened = await openModelsOf(origin.plans, options);
    try {
      prepare();
      return await work(opened?.models);
    } finally {
      await opened?.close();
    }
  } finally {
    release();
  }
}

/** Undefined if no run that is open asks models. */
async function openModelsOf(
  plans: readonly RunPlan[],
  { out, fresh, openModels: open }: OwnedOptions,
): Promise<{ models: ModelService; close: () => Promise<void> } | undefined> {
  const { runs } = resultFolder(out);
  const asking = plans.filter(
    (plan) => asksModels(plan.agent) && (fresh === true || !isFinishedIn(runs, plan)),
  );
  // A process may have died after the end of a run.
  for (const { label } of plans.filter(
    (plan) => asksModels(plan.agent) && !asking.includes(plan),
  )) {
    const folder = runFolder(join(runs, label));
    if (!existsSync(folder.closing)) closeRecordings(folder);
  }
  const [first] = asking;
  if (first === undefined) return undefined;
  if (open === undefined) throw noModels(first.agent);
  const folders = new Map(asking.map(({ id, label }) => [id, join(runs, label)]));
  const store = new FileStore({ folderOf: (run) => folders.get(run) });
  const models = await open({ store, runs: asking });
  return {
    models,
    close: async () => {
      await models.close();
      await store.close();
      for (const folder of folders.values()) closeRecordings(runFolder(folder));
    },
  };
}

/**
 * Whether its journal exists, and its manifest reports that it has ended: then no agent is asked.
 */
function isFinishedIn(runsDirectory: string, { id, label }: RunPlan): boolean {
  const folder = runFolder(join(runsDirectory, label));
  if (!existsSync(folder.manifest) || !existsSync(folder.journal)) return false;
  const { run, tape } = readManifest(folder);
  return run === id && tape.hash !== null;
}
