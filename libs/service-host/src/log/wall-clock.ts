/** The wall clock and timer of this process, for a clock that releases tapes at a pace. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { WallClock } from '#tape';

/** Milliseconds since an arbitrary instant; never set back. */
export const processClock: WallClock = {
  nowMs: () => performance.now(),
  sleep: (ms, woken) => sleep(ms, undefined, { signal: woken }).catch(() => undefined),
};
