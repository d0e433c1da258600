/** Recordings without their feeds: their facts and their frames, from the folder alone. */

import type { FeedDescription } from '../port/feed-description.js';
import type { FeedDecoder, Frame } from '../port/feed.js';
import { openDecoder } from '../open/open-feed.js';
import { FrameReader, framesOf } from '../frames/frame-reader.js';
import { RecordedSource, type RecordedSourceOptions } from './recorded-source.js';
import { readRecordingDescription } from './recording-folder.js';

export interface ReadRecordingOptions extends Pick<
  RecordedSourceOptions,
  'symbols' | 'until' | 'hashed'
> {
  /** Where the technology of the feed is not to be loaded. */
  readonly decoder?: FeedDecoder;
}

export interface ReadRecording {
  readonly description: FeedDescription;
  readonly source: RecordedSource;
}

/**
 * What a folder holds now; nothing is written. `InvalidInput` where it is no recording; the source fails with
 * `CorruptJournal` for a frame that is damaged. The caller closes the source.
 */
export async function readRecording(
  folder: string,
  options: ReadRecordingOptions = {},
): Promise<ReadRecording> {
  const description = readRecordingDescription(folder);
  const decoder = options.decoder ?? (await openDecoder(description));
  return {
    description,
    source: new RecordedSource({ ...options, folder, description, decoder }),
  };
}

/** Frames of a recording until its end, in bounded memory. */
export const readFrames = (folder: string): Generator<Frame> => framesOf(new FrameReader(folder));
