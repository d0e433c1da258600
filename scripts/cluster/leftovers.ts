/**
 * Processes left by a killed supervisor: ended by pid and start time, so that no unrelated
 * process is hit.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterState } from './cluster-state.ts';
import { isAlive, signal, type ProcessIdentity } from './process-identity.ts';

/**
 * Asks the process to end, and kills it after the timeout in milliseconds. Settles when it is gone.
 */
export async function endProcess(
  identity: ProcessIdentity,
  name: NodeJS.Signals,
  waitMs: number,
): Promise<void> {
  signal(identity, name);
  signal(identity, 'SIGCONT');
  const deadline = performance.now() + waitMs;
  while (isAlive(identity) && performance.now() < deadline) await sleep(50);
  signal(identity, 'SIGKILL');
  while (isAlive(identity)) await sleep(20);
}

/**
 * Ends remaining processes of a cluster whose supervisor is dead, services before brokers.
 * Returns their number.
 */
export async function endLeftovers(state: ClusterState): Promise<number> {
  const left = state.processes.flatMap(({ name, process, stopSignal }) =>
    process !== undefined && isAlive(process) ? [{ name, process, stopSignal }] : [],
  );
  const isBroker = ({ name }: { name: string }): boolean => name === 'kafka' || name === 'postgres';
  for (const some of [left.filter((each) => !isBroker(each)), left.filter(isBroker)]) {
    await Promise.all(
      some.map(({ process, stopSignal }) => endProcess(process, stopSignal, 15_000)),
    );
  }
  return left.length;
}
