/**
 * All parts of a cluster together: brokers first, then services; each is kept alive until
 * the cluster ends.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { adminTokenHash, modelGatewayToken } from './admin-token.ts';
import type { ClusterSettings, PartSettings } from './cluster-settings.ts';
import { keepAlive, type KeptProcess } from './keep-alive.ts';
import { kafkaPlan } from './kafka.ts';
import type { ProcessPlan } from './managed-process.ts';
import { postgresPlan } from './postgres.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { serviceEnvironment, type ServicePlace } from './service-environment.ts';
import { builtEntryOf, entryOf, isServiceName, servicePlan } from './services.ts';
import { openStateBoard, type StateBoard } from './state-board.ts';

export interface Cluster {
  /** Starts everything; settles when all of it serves, rejects with what did not. */
  start(): Promise<void>;
  /** Ends everything, services before what they need. */
  stop(): Promise<void>;
}

/** What every step of a start needs. */
interface Context {
  readonly settings: ClusterSettings;
  readonly board: StateBoard;
  readonly kept: { readonly isService: boolean; readonly process: KeptProcess }[];
  readonly say: (line: string) => void;
}

/** A cluster whose state is kept in `settings.folder`; `say` receives progress messages. */
export function openCluster(
  settings: ClusterSettings,
  supervisor: ProcessIdentity,
  say: (line: string) => void,
): Cluster {
  const board = openStateBoard(settings, supervisor);
  const context: Context = { settings, board, kept: [], say };
  const stopAll = async (isService: boolean): Promise<void> => {
    const chosen = context.kept.filter((each) => each.isService === isService);
    await Promise.all(chosen.map(({ process }) => process.stop()));
  };
  return {
    async start() {
      if (settings.needsAllBuilt) requireBuilt(settings.parts);
      adminTokenHash(settings.folder); // Created first, for commands that wait for the state file.
      await Promise.all(settings.parts.map((part) => startBroker(context, part)));
      await Promise.all(settings.parts.map((part) => startService(context, part)));
      if (board.status() === 'starting') board.setStatus('ready');
    },
    async stop() {
      board.setStatus('stopping');
      await stopAll(true);
      await stopAll(false);
    },
  };
}

/** Fails before anything starts, instead of half a minute later. */
function requireBuilt(parts: readonly PartSettings[]): void {
  for (const { part } of parts) if (isServiceName(part)) builtEntryOf(part);
}

const logOf = ({ folder }: ClusterSettings, name: string): string =>
  join(folder, 'logs', `${name}.log`);

async function startBroker(context: Context, part: PartSettings): Promise<void> {
  const { settings, board, say } = context;
  const { controllerPort, folder } = settings;
  const { port } = part;
  const log = logOf(settings, part.name);
  if (part.part === 'postgres') {
    const dataDir = join(folder, 'postgres');
    const plan = await postgresPlan({ dataDir, port, log });
    board.setAddresses({ databaseUrl: plan.url });
    if (plan.folder !== dataDir) say(`postgres keeps its data in ${plan.folder}`);
    await run(context, plan, part);
  } else if (part.part === 'kafka') {
    const dataDir = join(folder, 'broker');
    const plan = await kafkaPlan({ dataDir, port, controllerPort, log, say });
    board.setAddresses({ brokers: plan.brokers });
    await run(context, plan, part);
  }
}

async function startService(context: Context, part: PartSettings): Promise<void> {
  const { settings, board, say } = context;
  const service = part.part;
  if (!isServiceName(service)) return;
  if (!settings.needsAllBuilt && !existsSync(entryOf(service))) {
    return say(`${part.name} is not built, and left out: ${entryOf(service)}`);
  }
  const env = serviceEnvironment(service, {
    ...board.addresses(),
    port: part.port,
    datasets: settings.datasets,
    frames: process.env['TAPEFOLD_FRAMES'] ?? join(settings.folder, 'frames'),
    adminTokenHash: adminTokenHash(settings.folder),
    models: modelsOf(settings),
  });
  await run(
    context,
    servicePlan(service, env, { as: part.name, log: logOf(settings, part.name) }),
    part,
  );
}

/** Where agent adapters reach models, where a model gateway is part of the cluster. */
function modelsOf({ parts, folder }: ClusterSettings): ServicePlace['models'] {
  const gateway = parts.find(({ part }) => part === 'model-gateway');
  if (gateway === undefined) return undefined;
  return { url: `http://127.0.0.1:${gateway.port}`, token: modelGatewayToken(folder) };
}

/** Settles when it serves; from then on it is started again whenever it dies. */
async function run(context: Context, plan: ProcessPlan, part: PartSettings): Promise<void> {
  const { board, kept, say } = context;
  if (board.status() === 'stopping') return;
  const { name, port } = part;
  const { log, stopSignal } = plan;
  board.add(name, { address: `127.0.0.1:${port}`, log, stopSignal });
  const process = keepAlive(plan, {
    onChange: (status, pid) => board.change(name, status, pid),
    onDeath: (reason, delayMs) => {
      say(`${reason}; it is started again in ${delayMs} ms`);
      board.countRestart(name);
    },
  });
  kept.push({ isService: isServiceName(part.part), process });
  await process.ready;
  say(`${name} is ready (127.0.0.1:${port})`);
}
