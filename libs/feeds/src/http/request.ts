/** Requests to external servers: bounded in time and bytes, without redirects, retried while the server is away. */

import pRetry from 'p-retry';
import { invalidInput, isFailure, unavailable } from '#values';
import { pauseAloud, pauseMs, type FeedClock, type AnnouncedPause } from '../port/feed-clock.js';
import type { Exchange } from '../socket/clock-drift.js';

interface BoundedRequest extends AnnouncedPause {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly clock: FeedClock;
}

interface BoundedResponse extends Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Limit for the whole response. */
const timeoutMs = 30_000;
/** Limit after decompression. */
const bodyBytesMax = 16_777_216;

/**
 * Resolves with any response except a redirect, which might carry credentials elsewhere. Throws `Unavailable` if the
 * server does not answer, `InvalidInput` for a body that is too large; messages name only the host.
 */
async function boundedRequest(request: BoundedRequest): Promise<BoundedResponse> {
  const { url, headers = {}, signal, clock } = request;
  const host = hostOf(url);
  const patience = AbortSignal.timeout(timeoutMs);
  const askedAt = clock.now();
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, patience]),
    });
    const answeredAt = clock.now();
    const body = await boundedBody(response.body ?? [], bodyBytesMax);
    if (body === undefined) {
      const expected = `at most ${bodyBytesMax} bytes`;
      throw invalidInput('the answer is too large', { where: host, expected });
    }
    if (response.status >= 300 && response.status < 400 && response.status !== 304) {
      const found = `${response.status}`;
      throw invalidInput('the server redirects the request', {
        where: host,
        expected: 'data',
        found,
      });
    }
    const date = response.headers.get('date') ?? undefined;
    const { status, headers: answered } = response;
    return { status, headers: answered, body, askedAt, answeredAt, date };
  } catch (error) {
    signal.throwIfAborted();
    if (isFailure(error)) throw error;
    const found = patience.aborted ? 'no answer in time' : reasonOf(error);
    throw unavailable('the server does not answer', { where: host, found });
  }
}

/** Host and port of an address; its other parts may hold credentials. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the server';
}

/** All bytes of a body; undefined if it exceeds the limit: then the rest was not read. */
export async function boundedBody(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytesMax: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > bytesMax) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The code of the system error behind that of `fetch`, whose own message is uninformative. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const hasCode = cause instanceof Error && 'code' in cause && typeof cause.code === 'string';
  return hasCode ? String(cause.code) : 'a broken connection';
}

const busyStatuses = [408, 425, 429];

export interface Patience extends AnnouncedPause {
  readonly clock: FeedClock;
  readonly attempts: number;
  /** The first pause, milliseconds. */
  readonly pauseMs: number;
  /** What is requested; shown before the reason of a pause. */
  readonly subject?: string;
}

/** Requests a pause of at least this many milliseconds before the next attempt. */
export type AskForPause = (ms: number) => void;

/**
 * The first result; retries only `Unavailable`, and rejects with the last failure after this many attempts. Rejects
 * with the signal's reason if it is aborted.
 */
export function patiently<T>(
  { attempts, subject = '', pauseMs: firstMs, ...pausing }: Patience,
  attempt: (askForPause: AskForPause) => Promise<T>,
): Promise<T> {
  let askedMs = 0;
  const next = (): Promise<T> => {
    askedMs = 0;
    return attempt((ms) => (askedMs = ms));
  };
  return pRetry(next, {
    retries: attempts - 1,
    minTimeout: 0,
    signal: pausing.signal,
    shouldRetry: async ({ error, attemptNumber }) => {
      if (!isFailure(error, 'Unavailable')) return false;
      const ms = Math.max(askedMs, pauseMs(attemptNumber, pausing.clock.random, firstMs));
      await pauseAloud(pausing, ms, `${subject}${error.found ?? error.message}, asked again`);
      return true;
    },
  });
}

/**
 * The first response with a status below 400. Throws `Unavailable` if the last of five attempts found the server away
 * or busy, `InvalidInput` if it refuses. Rejects with the signal's reason if it is aborted.
 */
export function patientRequest(request: BoundedRequest): Promise<BoundedResponse> {
  return patiently({ ...request, attempts: 5, pauseMs: 500 }, async (askForPause) => {
    const response = await boundedRequest(request);
    const { status, headers } = response;
    if (status < 400) return response;
    const detail = { where: hostOf(request.url), found: `status ${status}` };
    const isBusy = status >= 500 || busyStatuses.includes(status);
    if (!isBusy) throw invalidInput('the server refuses', detail);
    askForPause(retryAfterMs(headers.get('retry-after'), request.clock.now()) ?? 0);
    throw unavailable('the server is busy', detail);
  });
}

/** One hour: a server that asks for a longer wait is retried after an hour anyway. */
const waitMaxMs = 3_600_000;

/**
 * The wait that a server requests in its header `Retry-After` (seconds, or a date): milliseconds from `now`
 * (milliseconds since 1970), at most an hour; undefined if it gives none.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : undefined;
  const until = seconds === undefined ? Date.parse(header) : now + seconds * 1000;
  return Number.isNaN(until) ? undefined : Math.min(waitMaxMs, Math.max(0, until - now));
}
