/** What every route of one run begins with: that there is one. */

import type { PageOf, RunReading, RunState } from '#read-models';
import { notFound } from './http-failure.js';

type Runs = Pick<RunReading, 'run'>;

/** The page; an empty one only of a run that there is. */
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
