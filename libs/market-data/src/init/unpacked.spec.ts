/** Tests of unpacking: all members of an archive, or a failure. */

import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpacked } from './unpacked.js';

const first = gzipSync('a\n'.repeat(5000));
const second = gzipSync('b\n'.repeat(5000));
const both = Buffer.concat([first, second]);
const rows = 'a\n'.repeat(5000) + 'b\n'.repeat(5000);

it('gives all members, and ignores zeros after the last', () => {
  expect(unpacked(both, 'x.gz').toString()).toBe(rows);
  expect(unpacked(Buffer.concat([both, Buffer.alloc(512)]), 'x.gz').toString()).toBe(rows);
});

it.each([1, 9, second.length - 1, both.length - 1])(
  'refuses an archive without its last %i bytes',
  (cut) => {
    expect(() => unpacked(both.subarray(0, -cut), 'x.gz')).toThrow(
      /^x\.gz: the archive cannot be unpacked; found unexpected end of file/,
    );
  },
);

it('refuses a member whose first byte is damaged, with both numbers', () => {
  const damaged = Buffer.from(both);
  damaged[first.length] = 0;
  expect(() => unpacked(damaged, 'x.gz')).toThrow(
    `x.gz: the archive was not read whole; expected ${both.length} bytes of gzip; ` +
      `found ${first.length} bytes of gzip`,
  );
});
