/** The data set of a run that was done, where its manifest says that it lay, or where it lies now. */

import { invalidInput, isFailure } from '#values';
import type { Manifest } from '#contracts/manifest';
import { openDataset, type Dataset } from '#market-data';
import { resolveReference } from './scenario-tape.js';

/** A data set, and the place at which it was found. */
export interface FoundDataset {
  readonly dataset: Dataset;
  /** Absolute path, or the name of a bundled data set. */
  readonly reference: string;
}

/** Opens it; the caller closes it. `InvalidInput`, which says how to name another place, where it cannot be opened. */
export async function openRecorded(
  { data }: Pick<Manifest, 'data'>,
  movedTo: string | undefined,
): Promise<FoundDataset> {
  const reference =
    movedTo === undefined ? data.reference : resolveReference(movedTo, process.cwd());
  try {
    return { dataset: await openDataset(reference), reference };
  } catch (cause) {
    if (movedTo !== undefined || !isFailure(cause, 'InvalidInput')) throw cause;
    const expected = 'it where it lay, or --data with the place where it lies now';
    throw invalidInput(`the data set of the run cannot be opened: ${cause.message}`, {
      expected,
      cause,
    });
  }
}
