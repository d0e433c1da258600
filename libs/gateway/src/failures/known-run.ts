/** The first check of every route of a run: that the run exists. */

import type { PageOf, RunReading, RunState } from '#read-models';
import { notFound } from './http-failure.js';

type Runs = Pick<RunReading, 'run'>;

/** The page; it can be empty only if the run exists. */
export async function rowsOf<T>(
  models: Runs,
  run: string,
  rows: Promise<PageOf<T>>,
): Promise<PageOf<T>> {
  const page = await rows;
  if (page.items.length === 0) await knownRun(models, run);
  return page;
}

export async function knownRun(models: Runs, run: string): Promise<RunState> {
  const found = await models.run(run);
  if (found === undefined) throw notFound('run', run);
  return found;
}
