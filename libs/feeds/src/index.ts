/** A data set from a reference, which may be the recording of a feed. */

import { openDataset as openTables, type Dataset, type OpenDatasetOptions } from '#market-data';

/**
 * Opens a data set; its files are read when something is asked of it. `InvalidInput` names the file and line of what is
 * wrong, or says what a reference can be; a database that another process holds is `Unavailable`.
 */
export const openDataset = (
  reference: string,
  options: OpenDatasetOptions = {},
): Promise<Dataset> => openTables(reference, { openRecording, ...options });

/** Loaded when there is one. */
async function openRecording(folder: string): Promise<Dataset> {
  const { openRecordingDataset } = await import('./recording/recording-dataset.js');
  return openRecordingDataset(folder);
}
