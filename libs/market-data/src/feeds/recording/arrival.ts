/** Where an item comes to: the time of its frame, and the facts of this instant. */

import type { Instant } from '#values';
import type { FactBuffer } from './fact-buffer.js';

export interface Arrival {
  readonly receivedAt: Instant;
  /** The venue's clock then, as far as it was measured: nothing happened later. Infinity where nobody asks. */
  readonly clock: Instant;
  readonly out: FactBuffer;
  /** Whether the feed was asked for it: it may have come before. */
  readonly isHistory: boolean;
}
