/** The thread that does a share of a scenario's runs. */

import { parentPort, workerData } from 'node:worker_threads';
import { isFailure, invariant } from '#values';
import type { ShardMessage, ShardTask } from './run-scenario.js';
import { runShard } from './run-shard.js';
import { openScenarioTape } from './scenario-tape.js';

/** Progress at most this often, so that messages cost nothing. */
const progressFacts = 65_536;

async function work(task: ShardTask): Promise<void> {
  const port = parentPort;
  invariant(port !== null, 'a shard is worked on in a thread of its own');
  const stop = new AbortController();
  port.on('message', () => stop.abort());
  const tell = (message: ShardMessage): void => port.postMessage(message);
  try {
    const tape = await openScenarioTape(task.scenario, task.directory, { isChecked: true });
    let told = 0;
    const report = await runShard({
      ...task,
      tape,
      signal: stop.signal,
      onProgress: ({ facts, time }) => {
        if (facts - told < progressFacts) return;
        told = facts;
        tell({ kind: 'progress', facts, time });
      },
    });
    await tape.dataset.close();
    tell({ kind: 'done', report });
  } catch (error) {
    const code = isFailure(error) ? error.code : null;
    tell({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
  } finally {
    port.close();
  }
}

void work(workerData as ShardTask);
