/** The thread that runs a share of a scenario's runs. */

import { parentPort, workerData } from 'node:worker_threads';
import { isFailure, invariant } from '#values';
import { openDataset } from '#feeds';
import { datasetOn } from '#market-data/dataset/tape-calendars';
import { runningProcesses } from '#agents/module/process/running-processes';
import type { Callback, ShardMessage, ShardTask } from './run-scenario.js';
import { runShard } from './run-shard.js';
import { allWorkflows } from '#workflows';

/** Progress is reported after this many facts or milliseconds, whichever comes first. */
const progressFacts = 65_536;
const progressMs = 250;

async function work(task: ShardTask): Promise<void> {
  const port = parentPort;
  invariant(port !== null, 'a shard is worked on in a thread of its own');
  const stop = new AbortController();
  port.on('message', () => stop.abort());
  const post = (message: ShardMessage): void => port.postMessage(message);
  const calls =
    (name: Callback) =>
    (...args: readonly unknown[]): void =>
      post({ kind: 'called', name, args });
  runningProcesses.share(task.processes);
  try {
    const opened = await openDataset(task.tape.reference, { parsed: task.parsed });
    const dataset = datasetOn(opened, task.tape.header);
    let [reportedFacts, reportedAt] = [0, performance.now()];
    const report = await runShard({
      ...task,
      tape: { ...task.tape, dataset },
      // A registry of functions cannot be sent to a thread: `runScenario` keeps custom ones in its own.
      workflows: allWorkflows,
      signal: stop.signal,
      ...Object.fromEntries(task.subscribed.map((name) => [name, calls(name)])),
      onProgress: (progress) => {
        const now = performance.now();
        if (progress.facts - reportedFacts < progressFacts && now - reportedAt < progressMs) return;
        [reportedFacts, reportedAt] = [progress.facts, now];
        calls('onProgress')(progress);
      },
    });
    await dataset.close();
    post({ kind: 'done', report });
  } catch (error) {
    const code = isFailure(error) ? error.code : null;
    post({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
  } finally {
    port.close();
  }
}

void work(workerData as ShardTask);
