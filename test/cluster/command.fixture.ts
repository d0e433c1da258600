/** `cluster:up` and `cluster:down` as a user runs them, and the resulting state file. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  readState,
  type ClusterState,
  type ProcessState,
} from '../../scripts/cluster/cluster-state.ts';
import type { ProcessIdentity } from '../../scripts/cluster/process-identity.ts';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command to its end. */
export function command(name: 'up' | 'down', args: readonly string[], env = {}): Promise<Ended> {
  const child = spawn(process.execPath, [join('scripts', 'cluster', `${name}.ts`), ...args], {
    env: { ...process.env, ...env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}

/** The state of the cluster that runs in the folder. */
export function stateIn(folder: string): ClusterState {
  const found = readState(folder);
  if (found === undefined) throw new Error('the cluster has no state file');
  return found;
}

/** One of its processes, which has to run. */
export function partIn(folder: string, name: string): ProcessState & { process: ProcessIdentity } {
  const found = stateIn(folder).processes.find((each) => each.name === name);
  if (found?.process === undefined) throw new Error(`${name} does not run`);
  return { ...found, process: found.process };
}

/**
 * Settles when a process that was killed serves once more. Status and restarts come from one
 * look at the state file: between two, a killed process that still counts as ready may be noticed.
 */
export async function untilRestarted(
  folder: string,
  { name, restarts }: ProcessState,
): Promise<void> {
  const hasRestarted = (each: ProcessState): boolean =>
    each.name === name && each.status === 'ready' && each.restarts > restarts;
  while (!stateIn(folder).processes.some(hasRestarted)) await sleep(100);
}
