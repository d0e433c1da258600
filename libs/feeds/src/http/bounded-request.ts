/** One request to somebody else's server: bounded in time and bytes, and sent nowhere else. */

import { invalidInput, isFailure, unavailable } from '#values';
import type { FeedClock, SaidPause } from '../port/feed-clock.js';
import type { Exchange } from '../socket/clock-drift.js';

export interface BoundedRequest extends SaidPause {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly clock: FeedClock;
  /** Milliseconds for the whole answer. Default 30,000. */
  readonly timeoutMs?: number;
  /** Default 16 MB, unpacked. */
  readonly bodyBytesMax?: number;
}

export interface BoundedResponse extends Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

const defaults = { timeoutMs: 30_000, bodyBytesMax: 16_777_216 };

/**
 * Resolves with any answer but a redirection, which might carry credentials elsewhere. `Unavailable` where the server
 * does not answer, `InvalidInput` for a body that is too large; messages name the host alone.
 */
export async function boundedRequest(request: BoundedRequest): Promise<BoundedResponse> {
  const { url, headers = {}, signal, clock } = request;
  const host = hostOf(url);
  const patience = AbortSignal.timeout(request.timeoutMs ?? defaults.timeoutMs);
  const askedAt = clock.now();
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, patience]),
    });
    const answeredAt = clock.now();
    const { bodyBytesMax = defaults.bodyBytesMax } = request;
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

/** Host and port of an address, which may have credentials in its other parts. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the server';
}

/** All bytes of a body; undefined where they are more: then the rest was not read. */
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

/** The code of the system's error beneath that of `fetch`, which says nothing. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const hasCode = cause instanceof Error && 'code' in cause && typeof cause.code === 'string';
  return hasCode ? String(cause.code) : 'a broken connection';
}
