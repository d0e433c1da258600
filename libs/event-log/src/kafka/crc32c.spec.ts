/** The checksum is CRC-32C: values of RFC 3720, B.4, and the client library's for anything else. */

import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32c } from './crc32c.js';

const ofLibrary = createRequire(import.meta.url)(
  'kafkajs/src/protocol/recordBatch/crc32C/index.js',
) as (bytes: Buffer) => number;

describe('crc32c', () => {
  it.each([
    ['32 bytes of zeroes', Buffer.alloc(32), 0x8a9136aa],
    ['32 bytes of ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
    ['32 bytes that count up', Buffer.from(Array.from({ length: 32 }, (_, at) => at)), 0x46dd794e],
    ['the digits', Buffer.from('123456789'), 0xe3069283],
    ['nothing', Buffer.alloc(0), 0],
  ])('of %s', (_, bytes, expected) => {
    expect(crc32c(bytes)).toBe(expected);
  });

  it('is the client library’s', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(crc32c(bytes)).toBe(ofLibrary(Buffer.from(bytes)));
      }),
    );
  });
});
