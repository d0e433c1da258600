/** A question to the vendor's history, page after page, each a frame of the recording before the next is asked for. */

import { invalidInput, unavailable } from '#values';
import type { FeedSink } from '../feed.js';
import { restBody, type RestParts } from './rest-request.js';
import { decodeValue, isRecord } from './vendor-message.js';

export interface Question {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Under which the pages are stored. */
  readonly channel: string;
}

const pagesMax = 10_000;
const tokenCharsMax = 2000;

/**
 * Brings all pages of the answer. `Unavailable` as of a request, and where the vendor gives a page a second time;
 * `InvalidInput` where it refuses the question.
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
