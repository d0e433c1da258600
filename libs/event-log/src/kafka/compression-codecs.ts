/**
 * Codecs of other clients that kafkajs leaves to packages: snappy, LZ4 and zstd. It has gzip
 * itself, but without a bound on what a batch unpacks to.
 */

import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import kafkajs from 'kafkajs';
import { invalidInput } from '#values';

/** Magic of snappy-java's framing: a 16-byte header, then blocks, each prefixed by its length. */
const framedMagic = 0x82_53_4e_41;
const framedHeaderBytes = 16;
/** Limits an unpacked batch: brokers accept batches of 1 MB unless configured otherwise. */
const unpackedBytesMax = 128 * 1024 * 1024;
const bounded = { maxOutputLength: unpackedBytesMax };
const unpackGzip = promisify(gunzip);
const unpackZstd = promisify(zstdDecompress);

/**
 * Registers the codecs with kafkajs for the whole process, for reading only; may be
 * called repeatedly.
 */
export function registerCodecs(): void {
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  CompressionCodecs[CompressionTypes.Snappy] = () => ({ decompress: decompressSnappy });
  CompressionCodecs[CompressionTypes.LZ4] = () => ({
    decompress: async (bytes: Buffer) => (await import('lz4-napi')).decompressFrame(bytes),
  });
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    decompress: (bytes: Buffer) => unpackZstd(bytes, bounded),
  });
  const { compress } = CompressionCodecs[CompressionTypes.GZIP]();
  CompressionCodecs[CompressionTypes.GZIP] = () => ({
    compress,
    decompress: (bytes: Buffer) => unpackGzip(bytes, bounded),
  });
}

/** Java clients write framed blocks, others a single raw one. */
async function decompressSnappy(bytes: Buffer): Promise<Buffer> {
  const { uncompress } = await import('snappy');
  let unpacked = 0;
  const unpack = (block: Buffer) => {
    unpacked += snappyLength(block);
    if (unpacked > unpackedBytesMax) {
      const expected = `at most ${unpackedBytesMax} bytes unpacked`;
      throw invalidInput('the batch is too large', { expected, found: `${unpacked}` });
    }
    return uncompress(block, { asBuffer: true }) as Promise<Buffer>;
  };
  if (bytes.readUInt32BE(0) !== framedMagic) return unpack(bytes);
  const parts: Buffer[] = [];
  for (let at = framedHeaderBytes, end: number; at < bytes.length; at = end) {
    end = at + 4 + bytes.readUInt32BE(at);
    parts.push(await unpack(bytes.subarray(at + 4, end)));
  }
  return Buffer.concat(parts);
}

/**
 * The length that a block of snappy declares, and for which its memory is allocated: 7 bits a byte,
 * low bits first.
 */
function snappyLength(block: Buffer): number {
  let length = 0;
  for (let at = 0; at < Math.min(5, block.length); at++) {
    const byte = block[at] as number;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) break;
  }
  return length;
}
