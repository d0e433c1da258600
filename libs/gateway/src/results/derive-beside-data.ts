/** The result of a submission, over the data set at its registered place. */

import { join } from 'node:path';
import {
  deriveSubmitted,
  openOwnData,
  readManifest,
  resultFolder,
  runFolder,
  type SubmittedRuns,
} from '#backtest';

/** The runs whose folders are below `out`, and the place of their data set. */
export interface DeriveOrder extends SubmittedRuns {
  readonly place: string;
}

/** Fails as `openOwnData` and `deriveSubmitted` do. */
export async function deriveBesideData({ place, ...runs }: DeriveOrder): Promise<void> {
  const [first] = runs.plans;
  if (first === undefined) return;
  const folder = runFolder(join(resultFolder(runs.out).runs, first.label));
  const dataset = await openOwnData(readManifest(folder), { movedTo: place, where: runs.out });
  try {
    await deriveSubmitted(runs, { dataset, reference: place });
  } finally {
    await dataset.close();
  }
}
