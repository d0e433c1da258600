/** Who may deliver: a bearer token, or a signature over the bytes of the body. */

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FeedConnectionOf } from '../feed-description.js';

/** Compared in a time that says nothing of how much of them is right. */
export function isAuthentic(
  { auth, signatureHeader }: Pick<FeedConnectionOf<'webhook'>, 'auth' | 'signatureHeader'>,
  secret: string,
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: Uint8Array },
): boolean {
  if (auth === 'bearer') {
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    return token !== undefined && timingSafeEqual(digest(token), digest(secret));
  }
  const said = /^(?:sha256=)?([0-9a-f]{64})$/i.exec(String(headers[signatureHeader.toLowerCase()]));
  if (said === null) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(Buffer.from(said[1] as string, 'hex'), expected);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
