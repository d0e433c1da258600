/** What a command records, and where: a feed by its description, or a recording to resume. */

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Instant, invalidInput, microsPerMilli } from '#values';
import { takeLock } from '#event-log/embedded/folder-lock';
import { systemClock } from '#feeds/port/feed-clock';
import type { FeedDescription } from '#feeds/port/feed-description';
import { openFeed } from '#feeds/open/open-feed';
import { readFeedDescription } from '#feeds/port/read-feed-description';
import { systemSteadyTime } from '#feeds/frames/arrival-clock';
import { readRecordingDescription, recordingName } from '#feeds/recording/recording-folder';
import { openLiveRecording } from '#feeds/recording/open-live-recording';

/** What is recorded, and where. */
export interface RecordingPlace {
  readonly description: FeedDescription;
  /** Base folder of relative paths in the description. */
  readonly directory: string;
  /** File of the description. */
  readonly file: string;
  /** Folder of the recording. */
  readonly folder: string;
}

/**
 * `data` of a scenario in `directory`: a feed.yaml, whose recording is stored in `out`, or the folder of a recording
 * to resume. `InvalidInput` names the offending line.
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
    throw invalidInput('no such feed', {
      where: 'data',
      expected: 'the path of a feed.yaml, or the folder of a recording',
      found: data,
    });
  }
  const description = readFeedDescription(path);
  return { description, directory: dirname(path), file: path, folder: join(out, 'recording') };
}

/** The clock of recordings and answers, microseconds. */
export const wallInstant = (): Instant => Date.now() * microsPerMilli;

/** Resumes the recording of a place, or begins it. Fails as `openFeed` and `openLiveRecording` do. */
export async function openPlace({ description, directory, file, folder }: RecordingPlace) {
  const feed = await openFeed({ description, directory, file, env: process.env });
  const { sleep } = systemClock;
  const surroundings = { now: wallInstant, steady: systemSteadyTime, sleep, takeLock };
  const recording = await openLiveRecording({ folder, description, feed, ...surroundings });
  return { feed, recording };
}
