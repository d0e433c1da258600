/** Decompresses the records of a batch: Kafka's four codecs, each with a limit on its output. */

import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { gzipCodec, recordBytesMax, turnBytesMax } from './gzip-codec.js';

/** By codec number, as in the attributes of a batch; 0: uncompressed. */
const codecs: Readonly<Record<number, (bytes: Buffer) => Promise<Buffer>>> = {
  0: (bytes) => Promise.resolve(bytes),
  1: gzipCodec.decompress,
  2: unpackedSnappy,
  3: async (bytes) => (await import('lz4-napi')).decompressFrame(bytes),
  4: (bytes) =>
    promisify(zstdDecompress)(bytes, { maxOutputLength: recordBytesMax, chunkSize: turnBytesMax }),
};

/** The decompressed records. Rejects with the reason. */
export async function unpackedRecords(codec: number, bytes: Buffer): Promise<Buffer> {
  const unpack = codecs[codec];
  if (unpack === undefined) throw new Error(`Kafka has no codec ${codec}`);
  const records = await unpack(bytes);
  // The length of lz4 is known only afterwards; one byte decompresses to 255 at most.
  if (records.length > recordBytesMax) throw new Error(`more than ${recordBytesMax} bytes`);
  return records;
}

/** Magic of snappy-java's framing: blocks follow, each prefixed by its length. Other clients write one raw block. */
const blocksMark = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0]);

async function unpackedSnappy(bytes: Buffer): Promise<Buffer> {
  const { uncompress } = await import('snappy');
  const parts: Buffer[] = [];
  for (const block of snappyBlocks(bytes)) {
    // The stated length is allocated before the block is read; three bytes decompress to 64 at most.
    if (snappyLength(block) > 22 * block.length)
      throw new Error(`more than ${block.length} bytes can hold`);
    parts.push((await uncompress(block, { asBuffer: true })) as Buffer);
  }
  return Buffer.concat(parts);
}

function* snappyBlocks(bytes: Buffer): Generator<Buffer> {
  if (!bytes.subarray(0, blocksMark.length).equals(blocksMark)) {
    yield bytes;
    return;
  }
  // Two versions follow the magic.
  let at = blocksMark.length + 8;
  while (at < bytes.length) {
    const from = at + 4;
    at = from + bytes.readUInt32BE(at);
    if (at > bytes.length) throw new RangeError('bytes of a block are missing');
    yield bytes.subarray(from, at);
  }
}

/** Decompressed length of a block: a varint, lowest bits first. */
function snappyLength(block: Buffer): number {
  let length = 0;
  for (let at = 0; at < 5; at++) {
    const byte = block.readUInt8(at);
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) break;
  }
  return length;
}
