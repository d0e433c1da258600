/** Keeps the client library from polling an empty request queue a thousand times a second. */

import { createRequire } from 'node:module';

/** The parts of the library's queue that we use; every connection has one. */
interface RequestQueue {
  readonly pending: readonly unknown[];
  readonly throttledUntil: number;
  scheduleCheckPendingRequests(): void;
}

const { prototype } = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue/index.js',
) as { readonly prototype: RequestQueue };
const schedule = prototype.scheduleCheckPendingRequests;

/**
 * Once used, the queue of kafkajs 2.2.4 polls every millisecond for the life of a connection,
 * whether anything waits or not, with a timer of negative delay, about which Node warns. Polling is
 * unnecessary: a waiting request is sent when a response makes room. Applies to the whole process;
 * may be called repeatedly.
 */
export function useQuietRequestQueue(): void {
  prototype.scheduleCheckPendingRequests = scheduleWhereSomethingWaits;
}

function scheduleWhereSomethingWaits(this: RequestQueue): void {
  if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
}
