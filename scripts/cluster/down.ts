/** `npm run cluster:down`: ends only the cluster; `--purge` also removes its data. */

import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rememberedName } from './chosen-datasets.ts';
import { folderOf } from './cluster-settings.ts';
import { readState, removeState } from './cluster-state.ts';
import { endLeftovers, endProcess } from './leftovers.ts';
import { postgresUser, reachableFolder } from './postgres-user.ts';
import { runningSupervisor, unlock } from './supervisor-lock.ts';

/** Longer than the supervisor may need to stop all that it runs. */
const supervisorMs = 90_000;

const usage = `npm run cluster:down -- [--data DIR] [--purge]
  --purge   removes data, logs, token and which data sets were registered; the jars of Kafka stay`;

async function end(folder: string): Promise<string> {
  const supervisor = runningSupervisor(folder);
  if (supervisor !== undefined) await endProcess(supervisor, 'SIGTERM', supervisorMs);
  const state = readState(folder);
  const left = state === undefined ? 0 : await endLeftovers(state);
  // Without our own state, the file describes a gateway in Docker, which this command
  // does not stop.
  if (state !== undefined) removeState(folder);
  unlock(folder);
  if (supervisor !== undefined) return `the cluster in ${folder} has ended`;
  if (left > 0) return `ended ${left} processes that a killed supervisor had left in ${folder}`;
  return `no cluster runs in ${folder}`;
}

/** Removes what a cluster stores, by name, and leaves everything else in the folder. */
function purge(folder: string): void {
  const elsewhere = reachableFolder(postgresUser(), join(folder, 'postgres'));
  rmSync(elsewhere, { recursive: true, force: true });
  for (const name of ['broker', 'postgres', 'logs', 'token', rememberedName]) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

try {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, purge: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help === true) console.log(usage);
  else {
    const folder = folderOf(values.data, process.env);
    console.log(await end(folder));
    if (values.purge === true) {
      purge(folder);
      console.log(`its data, logs and token are removed`);
    }
  }
} catch (error) {
  console.error(`cluster: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
