/** Wall time whose long waits end on a test's command: deadlines, and time limits of tries. */

import { wallClock, type WallClock } from '#http';

/** The time limit of a try that `stall` ends: an hour. */
export const heldTimeoutMs = 3_600_000;

export interface HeldClock extends WallClock {
  /** The try that waits longest has taken too long. */
  stall(): void;
  /** The deadline of the attempt that was opened first has passed. */
  expire(): void;
  /** Long waits other than time limits of tries. */
  readonly held: number;
}

export function heldClock(): HeldClock {
  const tries: (() => void)[] = [];
  const attempts: (() => void)[] = [];
  const held = (waiting: (() => void)[], signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push(resolve);
      signal.addEventListener('abort', () => {
        waiting.splice(waiting.indexOf(resolve), 1);
        reject(signal.reason as Error);
      });
    });
  return {
    now: wallClock.now,
    sleep: (ms, signal) => {
      if (ms < heldTimeoutMs) return wallClock.sleep(ms, signal);
      return held(ms === heldTimeoutMs ? tries : attempts, signal);
    },
    stall: () => tries.at(0)?.(),
    expire: () => attempts.at(0)?.(),
    get held() {
      return attempts.length;
    },
  };
}
