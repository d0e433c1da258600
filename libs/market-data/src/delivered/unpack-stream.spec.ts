/** Tests of unpacking: members, bounds, and files that are not gzip. */

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { folder } from '../open/vendor-exports.fixture.js';
import { unpackGzip, type UnpackBounds } from './unpack-stream.js';

async function unpacked(bytes: Uint8Array, bounds?: UnpackBounds): Promise<string> {
  const path = folder({ 'a.gz': bytes });
  await unpackGzip(join(path, 'a.gz'), join(path, 'a'), 'a.gz', bounds);
  return readFileSync(join(path, 'a'), 'utf8');
}

describe('a gzip file', () => {
  it('may have several members, as those of vendors that append days', async () => {
    const bytes = Buffer.concat([gzipSync('a\nb'), gzipSync('c\n'), gzipSync('d')]);
    expect(await unpacked(bytes)).toBe('a\nbc\nd');
  });

  it('has lines up to the bound, across chunks and members', async () => {
    const line = 'x'.repeat(40_000);
    const bytes = Buffer.concat(
      ['', line, `${line}\n`, `${line}${line}\n`].map((t) => gzipSync(t)),
    );
    const bound = 2 * line.length;
    expect(await unpacked(bytes, { lineBytesMax: bound })).toHaveLength(2 * bound + 2);
    await expect(unpacked(bytes, { lineBytesMax: bound - 1 })).rejects.toMatchObject({
      code: 'InvalidInput',
      message: `a.gz: a line of the unpacked file is too long; expected at most ${bound - 1} bytes`,
    });
    expect(await unpacked(bytes, { lineBytesMax: Infinity })).toHaveLength(2 * bound + 2);
  });

  it('is refused once it has more bytes than allowed, of which few were written', async () => {
    const bytes = gzipSync('x\n'.repeat(4_000_000));
    const path = folder({ 'a.gz': bytes });
    const target = join(path, 'a');
    const bytesMax = 1_000_000;
    await expect(unpackGzip(join(path, 'a.gz'), target, 'a.gz', { bytesMax })).rejects.toThrow(
      'a.gz: the unpacked file is too large; expected at most 1000000 bytes',
    );
    expect(existsSync(target) ? statSync(target).size : 0).toBeLessThanOrEqual(bytesMax);
  });

  it('is refused where it is cut off, or no gzip', async () => {
    const whole = gzipSync('a,b\n'.repeat(1000));
    const expected = /^a.gz: the file cannot be unpacked; expected a whole gzip file; found /;
    for (const bytes of [whole.subarray(0, -9), Buffer.from('date,open\n'), Buffer.from('')]) {
      await expect(unpacked(bytes)).rejects.toThrow(expected);
    }
    const path = folder({ 'a.gz': whole, a: 'kept' });
    const again = unpackGzip(join(path, 'a.gz'), join(path, 'a'), 'a.gz');
    await expect(again).rejects.toMatchObject({ code: 'Unavailable' });
    expect(readFileSync(join(path, 'a'), 'utf8')).toBe('kept');
    writeFileSync(join(path, 'b.gz'), gzipSync(''));
    await unpackGzip(join(path, 'b.gz'), join(path, 'b'), 'b.gz');
    expect(statSync(join(path, 'b')).size).toBe(0);
  });

  it('may end in zeros, and is refused whatever else follows its last member', async () => {
    const first = gzipSync('a\n'.repeat(5000));
    const second = gzipSync('b\n'.repeat(5000));
    const rows = 'a\n'.repeat(5000) + 'b\n'.repeat(5000);
    expect(await unpacked(Buffer.concat([first, second, Buffer.alloc(200_000)]))).toBe(rows);
    const damaged = Buffer.concat([first, second]);
    // The first byte of a member, after which the rest looks like zeros and others.
    damaged[first.length] = 0;
    await expect(unpacked(damaged)).rejects.toThrow(
      `a.gz: the archive was not read whole; expected ${damaged.length} bytes of gzip; ` +
        `found ${first.length} bytes of gzip`,
    );
    const padded = Buffer.concat([first, Buffer.alloc(200_000), second]);
    await expect(unpacked(padded)).rejects.toThrow(/not read whole; .*found \d+ bytes of gzip/);
  });
});
