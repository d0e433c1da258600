/** What a sender says of its body: the type, the charset, and how it is compressed. */

import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type BrotliOptions } from 'node:zlib';

type Decompress = (body: Uint8Array, options: BrotliOptions) => Promise<Buffer>;

const unzip: Decompress = promisify(gunzip);
const inflateWrapped: Decompress = promisify(inflate);
const inflateBare: Decompress = promisify(inflateRaw);

/** Some senders leave out the wrapper of zlib, by which "deflate" is defined. */
const deflated: Decompress = (body, options) =>
  isZlib(body) ? inflateWrapped(body, options) : inflateBare(body, options);

const isZlib = ([method = 0, flags = 0]: Uint8Array): boolean =>
  (method & 15) === 8 && (method * 256 + flags) % 31 === 0;

const encodings: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ['', (body) => Promise.resolve(Buffer.from(body))],
  ['identity', (body) => Promise.resolve(Buffer.from(body))],
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', deflated],
  ['br', promisify(brotliDecompress)],
]);

/** The encodings a sender may use, for the header `accept-encoding` of an answer 415. */
export const acceptedEncodings = 'gzip, deflate, br';

const jsonType = /^application[/](?:[\w.-]+[+])?json *(?:;(.*))?$/i;
const charset = /(?:^|;)\s*charset\s*=\s*"?([^";\s]*)"?/i;

/**
 * How to decode a body with these headers: a function of its bytes. It resolves with the status 413 for a body of more
 * than `bytesMax` once decoded, and with 400 for one that is not encoded as the headers say. Undefined for anything but
 * JSON in UTF-8 in one of the encodings above.
 */
export function contentDecoding(
  headers: IncomingHttpHeaders,
): ((body: Uint8Array, bytesMax: number) => Promise<Buffer | 400 | 413>) | undefined {
  const type = jsonType.exec(headers['content-type'] ?? '');
  const decompress = encodings.get((headers['content-encoding'] ?? '').trim().toLowerCase());
  if (type === null || decompress === undefined) return undefined;
  const named = charset.exec(type[1] ?? '')?.[1] ?? 'utf-8';
  if (!/^(?:utf-?8|us-ascii)$/i.test(named)) return undefined;
  return (body, bytesMax) =>
    decompress(body, { maxOutputLength: bytesMax }).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ERR_BUFFER_TOO_LARGE' ? 413 : 400,
    );
}
