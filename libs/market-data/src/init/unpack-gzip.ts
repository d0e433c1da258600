/** Unpacks a gzip file into another file as a stream: memory does not depend on the size of either. */

import { closeSync, createReadStream, createWriteStream, readSync } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { invalidInput, isFailure, unavailable } from '#values';
import { openRegular } from '#files';
import { lineBytesMax } from '../rows/line-cursor.js';

export interface UnpackBounds {
  /** Bytes of the unpacked file. */
  readonly bytesMax?: number;
  /** Of one line, and at least a chunk of 16 KiB; Infinity for a format without lines. */
  readonly lineBytesMax?: number;
}

/** A day of all quotes of the United States has less. */
const unpackedBytesMax = 2 ** 40;

/**
 * Unpacks the file at `path`, which `where` names in errors, into a new file. Throws `InvalidInput` where the bytes are
 * not gzip or exceed a bound, before the whole of a bomb is on disk; `Unavailable` if a file cannot be read or written.
 */
export async function unpackGzip(
  path: string,
  target: string,
  where: string,
  bounds: UnpackBounds = {},
): Promise<void> {
  const packed = createReadStream('', { fd: openRegular(path, where).descriptor });
  const gunzip = createGunzip();
  const written = createWriteStream(target, { flags: 'wx' });
  try {
    await pipeline(packed, gunzip, boundedLines(where, bounds), written);
  } catch (cause) {
    if (isFailure(cause)) throw cause;
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) {
      throw unavailable('the file cannot be unpacked', { where, cause });
    }
    throw invalidInput('the file cannot be unpacked', {
      where,
      expected: 'a whole gzip file',
      found: (cause as Error).message,
      cause,
    });
  }
  requireZeros(path, gunzip.bytesWritten, where);
}

/**
 * Zeros may follow the last member of a gzip file. The library ignores whatever else does: the rest of the rows, if the
 * first byte of a member is damaged.
 */
function requireZeros(path: string, from: number, where: string): void {
  const { descriptor, stats } = openRegular(path, where);
  try {
    const block = Buffer.alloc(1 << 16);
    for (let position = from; position < stats.size;) {
      const read = readSync(descriptor, block, 0, block.length, position);
      if (read === 0) return;
      if (block.subarray(0, read).some((byte) => byte !== 0)) {
        throw invalidInput('the archive was not read whole', {
          where,
          expected: `${stats.size} bytes of gzip`,
          found: `${from} bytes of gzip, and others after them`,
        });
      }
      position += read;
    }
  } finally {
    closeSync(descriptor);
  }
}

const lineFeed = 10;

/**
 * Passes bytes on, and fails where there are too many of them, or where a line is too long for the readers. Lines that
 * begin and end inside one chunk are shorter than any bound.
 */
function boundedLines(where: string, bounds: UnpackBounds): Transform {
  const { bytesMax = unpackedBytesMax, lineBytesMax: lineMax = lineBytesMax } = bounds;
  let bytes = 0;
  let lineFrom = 0;
  const check = (chunk: Uint8Array): Error | null => {
    const feed = chunk.indexOf(lineFeed);
    const lineTo = feed < 0 ? bytes + chunk.length : bytes + feed;
    if (lineTo - lineFrom > lineMax) {
      return invalidInput('a line of the unpacked file is too long', {
        where,
        expected: `at most ${lineMax} bytes`,
      });
    }
    if (feed >= 0) lineFrom = bytes + chunk.lastIndexOf(lineFeed) + 1;
    bytes += chunk.length;
    if (bytes <= bytesMax) return null;
    return invalidInput('the unpacked file is too large', {
      where,
      expected: `at most ${bytesMax} bytes`,
    });
  };
  return new Transform({
    transform: (chunk: Uint8Array, _, pass) => {
      const failure = check(chunk);
      if (failure === null) pass(null, chunk);
      else pass(failure);
    },
  });
}
