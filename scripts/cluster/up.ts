/**
 * `npm run cluster:up`: starts a cluster that stays when the terminal goes, and waits until all
 * of it is ready.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { registeredDatasets } from '#service-host/config/registered-datasets';
import { rememberDatasets } from './chosen-datasets.ts';
import {
  clusterSettings,
  requireFreePorts,
  upUsage,
  type ClusterSettings,
} from './cluster-settings.ts';
import { readState } from './cluster-state.ts';
import { clusterTable } from './cluster-table.ts';
import { lastLines } from './last-lines.ts';
import { endLeftovers } from './leftovers.ts';
import { projectRoot } from './project-root.ts';
import { runningSupervisor } from './supervisor-lock.ts';
import type { SupervisorMessage } from './supervisor.ts';

/** Prints the table, and a notice if the cluster is not in order. */
function show(folder: string): void {
  const state = readState(folder);
  if (state !== undefined) console.log(`\n${clusterTable(state)}`);
}

const logOf = (folder: string): string => join(folder, 'logs', 'supervisor.log');

/** In its own session, so that closing a terminal does not end it. */
function startSupervisor(settings: ClusterSettings): ChildProcess {
  mkdirSync(join(settings.folder, 'logs'), { recursive: true });
  const log = openSync(logOf(settings.folder), 'a');
  const program = join(import.meta.dirname, 'supervisor.ts');
  return spawn(process.execPath, [program, JSON.stringify(settings)], {
    cwd: projectRoot,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
}

/** Prints the supervisor's output until it is ready (true) or has failed. */
function followed(supervisor: ChildProcess, folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    let failed: string | undefined;
    supervisor.on('message', (message: SupervisorMessage) => {
      if ('say' in message) console.log(message.say);
      else if ('ready' in message) resolve(true);
      else failed = message.failed;
    });
    supervisor.once('error', (error) => (failed = error.message));
    supervisor.once('exit', () => {
      console.error(
        `cluster: ${failed ?? `the supervisor ended:\n${lastLines(logOf(folder), 12)}`}`,
      );
      resolve(false);
    });
  });
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return console.log(upUsage);
  const settings = await clusterSettings(args, process.env);
  const { folder } = settings;
  const running = runningSupervisor(folder);
  if (running !== undefined) {
    console.log(`a cluster runs already in ${folder} (process ${running.pid}): nothing is done`);
    return show(folder);
  }
  const state = readState(folder);
  const left = state === undefined ? 0 : await endLeftovers(state);
  if (left > 0) console.log(`ended ${left} processes that a killed supervisor had left`);
  // Before anything starts: a service could only report it in its log.
  await registeredDatasets(settings.datasets);
  await requireFreePorts(settings);
  rememberDatasets(folder, settings.datasets);
  const supervisor = startSupervisor(settings);
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => supervisor.kill('SIGTERM'));
  const isReady = await followed(supervisor, folder);
  if (!isReady) return void (process.exitCode = 1);
  show(folder);
  supervisor.disconnect();
  supervisor.unref();
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`cluster: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
