/**
 * Texts behind the facts of registered data sets, for the agent adapter: tools show them, no
 * topic carries them.
 */

import type { RunSubmitted } from '#contracts/streams/runs';
import type { DocumentReader } from '#market-view';
import { readOnce } from './opened-datasets.js';

/** The texts of the data set that a run's tape is made of. */
export type DocumentsOf = (run: RunSubmitted) => Promise<DocumentReader>;

const noDocuments: DocumentReader = { get: () => undefined };

/**
 * Reads texts by the register `places`, which gives a folder or a bundled name for each name. A
 * data set is read once and stays open for the life of the process. Throws `InvalidInput` if the
 * run's data set is not registered here or its content differs from the plan's; `Unavailable` if it
 * is temporarily unreadable.
 */
export const registeredDocuments = (places: ReadonlyMap<string, string>): DocumentsOf =>
  readOnce(places, noDocuments, async ({ dataset }) => {
    // After this, all texts are known; the content of a text is read on request.
    await dataset.coverage();
    // The inputs of tasks are texts too, in a file that coverage does not read.
    dataset.tasks();
    return dataset.documents;
  });
