/** A request that is made again while the server is away or busy, as soon as it wants and a few times. */

import pRetry, { AbortError } from 'p-retry';
import { invalidInput, isFailure, unavailable } from '#values';
import { clockTime } from '../feed-clock.js';
import { pauseMs } from '../socket/pauses.js';
import {
  boundedRequest,
  hostOf,
  type BoundedRequest,
  type BoundedResponse,
} from './bounded-request.js';
import { retryAfterMs } from './retry-after.js';

const attemptsMax = 5;
const busyStatuses = [408, 425, 429];

/**
 * The first answer with a status below 400. `Unavailable` where the last of five attempts found the server away or
 * busy, `InvalidInput` where it refuses. Rejects with the signal's reason where that is aborted.
 */
export async function patientRequest(request: BoundedRequest): Promise<BoundedResponse> {
  const { signal, clock } = request;
  let attempts = 0;
  const wait = async (why: string, ms: number): Promise<void> => {
    request.waits?.(`${why}, asked again at ${clockTime(clock, ms)}`);
    await clock.sleep(ms, signal).finally(() => request.waits?.(null));
  };
  const attempt = async (): Promise<BoundedResponse> => {
    attempts++;
    const response = await boundedRequest(request);
    if (response.status < 400) return response;
    const detail = { where: hostOf(request.url), found: `status ${response.status}` };
    const isBusy = response.status >= 500 || busyStatuses.includes(response.status);
    if (!isBusy) throw invalidInput('the server refuses', detail);
    const asked = retryAfterMs(response.headers.get('retry-after'), clock.now());
    if (attempts < attemptsMax && asked !== undefined) await wait(detail.found, asked);
    throw unavailable('the server is busy', detail);
  };
  const guarded = async (): Promise<BoundedResponse> => {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (isFailure(error, 'Unavailable')) throw error;
      throw new AbortError(error instanceof Error ? error : String(error));
    }
  };
  return pRetry(guarded, {
    retries: attemptsMax - 1,
    // The pauses are ours: they run by the clock of the feed.
    minTimeout: 0,
    factor: 1,
    signal,
    onFailedAttempt: async ({ error }) => {
      const why = isFailure(error) ? (error.found ?? error.message) : 'the request failed';
      if (attempts < attemptsMax) await wait(why, pauseMs(attempts, clock.random));
    },
  });
}
