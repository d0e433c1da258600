/**
 * Requests to external servers: bounded in time and bytes, without redirects, retried
 * during an outage.
 */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import pRetry from 'p-retry';
import { requestOverHttp, wholeBody } from '#http';
import { invalidInput, isFailure, printable, unavailable } from '#values';
import {
  feedPauseMs,
  pauseAloud,
  type FeedClock,
  type AnnouncedPause,
} from '../port/feed-clock.js';
import { withoutSecrets } from '../port/secret.js';
import type { Exchange } from '../socket/clock-drift.js';

export interface PatientRequest extends AnnouncedPause {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly clock: FeedClock;
  /** How errors name the address; by default its host, since the rest may hold credentials. */
  readonly where?: string;
  /** PEM; the only certificate that is trusted. */
  readonly certificate?: string | undefined;
  /** What the server might echo: masked in errors. */
  readonly secrets?: readonly string[];
  /** Shared by all requests that count toward one limit. */
  readonly pace?: RequestPace;
  /** Default 5. */
  readonly attempts?: number;
  /** The first pause, milliseconds; default 500. */
  readonly firstMs?: number;
  /** Limit after decompression; default 16 MB. */
  readonly bodyBytesMax?: number;
  /** What is requested; shown before the reason of a pause. */
  readonly subject?: string;
}

export interface BoundedResponse extends Exchange {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Limit for the whole response. */
const timeoutMs = 30_000;
const busyStatuses = [408, 425, 429];

/**
 * The first response with a status below 400. Throws `Unavailable` if the last attempt found the
 * server down or busy, `InvalidInput` if it refuses, redirects, which might carry credentials
 * elsewhere, or sends too much. Rejects with the signal's reason if it is aborted.
 */
export function patientRequest(request: PatientRequest): Promise<BoundedResponse> {
  const { signal, clock, pace, attempts = 5, firstMs, subject = '', secrets = [] } = request;
  const { where = hostOf(request.url) } = request;
  let askedMs = 0;
  const attempt = async (): Promise<BoundedResponse> => {
    askedMs = 0;
    await pace?.turn(signal);
    const response = await boundedRequest(request, where);
    const { status, headers, body } = response;
    if (status < 300 || status === 304) return response;
    if (status < 400) {
      const found = `${status}`;
      throw invalidInput('the server redirects the request', { where, expected: 'data', found });
    }
    const words = printable(withoutSecrets(body.toString('utf8'), secrets), 200);
    const detail = { where, found: `status ${status}${words === '' ? '' : `: ${words}`}` };
    const isBusy = status >= 500 || busyStatuses.includes(status);
    if (!isBusy) throw invalidInput('the server refuses the request', detail);
    askedMs = requestedPauseMs(headers, clock.now());
    throw unavailable('the server is busy', detail);
  };
  return pRetry(attempt, {
    retries: attempts - 1,
    minTimeout: 0,
    signal,
    shouldRetry: async ({ error, attemptNumber }) => {
      if (!isFailure(error, 'Unavailable')) return false;
      const ms = Math.max(askedMs, feedPauseMs(attemptNumber, clock, firstMs));
      await pauseAloud(request, ms, `${subject}${error.found ?? error.message}, asked again`);
      return true;
    },
  });
}

async function boundedRequest(request: PatientRequest, where: string): Promise<BoundedResponse> {
  const { signal, clock, bodyBytesMax = 16_777_216 } = request;
  const patience = AbortSignal.timeout(timeoutMs);
  const askedAt = clock.now();
  try {
    const response = await responseTo(request, AbortSignal.any([signal, patience]));
    const answeredAt = clock.now();
    const { statusCode: status = 0, headers } = response;
    const isPacked = headers['content-encoding'] === 'gzip';
    const plain = isPacked ? pipeline(response, createGunzip(), () => undefined) : response;
    const body = await wholeBody(plain, bodyBytesMax);
    if (body === undefined) {
      const expected = `at most ${bodyBytesMax} bytes`;
      throw invalidInput('the answer is too large', { where, expected });
    }
    return { status, headers, body, askedAt, answeredAt, date: headers.date };
  } catch (error) {
    signal.throwIfAborted();
    if (isFailure(error)) throw error;
    const { code = 'a broken connection' } = error as NodeJS.ErrnoException;
    const found = patience.aborted ? 'no answer in time' : code;
    throw unavailable('the server does not answer', { where, found });
  }
}

/** Not `fetch`, which cannot trust a certificate of its own. */
function responseTo(
  { url, headers, certificate }: PatientRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const described = {
    'user-agent': 'tapefold',
    accept: 'application/json',
    'accept-encoding': 'gzip',
    ...headers,
  };
  const options = {
    signal,
    headers: described,
    ...(certificate !== undefined && { ca: certificate }),
  };
  return requestOverHttp(url, options, undefined);
}

/** Host and port of an address; its other parts may hold credentials. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the server';
}

/** One hour: a server that asks for a longer wait is retried after an hour anyway. */
const waitMaxMs = 3_600_000;
/** Requests are limited per minute: a longer wait cannot be intended. */
const windowMaxMs = 5 * 60_000;

/**
 * Milliseconds from `now` (milliseconds since 1970) that a server requests in `Retry-After`
 * (seconds, or a date), else until its request window ends, as `X-RateLimit-Reset` says in seconds
 * since 1970; 0 if it gives neither.
 */
function requestedPauseMs(headers: IncomingHttpHeaders, now: number): number {
  const header = headers['retry-after'] ?? '';
  const until = /^\d{1,9}$/.test(header.trim()) ? now + Number(header) * 1000 : Date.parse(header);
  if (!Number.isNaN(until)) return Math.min(waitMaxMs, Math.max(0, until - now));
  const reset = Number(headers['x-ratelimit-reset']) * 1000 - now;
  return reset > 0 ? Math.min(reset, windowMaxMs) : 0;
}

/** At most this many requests within any window of `windowMs`. */
export class RequestPace {
  /** When each request of the last window began, milliseconds since 1970, oldest first. */
  private starts: number[] = [];

  constructor(
    private readonly clock: FeedClock,
    private readonly requestsMax: number,
    private readonly windowMs: number,
  ) {}

  /**
   * Resolves when one more request may be made. Rejects with the signal's reason if it is aborted.
   */
  async turn(signal: AbortSignal): Promise<void> {
    const { clock, requestsMax, windowMs } = this;
    for (;;) {
      signal.throwIfAborted();
      const now = clock.now();
      // After a clock was set back, requests in its future do not count.
      this.starts = this.starts.filter((start) => start <= now && start > now - windowMs);
      const [oldest] = this.starts;
      if (oldest === undefined || this.starts.length < requestsMax) break;
      await clock.sleep(oldest + windowMs - now, signal);
    }
    this.starts.push(clock.now());
  }
}
