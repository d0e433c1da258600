/** Bodies that a proxy packed although the request asks for none. */

import { pipeline, Readable, type Duplex } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import type { UpstreamResponse } from './upstream.js';

const unpackers: ReadonlyMap<string, () => Duplex> = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/** The body without its packing; as it is if the packing is none that we know. */
export function unpacked(
  body: UpstreamResponse['body'],
  encoding: UpstreamResponse['headers'][string],
): AsyncIterable<Uint8Array> {
  const unpacker = unpackers.get(String(encoding).trim().toLowerCase());
  if (unpacker === undefined) return body;
  // The reader of the pipeline gets an error of the body or of its packing.
  return pipeline(Readable.from(body), unpacker(), () => undefined);
}
