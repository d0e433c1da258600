/** Texts behind the facts of registered data sets, for the agent adapter: tools show them, no topic carries them. */

import type { RunSubmitted } from '#contracts/streams/runs';
import type { DocumentReader } from '#market-view';
import { readOnce } from './opened-datasets.js';

/** The texts of the data set that a run's tape is made of. */
export type DocumentsOf = (run: RunSubmitted) => Promise<DocumentReader>;

const noDocuments: DocumentReader = { get: () => undefined };

/**
 * Reads texts by the register `places`, which gives a folder or a bundled name for each name. A data set is read once,
 * and stays open for as long as the process. `InvalidInput` where the run's is not registered here, or has another
 * content than the run was planned with; `Unavailable` where it cannot be read just now.
 */
export const registeredDocuments = (places: ReadonlyMap<string, string>): DocumentsOf =>
  readOnce(places, noDocuments, async ({ dataset }) => {
    // All texts are known once the files were read; what a text says is read when it is asked for.
    await dataset.coverage();
    // The inputs of tasks are texts too, of a file that coverage does not read.
    dataset.tasks();
    return dataset.documents;
  });
