/** A file to which another program appends lines of JSON, as a feed: each line is a frame. */

import { resolve } from 'node:path';
import { isFailure, unavailable } from '#values';
import type { Feed } from '../port/feed.js';
import type { FeedConnectionOf } from '../port/feed-description.js';
import { systemClock, type FeedClock } from '../port/feed-clock.js';
import { GuardedSink } from '../port/guarded-sink.js';
import { mappedDecoder } from '../mapping/mapped-decoder.js';
import type { FeedContext } from '../port/feed-context.js';
import { FollowedFile } from './followed-file.js';

/** Waits for a file that does not exist yet, and for the end of an incomplete last line. */
export function openFileFeed(
  connection: FeedConnectionOf<'file'>,
  { description, directory }: FeedContext,
  clock: FeedClock = systemClock,
): Promise<Feed> {
  const path = resolve(directory, connection.path);
  return Promise.resolve({
    name: `file ${connection.path}`,
    decoder: mappedDecoder({ ...description, mappings: connection.mappings }),
    // It resumes where it stopped: an outage loses nothing, or a note of its own reports the loss.
    repair: (span) => Promise.resolve(span.numbers === undefined),
    async run(to, signal) {
      const sink = new GuardedSink(to);
      const file = new FollowedFile(path, sink, clock);
      try {
        await sink.keepAsking({ clock, signal, everyMs: connection.everyMs }, async () => {
          try {
            return await file.look(signal);
          } catch (cause) {
            throw isFailure(cause) ? cause : unavailable('the file cannot be read', { cause });
          }
        });
      } finally {
        await file.close();
      }
    },
  });
}
