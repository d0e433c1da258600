/** Heartbeats during long work: the group hears of us. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchControls } from '#event-log';

/**
 * Controls for a processor, which calls `heartbeat` as often as it likes. At most every `everyMs` one is sent, and
 * timers and sockets get their turn. That a heartbeat is refused shows in `isOwned`, and stops nothing halfway.
 */
export function patientControls(controls: BatchControls, everyMs: number): BatchControls {
  let lastMs = performance.now();
  return {
    isOwned: () => controls.isOwned(),
    async heartbeat() {
      if (performance.now() - lastMs < everyMs) return;
      await nextTurn();
      lastMs = performance.now();
      await controls.heartbeat();
    },
  };
}

/** Sends heartbeats on a timer until `work` has settled, for work that waits. */
export async function keptAlive<T>(
  controls: BatchControls,
  everyMs: number,
  work: () => Promise<T>,
): Promise<T> {
  let isSending = false;
  const timer = setInterval(() => {
    if (isSending) return;
    isSending = true;
    void controls.heartbeat().finally(() => {
      isSending = false;
    });
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Whether the partition is ours; where it seems not to be, after a sign of life that may mend it. */
export async function isOursAgain(controls: BatchControls): Promise<boolean> {
  if (!controls.isOwned()) await controls.heartbeat();
  return controls.isOwned();
}
