/** Opens the recording of a registered feed over the real network, disk and clock. */

import { isFailure, microsPerMilli, unavailable, type Instant } from '#values';
import { takeLock } from '#event-log';
import { systemClock } from '#feeds/port/feed-clock';
import { openFeed } from '#feeds/open/open-feed';
import { systemSteadyTime } from '#feeds/frames/arrival-clock';
import { openLiveRecording } from '#feeds/recording/open-live-recording';
import type { ServiceLog } from '#service-host';
import { RecordedFeeds, type OpenRecording, type RecordedFeedsOptions } from './recorded-feeds.js';

/** The clock by which frames are stamped, microseconds. */
export const recordingNow = (): Instant => systemClock.now() * microsPerMilli;

/** `env`: where the secrets named in the description are looked up. */
export const recordingOpener =
  (env: Readonly<Record<string, string | undefined>>): OpenRecording =>
  async ({ description, directory, file }, folder) => {
    const feed = await openFeed({ description, directory, file, env });
    const { sleep } = systemClock;
    const clock = { now: recordingNow, steady: systemSteadyTime, sleep };
    const surroundings = { ...clock, takeLock: takeLockLater };
    return openLiveRecording({ folder, description, feed, ...surroundings });
  };

/** The feeds that this process records. Secrets are looked up in its environment. */
export const recordedFeeds = (
  registered: Pick<RecordedFeedsOptions, 'feeds' | 'register' | 'frames'>,
  logger: ServiceLog,
): RecordedFeeds =>
  new RecordedFeeds({
    ...registered,
    openRecording: recordingOpener(process.env),
    now: recordingNow,
    onUnclosed: (tape, err) => logger.error({ err, tape }, 'a recording was not closed'),
  });

/**
 * A partition may change hands before its previous process notices: that process will
 * release its lock.
 */
function takeLockLater(path: string, what: string): void {
  try {
    takeLock(path, what);
  } catch (error) {
    if (!isFailure(error, 'Conflict')) throw error;
    throw unavailable(what, { where: path, cause: error });
  }
}
