/** Keeps the client library from looking at an empty queue of requests a thousand times a second. */

import { createRequire } from 'node:module';

/** What we need to know of the library's queue, of which every connection has one. */
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
 * Once it was used, kafkajs 2.2.4 asks again every millisecond for as long as a connection lives, whether anything
 * waits or not, by a timer with a negative delay, of which Node warns. It need not: whatever waits for room is sent
 * when an answer makes room. For the whole process; as often as one likes.
 */
export function useQuietRequestQueue(): void {
  prototype.scheduleCheckPendingRequests = scheduleWhereSomethingWaits;
}

function scheduleWhereSomethingWaits(this: RequestQueue): void {
  if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
}
