/** Opens a data set from a reference, which may be the recording of a feed. */

import { openDataset as openTables, type Dataset, type OpenDatasetOptions } from '#market-data';

/**
 * Opens a data set; its files are read on first use. Throws `InvalidInput` that names the file and
 * line of the error, or lists the valid references; `Unavailable` for a database that another
 * process holds.
 */
export const openDataset = (
  reference: string,
  options: OpenDatasetOptions = {},
): Promise<Dataset> => openTables(reference, { openRecording, ...options });

/** Loaded only when needed. */
async function openRecording(folder: string): Promise<Dataset> {
  const { openRecordingDataset } = await import('./recording/recording-dataset.js');
  return openRecordingDataset(folder);
}
export type { FeedStatus, LiveRecording } from './port/live-recording.js';
