/** Pages of the vendor's history, requested one after the other. */

import { invalidInput, unavailable, withoutEnd } from '#values';
import type { FeedSink } from '../port/feed.js';
import type { FeedClock } from '../port/feed-clock.js';
import { patientRequest, type RequestPace } from '../http/request.js';
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

export interface Question {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The channel under which the pages are stored. */
  readonly channel: string;
}

const pagesMax = 10_000;
const tokenCharsMax = 2000;

/**
 * Delivers all pages of the response. Throws as `patientRequest` does, and `Unavailable` if the
 * vendor repeats a page.
 */
export async function bringPages(
  { base, credentials: { key, secret }, drift, ...parts }: RestParts,
  { path, query, channel }: Question,
  sink: FeedSink,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(`${withoutEnd(base, '/')}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const where = `${url.host}${path}`;
  const request = {
    ...parts,
    where,
    signal,
    subject: 'history: ',
    attempts: 6,
    firstMs: 1000,
    bodyBytesMax: 64_000_000,
    headers: { 'apca-api-key-id': key, 'apca-api-secret-key': secret },
    secrets: [key, secret],
    waits: (why: string | null): void => sink.waits?.(why),
  };
  const seen = new Set<string>();
  for (let page = 0; page < pagesMax; page++) {
    const response = await patientRequest({ ...request, url: url.href });
    const note = drift.measure(response);
    if (note !== undefined) sink.note(note);
    await sink.data(channel, response.body);
    const token = nextToken(response.body, path);
    if (token === null) return;
    if (seen.has(token)) break;
    seen.add(token);
    url.searchParams.set('page_token', token);
  }
  throw unavailable('the pages of the vendor do not end', { where });
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
