/** A delivery: its authentication, and how its body is encoded. */

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { FeedConnectionOf } from '../port/feed-description.js';

/**
 * Whether a delivery has the bearer token, or a signature over the bytes of its body. Compared in
 * constant time, so that timing reveals nothing.
 */
export function isAuthentic(
  { auth, signatureHeader }: Pick<FeedConnectionOf<'webhook'>, 'auth' | 'signatureHeader'>,
  secret: string,
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: Uint8Array },
): boolean {
  if (auth === 'bearer') {
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    return token !== undefined && timingSafeEqual(digest(token), digest(secret));
  }
  const signature = /^(?:sha256=)?([0-9a-f]{64})$/i.exec(
    String(headers[signatureHeader.toLowerCase()]),
  );
  if (signature === null) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(Buffer.from(signature[1] as string, 'hex'), expected);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

type Decompress = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;
const wrapped = promisify(inflate);
const bare = promisify(inflateRaw);

const encodings = new Map<string, Decompress>([
  ['identity', (body) => Promise.resolve(body)],
  ['gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
  // Some senders omit the wrapper that defines "deflate".
  ['deflate', (body, options) => ((body[0] ?? 0) % 16 === 8 ? wrapped : bare)(body, options)],
]);

const jsonType = /^application[/](?:[\w.-]+[+])?json *(?:;|$)/i;
const otherCharset = /; *charset *=(?! *"?(?:utf-?8|us-ascii)"? *(?:;|$))/i;

/**
 * Decodes a body with these headers. It gives the status 413 for more than `bytesMax` once decoded,
 * and 400 for a body that is not encoded as declared. Undefined for anything but JSON in UTF-8 in a
 * supported encoding.
 */
export function contentDecoding(
  headers: IncomingHttpHeaders,
): ((body: Uint8Array, bytesMax: number) => Promise<Uint8Array | number>) | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  const decompress = encodings.get(encoding.trim().toLowerCase().replace(/^x-/, ''));
  if (decompress === undefined || !jsonType.test(type) || otherCharset.test(type)) return undefined;
  return (body, maxOutputLength) =>
    decompress(body, { maxOutputLength }).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ERR_BUFFER_TOO_LARGE' ? 413 : 400,
    );
}
