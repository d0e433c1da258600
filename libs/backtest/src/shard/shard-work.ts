/** A thread's part of a scenario: does its runs, and reports by messages. */

import type { MessagePort } from 'node:worker_threads';
import { isFailure } from '#values';
import { openDataset } from '#feeds';
import { datasetOn } from '#market-data/dataset/tape-calendars';
import { runningProcesses } from '#agents/module/process/running-processes';
import { allWorkflows } from '#workflows';
import { runShard } from './run-shard.js';
import type { Callback, ShardMessage, ShardTask } from './shard-thread.js';

/** Progress is reported after this many facts or milliseconds, whichever comes first. */
const progressFacts = 65_536;
const progressMs = 250;

/**
 * Does the runs of a task. Any message to the port stops them; the last one from it is the report
 * or the failure.
 */
export async function workOn(task: ShardTask, port: MessagePort): Promise<void> {
  const stop = new AbortController();
  port.on('message', () => stop.abort());
  const post = (message: ShardMessage): void => port.postMessage(message);
  const calls =
    (name: Callback) =>
    (...args: readonly unknown[]): void =>
      post({ kind: 'called', name, args });
  runningProcesses.share(task.processes);
  try {
    const opened = await openDataset(task.tape.reference, {
      parsed: task.parsed,
      calendars: task.tape.header.ownCalendars,
    });
    const dataset = datasetOn(opened, task.tape.header);
    let reportedFacts = 0;
    let reportedAt = performance.now();
    const report = await runShard({
      ...task,
      tape: { ...task.tape, dataset },
      // A registry of functions cannot be sent to a thread: `runDealt` keeps custom
      // ones in its own.
      workflows: allWorkflows,
      signal: stop.signal,
      ...Object.fromEntries(task.subscribed.map((name) => [name, calls(name)])),
      onProgress: (progress) => {
        const now = performance.now();
        if (progress.facts - reportedFacts < progressFacts && now - reportedAt < progressMs) return;
        reportedFacts = progress.facts;
        reportedAt = now;
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
