/** A request that is made again while the server is away or busy, as soon as it wants and a few times. */

import { invalidInput, isFailure, unavailable } from '#values';
import { pauseAloud, pauseMs } from '../port/feed-clock.js';
import {
  boundedRequest,
  hostOf,
  type BoundedRequest,
  type BoundedResponse,
} from './bounded-request.js';

const attemptsMax = 5;
const busyStatuses = [408, 425, 429];

/**
 * The first answer with a status below 400. `Unavailable` where the last of five attempts found the server away or
 * busy, `InvalidInput` where it refuses. Rejects with the signal's reason where that is aborted.
 */
export async function patientRequest(request: BoundedRequest): Promise<BoundedResponse> {
  const { signal, clock } = request;
  const wait = (why: string, ms: number): Promise<void> =>
    pauseAloud(request, ms, `${why}, asked again`);
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await boundedRequest(request);
      if (response.status < 400) return response;
      const detail = { where: hostOf(request.url), found: `status ${response.status}` };
      const isBusy = response.status >= 500 || busyStatuses.includes(response.status);
      if (!isBusy) throw invalidInput('the server refuses', detail);
      const asked = retryAfterMs(response.headers.get('retry-after'), clock.now());
      if (attempt < attemptsMax && asked !== undefined) await wait(detail.found, asked);
      throw unavailable('the server is busy', detail);
    } catch (error) {
      signal.throwIfAborted();
      if (!isFailure(error, 'Unavailable') || attempt === attemptsMax) throw error;
      await wait(error.found ?? error.message, pauseMs(attempt, clock.random));
    }
  }
}

/** An hour: whoever wants more is asked again all the same. */
const waitMaxMs = 3_600_000;

/**
 * When a server wants to be asked again, by its header `Retry-After` (seconds, or a date): milliseconds from `now`
 * (milliseconds since 1970), an hour at most; undefined where it does not say.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : undefined;
  const until = seconds === undefined ? Date.parse(header) : now + seconds * 1000;
  return Number.isNaN(until) ? undefined : Math.min(waitMaxMs, Math.max(0, until - now));
}
