/** Ground truth of registered data sets, for scoring, which alone reads it. */

import { invalidInput, unavailable } from '#values';
import type { RunSubmitted } from '#contracts/streams/runs';
import type { Solutions } from '#contracts/scenario/task-terms';
import { readOnce } from '../ingest/opened-datasets.js';
import { isTransient, reasonOf } from '../messages/tape-failure.js';

/**
 * The solutions by which a run of tasks is scored; null where its data set has none. `Unavailable` where they cannot be
 * read just now, `InvalidInput` where asking again would change nothing.
 */
export type SolutionsOf = (run: RunSubmitted) => Promise<Solutions | null>;

/** For services that have no data sets: every run is scored without solutions. */
export const noSolutions: SolutionsOf = () => Promise.resolve(null);

/**
 * Reads solutions by the register `places`, which gives a folder or a bundled name for each name: once per data set and
 * process, as no hash of a run depends on them, so that solutions which are mended need a restart. Only what succeeded
 * is remembered.
 */
export function registeredSolutions(places: ReadonlyMap<string, string>): SolutionsOf {
  const solutionsOf = readOnce<Solutions | null>(places, null, (lease) => {
    const solutions = lease.dataset.solutions();
    // Nothing else of it is ever read here: its files are let go.
    lease.outdate();
    lease.release();
    return solutions;
  });
  return (run) =>
    solutionsOf(run).catch((error: unknown) => {
      const detail = { where: `solutions of dataset ${run.dataset}`, cause: error };
      if (isTransient(error)) throw unavailable('the solutions cannot be read just now', detail);
      throw invalidInput(`the solutions cannot be read: ${reasonOf(error)}`, detail);
    });
}
