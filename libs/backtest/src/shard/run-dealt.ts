/** The runs of a scenario, dealt out among threads. */

import { asksModels, mayAnswerLater } from '#contracts/agents/agent-kinds';
import { allWorkflows, type RunPlan } from '#workflows';
import { asksDefault } from '../loop/ask-limit.js';
import { dealOut, moduleProcessesDefault, type Share } from '../loop/module-groups.js';
import { runShard, type ShardOptions, type ShardReport } from './run-shard.js';
import { together } from './together.js';
import { runThread, type ThreadOptions } from './shard-thread.js';

interface Threads {
  /** Maximum threads, this one included. */
  readonly jobs: number;
  /** Does a share in a thread of its own. */
  readonly thread?: ((share: ThreadOptions) => Promise<ShardReport>) | undefined;
}

/**
 * Does the runs on at most so many threads; with one, everything happens in this one. Runs
 * at a pace, and those of custom workflows, stay in this one. The first thread that fails
 * stops the others.
 */
export async function runDealt(
  plans: readonly RunPlan[],
  options: Omit<ShardOptions, 'plans'>,
  { jobs, thread = runThread }: Threads,
): Promise<ShardReport[]> {
  if (plans.length === 0) return [];
  const asking = plans.filter(({ agent }) => asksModels(agent));
  const others = plans.filter(({ agent }) => !asksModels(agent));
  const staysHere = options.pace !== undefined || options.workflows !== allWorkflows;
  const threads = Math.min(jobs, others.length + (asking.length > 0 ? 1 : 0));
  if (threads <= 1 || staysHere) return [await runShard({ ...options, plans })];
  const { moduleProcesses = moduleProcessesDefault } = options;
  const parsed = await options.tape.dataset.parsed();
  const shares = [
    ...dealOut(others, asking.length > 0 ? threads - 1 : threads, moduleProcesses),
    // One gateway for all of them enforces the limits of providers: these stay in its thread.
    ...(asking.length > 0 ? [{ plans: asking, moduleProcesses: 1 }] : []),
  ];
  const asks = asksOfEach(shares, options.asks);
  const works = shares.map((share, place) => (signal: AbortSignal) => {
    const isLast = place === shares.length - 1;
    const onProgress = isLast ? options.onProgress : undefined;
    const own = { ...options, parsed, asks, ...share, onProgress, signal };
    return isLast && worksHere(plans) ? runShard(own) : thread(own);
  });
  return together(works, options.signal);
}

/**
 * Whether this thread takes a share: it is otherwise idle, but a module that blocks it
 * could not be ended.
 */
const worksHere = (plans: readonly RunPlan[]): boolean =>
  plans.some(({ agent }) => asksModels(agent)) ||
  plans.every(({ agent }) => agent.kind !== 'module');

/** Concurrent asks that each share may have: rules answer at once and need none. */
function asksOfEach(shares: readonly Share[], asks = asksDefault): number {
  const waiting = shares.filter(({ plans }) => plans.some(({ agent }) => mayAnswerLater(agent)));
  return Math.max(1, Math.floor(asks / Math.max(1, waiting.length)));
}
