/** Ground truth of registered data sets, for scoring, which alone reads it. */

import { invalidInput, unavailable } from '#values';
import type { RunSubmitted } from '#contracts/streams/runs';
import type { Solutions } from '#contracts/scenario/task-terms';
import { OpenedDatasets } from '../ingest/opened-datasets.js';
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
  const datasets = new OpenedDatasets(places);
  const known = new Map<string, Promise<Solutions | null>>();
  return async ({ dataset, plan: { data } }) => {
    // Who submitted the run named no data set, or a live tape has none: there is nothing to look them up by.
    if (dataset === undefined || data === null) return null;
    const key = `${dataset} ${data}`;
    let reading = known.get(key);
    if (reading === undefined) {
      reading = readSolutions(datasets, dataset, data);
      known.set(key, reading);
      reading.catch(() => known.delete(key));
    }
    return reading;
  };
}

async function readSolutions(
  datasets: OpenedDatasets,
  name: string,
  contentHash: string,
): Promise<Solutions | null> {
  try {
    const lease = await datasets.lease(name, contentHash);
    try {
      return lease.dataset.solutions();
    } finally {
      // Nothing else of it is ever read here: its files are let go.
      lease.outdate();
      lease.release();
    }
  } catch (error) {
    const detail = { where: `solutions of dataset ${name}`, cause: error };
    if (isTransient(error)) throw unavailable('the solutions cannot be read just now', detail);
    throw invalidInput(`the solutions cannot be read: ${reasonOf(error)}`, detail);
  }
}
