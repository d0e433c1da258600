/** Where a live scenario gets its market: a description of a feed, or a recording that was begun before. */

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { invalidInput, type Instant } from '#values';
import { takeLock } from '#event-log';
import { systemClock } from '#market-data/feeds/feed-clock';
import type { FeedDescription } from '#market-data/feeds/feed-description';
import { openFeed } from '#market-data/feeds/open-feed';
import { readFeedDescription } from '#market-data/feeds/read-feed-description';
import { systemSteadyTime } from '#market-data/feeds/recording/arrival-clock';
import {
  readRecordingDescription,
  recordingName,
} from '#market-data/feeds/recording/recording-folder';
import {
  openLiveRecording,
  type OpenRecording,
} from '#market-data/feeds/recording/open-live-recording';

/** What is recorded, and where. */
export interface RecordingPlace {
  readonly description: FeedDescription;
  /** Folder from which relative paths of the description start. */
  readonly directory: string;
  /** File of the description. */
  readonly file: string;
  /** Folder of the recording. */
  readonly folder: string;
}

/**
 * `data` of a scenario in `directory`: a feed.yaml, whose recording is kept in `out`, or the folder of a recording,
 * which goes on. `InvalidInput` names the line of what is wrong with it.
 */
export function recordingPlace(
  data: string,
  { directory, out }: { readonly directory: string; readonly out: string },
): RecordingPlace {
  const path = resolve(directory, data);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    const description = readRecordingDescription(path);
    return { description, directory: path, file: join(path, recordingName), folder: path };
  }
  if (found === undefined) {
    throw invalidInput('there is no such feed', {
      where: 'data',
      expected: 'the path of a feed.yaml, or the folder of a recording',
      found: data,
    });
  }
  const description = readFeedDescription(path);
  return { description, directory: dirname(path), file: path, folder: join(out, 'recording') };
}

/** The clock of recordings and answers, microseconds. */
export const wallInstant = (): Instant => Date.now() * 1000;

/** Goes on with the recording of a place, or begins it. Fails as `openFeed` and `openLiveRecording` do. */
export async function openPlace(
  { description, directory, file, folder }: RecordingPlace,
  env: Readonly<Record<string, string | undefined>>,
): Promise<OpenRecording> {
  const feed = await openFeed({ description, directory, file, env });
  const { sleep } = systemClock;
  const surroundings = { now: wallInstant, steady: systemSteadyTime, sleep, takeLock };
  return openLiveRecording({ folder, description, feed, ...surroundings });
}
