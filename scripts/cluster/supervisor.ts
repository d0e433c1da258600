/**
 * The process that owns a cluster: started by `up` without a terminal, ended by `down`
 * or by SIGTERM.
 */

import { openCluster } from './cluster.ts';
import type { ClusterSettings } from './cluster-settings.ts';
import { removeState } from './cluster-state.ts';
import { lock, unlock } from './supervisor-lock.ts';

/** What it tells `up`, which may be gone by then. */
export type SupervisorMessage = { say: string } | { ready: true } | { failed: string };

function tell(message: SupervisorMessage): void {
  if (process.connected) process.send?.(message, () => {});
}

/** Goes to its own log as well. */
function say(line: string): void {
  console.log(`${new Date().toISOString()} ${line}`);
  tell({ say: line });
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function main(settings: ClusterSettings): Promise<void> {
  const { folder } = settings;
  const self = lock(folder);
  const cluster = openCluster(settings, self, say);
  let isEnding = false;
  const end = async (code: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    await cluster.stop();
    removeState(folder);
    unlock(folder);
    say('the cluster has ended');
    process.exit(code);
  };
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      say(`ending by ${name} …`);
      void end(0);
    });
  }
  process.on('SIGHUP', () => {});
  try {
    await cluster.start();
    tell({ ready: true });
  } catch (error) {
    if (isEnding) return;
    console.error(error);
    tell({ failed: describe(error) });
    await end(1);
  }
}

try {
  await main(JSON.parse(process.argv[2] ?? '{}') as ClusterSettings);
} catch (error) {
  tell({ failed: describe(error) });
  console.error(error);
  process.exitCode = 1;
  if (process.connected) process.disconnect();
}
