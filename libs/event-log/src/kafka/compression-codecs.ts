/** Codecs of other clients that kafkajs leaves to packages: snappy, LZ4 and zstd. It has gzip itself. */

import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import kafkajs from 'kafkajs';

/** Magic of snappy-java's framing: a 16-byte header, then blocks, each prefixed by its length. */
const framedMagic = 0x82_53_4e_41;
const framedHeaderBytes = 16;

/** Registers the codecs with kafkajs for the whole process, for reading only; may be called repeatedly. */
export function registerCodecs(): void {
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  CompressionCodecs[CompressionTypes.Snappy] = () => ({ decompress: decompressSnappy });
  CompressionCodecs[CompressionTypes.LZ4] = () => ({
    decompress: async (bytes: Buffer) => (await import('lz4-napi')).decompressFrame(bytes),
  });
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({ decompress: promisify(zstdDecompress) });
}

/** Java clients write framed blocks, others a single raw one. */
async function decompressSnappy(bytes: Buffer): Promise<Buffer> {
  const { uncompress } = await import('snappy');
  const unpack = (block: Buffer) => uncompress(block, { asBuffer: true }) as Promise<Buffer>;
  if (bytes.readUInt32BE(0) !== framedMagic) return unpack(bytes);
  const parts: Buffer[] = [];
  for (let at = framedHeaderBytes, end: number; at < bytes.length; at = end) {
    end = at + 4 + bytes.readUInt32BE(at);
    parts.push(await unpack(bytes.subarray(at + 4, end)));
  }
  return Buffer.concat(parts);
}
