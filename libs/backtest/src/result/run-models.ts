/** What runs need that ask models: a gateway over the files beside their journals. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { noModels } from '#agents';
import { FileStore, type ModelService, type RecordingStore } from '#llm';
import type { RunPlan } from '#workflows';
import { closeRecordings } from '../run-folder/closing-record.js';
import { readManifest, runFolder } from '../run-folder/run-folder.js';
import type { NamedRun } from './result-recording.js';

/** Whether the run's agent may reach a model through the recording gateway. */
export const asksModels = ({ agent }: Pick<RunPlan, 'agent'>): boolean =>
  agent.kind === 'llm' || agent.kind === 'http';

/** What a gateway is opened over. */
export interface GatewayPlace {
  /** Keeps the recordings of these runs; closed after the gateway. */
  readonly store: RecordingStore;
  readonly runs: readonly NamedRun[];
}

/** Opens the gateway of a process, before anything is written. */
export type OpenModels = (place: GatewayPlace) => ModelService | Promise<ModelService>;

export interface OpenedModels {
  /** Undefined where no run asks models. */
  readonly models: ModelService | undefined;
  close(): Promise<void>;
}

export interface ModelsOptions {
  readonly open: OpenModels | undefined;
  /** Folder above the runs' own. */
  readonly runsDirectory: string;
  /** Whether what is there is removed first. */
  readonly fresh: boolean;
}

/**
 * Opens what the runs need that are not finished in `runsDirectory`. `InvalidInput` where one of them asks models and
 * `open` is missing, or for what `open` refuses.
 */
export async function openModelsOf(
  plans: readonly RunPlan[],
  { open, runsDirectory, fresh }: ModelsOptions,
): Promise<OpenedModels> {
  const asking = plans.filter(
    (plan) => asksModels(plan) && (fresh || !isFinishedIn(runsDirectory, plan)),
  );
  // A process may have died behind the end of a run.
  for (const { id, label } of plans.filter((plan) => asksModels(plan) && !asking.includes(plan))) {
    const folder = runFolder(join(runsDirectory, label));
    if (!existsSync(folder.closing)) await closeRecordings(id, folder);
  }
  const [first] = asking;
  if (first === undefined) return { models: undefined, close: () => Promise.resolve() };
  if (open === undefined) throw noModels(first.agent);
  const labels = new Map(asking.map(({ id, label }) => [id, label]));
  const store = new FileStore({
    folderOf: (run) => {
      const label = labels.get(run);
      return label === undefined ? undefined : join(runsDirectory, label);
    },
  });
  const models = await open({ store, runs: asking });
  return {
    models,
    close: async () => {
      await models.close();
      await store.close();
      for (const { id, label } of asking) {
        await closeRecordings(id, runFolder(join(runsDirectory, label)));
      }
    },
  };
}

/** Whether its journal is there, and its manifest says that it has ended: then nobody is asked. */
function isFinishedIn(runsDirectory: string, { id, label }: RunPlan): boolean {
  const folder = runFolder(join(runsDirectory, label));
  if (!existsSync(folder.manifest) || !existsSync(folder.journal)) return false;
  const { run, tape } = readManifest(folder);
  return run === id && tape.hash !== null;
}
