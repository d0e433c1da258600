/** What a format decides about the meaning of stored frames: a recording keeps the tape that it was begun with. */

import { civilDate, microsPerDay, microsPerMilli, startOfUtcDay, type Instant } from '#values';
import type { FeedDescription } from '../port/feed-description.js';

/** Formats of `recording.yaml` that can be read; new recordings get the last. */
export const recordingFormats = [1, 2] as const;
export type RecordingFormat = (typeof recordingFormats)[number];
export const newestFormat = 2 satisfies RecordingFormat;

export interface FoldRules {
  /** How far ahead of its arrival a time may be, and how far behind it, microseconds. */
  readonly aheadMax: number;
  readonly behindMax: number;
  /** Times before it are unreadable. */
  readonly earliest: Instant;
  /**
   * Items of a frame are taken in their own order, old statuses are late, a time ahead of the clock gives way to one
   * that is not, a bar counts once it is over, and an empty side of a quote has no offer.
   */
  readonly isStrict: boolean;
}

const aheadMaxMsDefault = 3_600_000;
/** No feed is older; what is read in a unit that is too small ends up in 1970. */
const earliest = startOfUtcDay(civilDate(1990, 1, 1));

export function foldRules(format: RecordingFormat, description: FeedDescription): FoldRules {
  if (format === 1) {
    const aheadMax = 2 * microsPerDay;
    return { aheadMax, behindMax: Infinity, earliest: 1, isStrict: false };
  }
  const { aheadMaxMs = aheadMaxMsDefault, behindMaxMs = Infinity } = description;
  return {
    aheadMax: aheadMaxMs * microsPerMilli,
    behindMax: behindMaxMs * microsPerMilli,
    earliest,
    isStrict: true,
  };
}
