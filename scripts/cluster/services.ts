/** The seven services of a cluster, and how one of them is run outside of Docker. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { invalidInput, unavailable } from '#values';
import { startProcess, type ManagedProcess, type ProcessPlan } from './managed-process.ts';
import { projectRoot } from './project-root.ts';

export const serviceNames = [
  'ingest',
  'clock',
  'agent-adapter',
  'portfolio',
  'scoring',
  'model-gateway',
  'gateway',
] as const;
export type ServiceName = (typeof serviceNames)[number];

export const isServiceName = (name: string): name is ServiceName =>
  serviceNames.some((each) => each === name);

export interface ServiceOptions {
  /** Where its output goes. */
  readonly log: string;
  /** Its name in logs and tables; defaults to the service's name. */
  readonly as?: string;
  /** How long it may take to be ready, milliseconds; 180,000 when it is left out. */
  readonly readyMs?: number;
}

/** The built entry point of the service. */
export const entryOf = (name: ServiceName): string =>
  join(projectRoot, 'dist', 'apps', name, 'src', 'main.js');

/** The same, when it is there. `Unavailable` when it is not. */
export function builtEntryOf(name: ServiceName): string {
  const entry = entryOf(name);
  if (existsSync(entry)) return entry;
  throw unavailable(`the service ${name} is not built`, {
    where: entry,
    expected: 'npm run build',
  });
}

/**
 * Starts a service with this process's variables and those of `env`, and waits for its
 * /health/ready on TAPEFOLD_HTTP_PORT. `Unavailable` when it is not built, or ends, or does
 * not get ready.
 */
export function startService(
  name: ServiceName,
  env: Readonly<Record<string, string>>,
  options: ServiceOptions,
): Promise<ManagedProcess> {
  return startProcess(servicePlan(name, env, options));
}

export function servicePlan(
  name: ServiceName,
  env: Readonly<Record<string, string>>,
  { log, as = name, readyMs = 600_000 }: ServiceOptions,
): ProcessPlan {
  const entry = builtEntryOf(name);
  const port = env['TAPEFOLD_HTTP_PORT'];
  if (port === undefined) {
    throw invalidInput('a service needs a port for its health', { where: 'TAPEFOLD_HTTP_PORT' });
  }
  return {
    name: as,
    command: process.execPath,
    args: ['--enable-source-maps', '--v8-pool-size=0', entry],
    env: { ...process.env, ...env },
    log,
    stopSignal: 'SIGTERM',
    stopMs: 20_000,
    readyMs,
    isReady: () => isServing(Number(port)),
  };
}

async function isServing(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(2000);
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal });
  await answer.body?.cancel();
  return answer.status === 200;
}
