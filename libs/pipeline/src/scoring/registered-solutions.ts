/** Ground truth of registered data sets. Only scoring reads it. */

import { invalidInput, unavailable } from '#values';
import type { RunSubmitted } from '#contracts/streams/runs';
import type { Solutions } from '#contracts/scenario/task-terms';
import { readOnce } from '../ingest/opened-datasets.js';
import { isTransient, reasonOf } from '../messages/tape-failure.js';

/**
 * The solutions that score a run of tasks; null if its data set has none. Throws `Unavailable` if
 * they are temporarily unreadable, `InvalidInput` if a retry would change nothing.
 */
export type SolutionsOf = (run: RunSubmitted) => Promise<Solutions | null>;

/**
 * Reads solutions by the register `places`, which gives a folder or a bundled name for each name:
 * once per data set and process, because no hash of a run depends on them. Repaired solutions
 * therefore need a restart. Only successes are remembered.
 */
export function registeredSolutions(places: ReadonlyMap<string, string>): SolutionsOf {
  const solutionsOf = readOnce<Solutions | null>(places, null, (lease) => {
    const solutions = lease.dataset.solutions();
    // Scoring reads nothing else of the data set, so its files are released.
    lease.outdate();
    lease.release();
    return solutions;
  });
  return (run) =>
    solutionsOf(run).catch((error: unknown) => {
      const detail = { where: `solutions of dataset ${run.dataset}`, cause: error };
      if (isTransient(error)) throw unavailable('the solutions cannot be read right now', detail);
      throw invalidInput(`the solutions cannot be read: ${reasonOf(error)}`, detail);
    });
}
