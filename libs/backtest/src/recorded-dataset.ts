/** Opens the data set of a recorded run, at the place in its manifest or at a new one. */

import { invalidInput, isFailure } from '#values';
import type { Manifest } from '#contracts/manifest';
import { openDataset, type Dataset } from '#market-data';
import { resolveReference } from './scenario-tape.js';

/** An open data set and its place. */
export interface FoundDataset {
  readonly dataset: Dataset;
  /** Absolute path, or the name of a bundled data set. */
  readonly reference: string;
}

/** The caller closes it. `InvalidInput`, with a hint at `--data`, if it cannot be opened. */
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
    const expected = 'the data set at its old place, or --data with the new one';
    throw invalidInput(`the data set of the run cannot be opened: ${cause.message}`, {
      expected,
      cause,
    });
  }
}
