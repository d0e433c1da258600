/** Heartbeats during long work, which keep our membership in the group. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchControls } from '#event-log';

/**
 * Controls for a processor, which may call `heartbeat` at any rate. At most one is sent per
 * `everyMs`, and timers and sockets get their turn. A refused heartbeat shows in `isOwned` without
 * interrupting work.
 */
export function patientControls(controls: BatchControls, everyMs: number): BatchControls {
  let lastMs = performance.now();
  return {
    isOwned: () => controls.isOwned(),
    async heartbeat() {
      if (performance.now() - lastMs < everyMs) return;
      await nextTurn();
      lastMs = performance.now();
      await controls.heartbeat().catch(() => undefined);
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
    void controls
      .heartbeat()
      .catch(() => undefined)
      .finally(() => {
        isSending = false;
      });
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Whether we own the partition; if it seems lost, first sends a heartbeat, which may
 * restore ownership.
 */
export async function confirmOwnership(controls: BatchControls): Promise<boolean> {
  if (!controls.isOwned()) await controls.heartbeat().catch(() => undefined);
  return controls.isOwned();
}
