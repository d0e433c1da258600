/** A result's account of the live feed behind its tape. */

import { z } from 'zod';

const count = z.int().nonnegative();

/** The live feed from which a tape was recorded. Counts cover the sessions in the window. */
export const recordedFeedSchema = z.strictObject({
  kind: z.string().describe('Of the feed: `alpaca`, `coinbase` and so on.'),
  since: z.string().describe('When its first frame came, UTC.'),
  gaps: count.describe('Gaps that could not be repaired: `feedGap` facts.'),
  corrections: count.describe('Corrections, late items included.'),
});
