/** Records as other clients compress them. */

import { gzipSync, zstdCompressSync } from 'node:zlib';
import { compressFrame } from 'lz4-napi';
import { compress } from 'snappy';
import { describe, expect, it } from 'vitest';
import { recordBytesMax } from './gzip-codec.js';
import { unpackedRecords } from './record-codecs.js';

const text = Buffer.from('{"type":"AgentAnswer"}'.repeat(2000));
const length = (bytes: number): Buffer => {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(bytes);
  return four;
};

/** As Java's producers write it: blocks of 32 KB. */
async function blocks(): Promise<Buffer> {
  const parts: Buffer[] = [Buffer.from('\x82SNAPPY\0\0\0\0\x01\0\0\0\x01', 'latin1')];
  for (let from = 0; from < text.length; from += 32_768) {
    const block = await compress(text.subarray(from, from + 32_768));
    parts.push(length(block.length), block);
  }
  return Buffer.concat(parts);
}

describe('unpackedRecords', () => {
  it.each<[string, number, () => Buffer | Promise<Buffer>]>([
    ['nothing', 0, () => text],
    ['gzip', 1, () => gzipSync(text)],
    ['snappy, one block', 2, () => compress(text)],
    ['snappy, blocks of Java', 2, blocks],
    ['lz4', 3, () => compressFrame(text)],
    ['zstd', 4, () => zstdCompressSync(text)],
  ])('reads %s', async (_, codec, packed) => {
    expect((await unpackedRecords(codec, await packed())).equals(text)).toBe(true);
  });

  const far = Buffer.alloc(5, 0xff);
  const nothing = Buffer.alloc(recordBytesMax + 1);
  it.each<[string, number, () => Buffer, RegExp]>([
    [
      'snappy that says it is longer',
      2,
      () => Buffer.concat([far, text]),
      /more than \d+ bytes can hold/,
    ],
    [
      'zstd that becomes too long',
      4,
      () => zstdCompressSync(nothing),
      /larger than 67108864 bytes/,
    ],
    ['gzip that becomes too long', 1, () => gzipSync(nothing), /larger than 67108864 bytes/],
    [
      'half a block',
      2,
      () => Buffer.from('\x82SNAPPY\0\0\0\0\x01\0\0\0\x01\0\0', 'latin1'),
      /out of range/,
    ],
    ['lz4 that is none', 3, () => text, /./],
  ])('refuses %s', async (_, codec, packed, why) => {
    await expect(unpackedRecords(codec, packed())).rejects.toThrow(why);
  });
});
