/**
 * Runs whose modules have processes, in groups: never more processes at a time than there are
 * places for them.
 */

import { availableParallelism } from 'node:os';
import { invalidInput } from '#values';
import { isConfined } from '#contracts/agents/agent-kinds';
import type { RunPlan } from '#workflows';

/** Default number of concurrent module processes: as many as there are cores. */
export const moduleProcessesDefault = availableParallelism();

/**
 * Processes that a run may have at a time: one for each task that it works on at once, in the
 * `places` there are.
 */
function processesOf(plan: RunPlan, places: number): number {
  if (!isConfined(plan.agent)) return 0;
  const { tasksAtOnce } = plan;
  return tasksAtOnce === undefined ? 1 : Math.min(tasksAtOnce, places);
}

/**
 * Confined runs in groups that fit into `places` processes. Runs of one agent stand together: they
 * take about as long, so that few places are empty while a group ends.
 */
export function groupsOf(plans: readonly RunPlan[], places: number): RunPlan[][] {
  const groups: RunPlan[][] = [];
  let free = 0;
  for (const plan of [...Map.groupBy(plans, ({ agent }) => agent.id).values()].flat()) {
    const needed = processesOf(plan, places);
    if (needed > free) {
      groups.push([]);
      free = places;
    }
    groups.at(-1)?.push(plan);
    free -= needed;
  }
  return groups;
}

export interface Share {
  readonly plans: readonly RunPlan[];
  /** Places for processes of modules. */
  readonly moduleProcesses: number;
}

/**
 * Deals runs and places out among threads: confined runs go to those that have places, the others
 * to all of them.
 */
export function dealOut(plans: readonly RunPlan[], threads: number, places: number): Share[] {
  const shares = Array.from({ length: threads }, (_, thread) => ({
    plans: [] as RunPlan[],
    moduleProcesses: Math.floor(places / threads) + (thread < places % threads ? 1 : 0),
  }));
  const placed = Math.min(threads, places);
  const counts = { confined: 0, others: 0 };
  for (const plan of plans) {
    // From both ends, so that one run of each kind keeps two threads busy.
    const thread = isConfined(plan.agent)
      ? counts.confined++ % placed
      : threads - 1 - (counts.others++ % threads);
    shares[thread]?.plans.push(plan);
  }
  return shares.filter(({ plans: dealt }) => dealt.length > 0);
}

/**
 * Runs at a pace share one clock, so their modules run at the same time: `InvalidInput` if
 * there are too many.
 */
export function requirePlaces(plans: readonly RunPlan[], places: number): void {
  const needed = plans.reduce((sum, plan) => sum + processesOf(plan, 1), 0);
  if (needed <= places) return;
  throw invalidInput('runs at a pace share one clock, and each of their modules needs a process', {
    where: '--speed',
    expected: `at most ${places} runs of modules, or --module-processes ${needed}`,
    found: `${needed}`,
  });
}
