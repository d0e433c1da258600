/** What a sender says of its body: type, charset and compression. */

import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

type Decompress = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;
const [wrapped, bare] = [promisify(inflate), promisify(inflateRaw)];

const encodings = new Map<string, Decompress>([
  ['identity', (body) => Promise.resolve(body)],
  ['gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
  // Some senders leave out the wrapper by which "deflate" is defined.
  ['deflate', (body, options) => ((body[0] ?? 0) % 16 === 8 ? wrapped : bare)(body, options)],
]);

const jsonType = /^application[/](?:[\w.-]+[+])?json *(?:;|$)/i;
const otherCharset = /; *charset *=(?! *"?(?:utf-?8|us-ascii)"? *(?:;|$))/i;

/**
 * Decodes a body with these headers. It gives the status 413 for one of more than `bytesMax` once decoded, and 400 for
 * one that is not encoded as they say. Undefined for anything but JSON in UTF-8 in an encoding that is known.
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
