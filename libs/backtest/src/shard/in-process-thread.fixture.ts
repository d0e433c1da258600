/**
 * Stand-ins for threads: they take and send copies of messages as threads do, but work
 * in this process.
 */

import { MessageChannel } from 'node:worker_threads';
import type { AgentConfig, TradingScenario } from '#contracts/scenario/scenario';
import { formatCivilDate } from '#values';
import { allWorkflows, type RunPlan } from '#workflows';
import { type GrowingData, sessions } from '../run-folder/growing-data.fixture.js';
import { planRuns } from '../run/plan-runs.js';
import type { ShardOptions } from './run-shard.js';
import { openScenarioTape } from '../tape/scenario-tape.js';
import type { ShardTask, ShardThread } from './shard-thread.js';
import { workOn } from './shard-work.js';

/** Does the task as a worker would. */
export function inProcess(task: ShardTask): ShardThread {
  const { port1: own, port2: its } = new MessageChannel();
  void workOn(structuredClone(task), its);
  const on = (event: string, listener: (given: never) => void): unknown =>
    own.on(event === 'exit' ? 'close' : event, listener as () => void);
  return {
    on,
    postMessage: (message) => own.postMessage(message),
    terminate: () => own.close(),
  };
}

/** The runs of agents over a data set of two symbols, and what is needed to do them. */
export async function dealtRuns(
  { directory }: GrowingData,
  agents: AgentConfig[],
  runsDirectory: string,
): Promise<{ plans: readonly RunPlan[]; options: Omit<ShardOptions, 'plans'>; close(): void }> {
  const window = { from: formatCivilDate(sessions[2]!), to: formatCivilDate(sessions[7]!) };
  const scenario: TradingScenario = {
    name: 'dealt',
    workflow: 'trading',
    data: directory,
    symbols: ['AA', 'BB'],
    window,
    capital: 10_000,
    portfolio: false,
    execution: 'realistic',
    badRows: 'refuse',
    agents,
    seed: 1,
    repeats: 1,
  };
  const tape = await openScenarioTape(scenario, directory);
  const fileHashes = new Map(agents.map(({ id }) => [id, 'f'.repeat(64)]));
  const plans = planRuns({ scenario, fileHashes, ...tape });
  const shared = { scenario, directory, tape, runsDirectory, codeVersion: 'test' };
  return {
    plans,
    options: { ...shared, workflows: allWorkflows },
    close: () => void tape.dataset.close(),
  };
}
