/** Recordings without their feeds: their facts and their frames, from the folder alone. */

import type { FeedDescription } from '../port/feed-description.js';
import type { FeedDecoder, Frame } from '../port/feed.js';
import { openDecoder } from '../open/open-feed.js';
import { FrameReader, framesOf } from '../frames/frame-reader.js';
import { RecordedSource, type RecordedSourceOptions } from './recorded-source.js';
import { readRecordingDescription } from './recording-folder.js';

export interface ReadRecordingOptions extends Pick<RecordedSourceOptions, 'symbols' | 'until'> {
  /** For tests that must not load the technology of the feed. */
  readonly decoder?: FeedDecoder;
}

export interface ReadRecording {
  readonly description: FeedDescription;
  readonly source: RecordedSource;
}

/**
 * The current contents of a folder; writes nothing. Throws `InvalidInput` if it is not a recording;
 * the source fails with `CorruptJournal` for a damaged frame. The caller closes the source.
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

/** Frames of a recording to its end, in bounded memory. */
export const readFrames = (folder: string): Generator<Frame> => framesOf(new FrameReader(folder));
