/** Tests of the codecs: a small batch that unpacks to more than anyone would send is refused. */

import { gzipSync, zstdCompressSync } from 'node:zlib';
import kafkajs from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { registerCodecs } from './compression-codecs.js';

registerCodecs();
registerCodecs();
const { CompressionCodecs, CompressionTypes } = kafkajs;

type Packed = Exclude<kafkajs.CompressionTypes, kafkajs.CompressionTypes.None>;
const unpack = async (type: Packed, bytes: Buffer): Promise<Buffer> =>
  CompressionCodecs[type]().decompress(bytes);

const zeros = Buffer.alloc(128 * 1024 * 1024 + 1);
const within = zeros.subarray(0, 1_000_000);

describe('a compressed batch', () => {
  const codecs: [string, Packed, (bytes: Buffer) => Buffer][] = [
    ['gzip', CompressionTypes.GZIP, (bytes) => gzipSync(bytes, { level: 1 })],
    ['zstd', CompressionTypes.ZSTD, (bytes) => zstdCompressSync(bytes)],
  ];
  it.each(codecs)('in %s is unpacked up to 128 MB', async (_, type, pack) => {
    expect((await unpack(type, pack(within))).equals(within)).toBe(true);
    await expect(unpack(type, pack(zeros))).rejects.toThrow(/larger than 134217728 bytes/);
  });

  it('in snappy is refused by the length that it declares, before memory is taken for it', async () => {
    const block = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0x00]);
    await expect(unpack(CompressionTypes.Snappy, block)).rejects.toThrow(
      'the batch is too large; expected at most 134217728 bytes unpacked; found 4294967295',
    );
    const small = Buffer.from([0x03, 0x08, 97, 98, 99]);
    expect((await unpack(CompressionTypes.Snappy, small)).toString()).toBe('abc');
  });
});
