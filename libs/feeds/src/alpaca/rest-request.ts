/** One GET to the vendor's history: retried where that helps, bounded in size, and timed. */

import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { invalidInput, printable, unavailable } from '#values';
import type { FeedNote, FeedSink } from '../port/feed.js';
import type { FeedClock } from '../port/feed-clock.js';
import { boundedBody, patiently, retryAfterMs, type AskForPause } from '../http/request.js';
import { withoutSecrets } from '../port/secret.js';
import type { ClockDrift } from '../socket/clock-drift.js';
import type { Credentials } from './alpaca-conversation.js';
import { decodeValue, isRecord } from './vendor-message.js';

export interface RestParts {
  /** `https://host`, without a path. */
  readonly base: string;
  readonly credentials: Credentials;
  /** PEM; the only certificate that is trusted. */
  readonly certificate: string | undefined;
  readonly clock: FeedClock;
  readonly drift: ClockDrift;
  /** Shared by all requests with the same keys. */
  readonly pace: RequestPace;
}

interface RestRequest {
  /** From the first `/` onward. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Receives what the response tells about the server's clock. */
  readonly note: (note: FeedNote) => void;
  readonly waits?: FeedSink['waits'];
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const bodyBytesMax = 64_000_000;
const timeoutMs = 30_000;
/** Requests are limited per minute: a longer wait cannot be intended. */
const windowMaxMs = 5 * 60_000;

/**
 * The body of a 200. Throws `Unavailable` if the server is unreachable, fails or limits us for longer than six
 * attempts take; `InvalidInput` if it refuses the request.
 */
export function restBody(parts: RestParts, request: RestRequest): Promise<Buffer> {
  const patience = { attempts: 6, pauseMs: 1000, subject: 'history: ' };
  return patiently({ ...request, ...patience, clock: parts.clock }, (askForPause) =>
    tryOnce(parts, request, askForPause),
  );
}

async function tryOnce(
  parts: RestParts,
  request: RestRequest,
  askForPause: AskForPause,
): Promise<Buffer> {
  const { clock, credentials, drift, pace } = parts;
  await pace.turn(request.signal);
  const askedAt = clock.now();
  const { status, headers, body } = await answerOf(parts, request);
  const note = drift.measure({ askedAt, answeredAt: clock.now(), date: headers.date });
  if (note !== undefined) request.note(note);
  if (status === 200) return body;
  const secrets = [credentials.key, credentials.secret];
  const bodyText = printable(withoutSecrets(body.toString('utf8'), secrets), 200);
  if (status === 408 || status === 429 || status >= 500) {
    askForPause(waitOf(headers, clock.now()));
    throw away(parts, request, status === 429 ? '429 too many requests' : `${status} ${bodyText}`);
  }
  throw invalidInput('the vendor refused a request', {
    where: `${parts.base}${request.path}`,
    found: `${status} ${bodyText}`,
  });
}

const away = ({ base }: RestParts, { path }: RestRequest, found: string): Error =>
  unavailable('the history of the vendor cannot be fetched', { where: `${base}${path}`, found });

/** Milliseconds: the server's value, else the time until its request window ends; 0 if it gives neither. */
function waitOf(headers: IncomingMessage['headers'], now: number): number {
  const asked = retryAfterMs(headers['retry-after'] ?? null, now);
  if (asked !== undefined) return asked;
  const reset = Number(headers['x-ratelimit-reset']) * 1000 - now;
  return reset > 0 ? Math.min(reset, windowMaxMs) : 0;
}

/** Redirections are not followed: they would send credentials elsewhere. */
function answerOf(parts: RestParts, asked: RestRequest): Promise<Answer> {
  const { base, credentials, certificate } = parts;
  const { path, query, signal } = asked;
  const url = new URL(`${base.replace(/[/]+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options = {
    signal,
    timeout: timeoutMs,
    ...(certificate === undefined ? {} : { ca: certificate }),
    headers: {
      accept: 'application/json',
      'user-agent': 'tapefold',
      'apca-api-key-id': credentials.key,
      'apca-api-secret-key': credentials.secret,
    },
  };
  return new Promise((settle, fail) => {
    const failed = (error: Error & { readonly code?: string }): void =>
      fail(away(parts, asked, error.message || (error.code ?? error.name)));
    const request = send(url, options, (response) => {
      collect(response).then(settle, failed);
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    request.on('error', failed);
    request.end();
  });
}

async function collect(response: IncomingMessage): Promise<Answer> {
  const body = await boundedBody(response, bodyBytesMax);
  if (body === undefined) throw new Error(`an answer of more than ${bodyBytesMax} bytes`);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

export interface Question {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The channel under which the pages are stored. */
  readonly channel: string;
}

const pagesMax = 10_000;
const tokenCharsMax = 2000;

/**
 * Delivers all pages of the response. Throws `Unavailable` as for a request, and if the vendor repeats a page;
 * `InvalidInput` if it refuses the request.
 */
export async function bringPages(
  parts: RestParts,
  { path, query, channel }: Question,
  sink: FeedSink,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Set<string>();
  let token: string | null = null;
  for (let page = 0; page < pagesMax; page++) {
    const asked: Readonly<Record<string, string>> =
      token === null ? query : { ...query, page_token: token };
    const body = await restBody(parts, {
      path,
      query: asked,
      signal,
      note: (note) => sink.note(note),
      waits: (why) => sink.waits?.(why),
    });
    await sink.data(channel, body);
    token = nextToken(body, path);
    if (token === null) return;
    if (seen.has(token)) break;
    seen.add(token);
  }
  throw unavailable('the pages of the vendor do not end', { where: `${parts.base}${path}` });
}

function nextToken(body: Uint8Array, path: string): string | null {
  const page = decodeValue(body, 'json');
  const token = isRecord(page) ? (page['next_page_token'] ?? null) : undefined;
  if (token === null || token === '') return null;
  if (typeof token === 'string' && token.length <= tokenCharsMax) return token;
  throw invalidInput('a page of the vendor cannot be read', {
    where: path,
    expected: 'an object with next_page_token',
  });
}

const windowMs = 60_000;
/** Leaves some of the limit to other users of the same keys. */
const requestsMax = 180;

export class RequestPace {
  /** When each request of the last minute began, milliseconds since 1970, oldest first. */
  private starts: number[] = [];

  constructor(private readonly clock: FeedClock) {}

  /** Resolves when one more request may be made. Rejects with the signal's reason if it is aborted. */
  async turn(signal: AbortSignal): Promise<void> {
    const { clock } = this;
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
