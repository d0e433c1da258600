/** Texts behind the facts of registered data sets, for the agent adapter: tools show them, no topic carries them. */

import type { RunSubmitted } from '#contracts/streams/runs';
import type { DocumentReader } from '#market-view';
import { OpenedDatasets } from './opened-datasets.js';

/** The texts of the data set that a run's tape is made of. */
export type DocumentsOf = (run: RunSubmitted) => Promise<DocumentReader>;

const noDocuments: DocumentReader = { get: () => undefined };

/**
 * Reads texts by the register `places`, which gives a folder or a bundled name for each name. A data set is read once,
 * and stays open for as long as the process. `InvalidInput` where the run's is not registered here, or has another
 * content than the run was planned with; `Unavailable` where it cannot be read just now.
 */
export function registeredDocuments(places: ReadonlyMap<string, string>): DocumentsOf {
  const datasets = new OpenedDatasets(places);
  const known = new Map<string, Promise<DocumentReader>>();
  return ({ dataset, plan: { data } }) => {
    // A live tape has no data set, and a message of an earlier version does not name it.
    if (dataset === undefined || data === null) return Promise.resolve(noDocuments);
    const key = `${dataset} ${data}`;
    let reading = known.get(key);
    if (reading === undefined) {
      reading = readDocuments(datasets, dataset, data);
      known.set(key, reading);
      reading.catch(() => known.delete(key));
    }
    return reading;
  };
}

/** All texts are known once the files were read; what a text says is read when it is asked for. */
async function readDocuments(
  datasets: OpenedDatasets,
  name: string,
  contentHash: string,
): Promise<DocumentReader> {
  const lease = await datasets.lease(name, contentHash);
  try {
    const { dataset } = lease;
    await dataset.coverage();
    // The inputs of tasks are texts too, of a file that coverage does not read.
    dataset.tasks();
    return dataset.documents;
  } catch (error) {
    lease.outdate();
    lease.release();
    throw error;
  }
}
