/**
 * Unpacks a gzip or zstd file into another file as a stream: memory does not depend on the
 * size of either.
 */

import { closeSync, createReadStream, createWriteStream, readSync } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { invalidInput, isFailure, unavailable } from '#values';
import { openRegular } from '#files';
import { lineBytesMax } from '../rows/line-cursor.js';

export interface UnpackBounds {
  /** Bytes of the unpacked file. */
  readonly bytesMax?: number;
  /** Limits one line, and is at least a chunk of 16 KiB; Infinity for a format without lines. */
  readonly lineBytesMax?: number;
}

/** A day of all quotes of the United States has less. */
export const unpackedBytesMax = 2 ** 40;
/** Each frame starts a decoder of its own: a file of many empty ones would take hours. */
const framesMax = 100_000;

/**
 * Unpacks the file at `path`, which `where` names in errors, into a new file. Throws `InvalidInput`
 * where the bytes are not gzip or exceed a bound, before the whole of a bomb is on disk;
 * `Unavailable` if a file cannot be read or written.
 */
export async function unpackGzip(
  path: string,
  target: string,
  where: string,
  bounds: UnpackBounds = {},
): Promise<void> {
  const packed = createReadStream('', { fd: openRegular(path, where).descriptor });
  const gunzip = createGunzip();
  try {
    const written = createWriteStream(target, { flags: 'wx' });
    await pipeline(packed, gunzip, boundedLines(where, bounds), written);
  } catch (cause) {
    throw unpackingFailure(cause, where, 'gzip');
  }
  requireZeros(path, gunzip.bytesWritten, where);
}

/** Like `unpackGzip`, for a file of one or more zstd frames. */
export async function unpackZstd(
  path: string,
  target: string,
  where: string,
  bounds: UnpackBounds = {},
): Promise<void> {
  try {
    const frames = Readable.from(zstdFrames(path, where));
    const written = createWriteStream(target, { flags: 'wx' });
    await pipeline(frames, boundedLines(where, bounds), written);
  } catch (cause) {
    throw unpackingFailure(cause, where, 'zstd');
  }
}

/**
 * The bytes of all frames. The library's decoder ends after the first one, and ignores the
 * rest of the file.
 */
async function* zstdFrames(path: string, where: string): AsyncGenerator<Uint8Array> {
  let position = 0;
  let frames = 0;
  do {
    const { descriptor, stats } = openRegular(path, where);
    const packed = createReadStream('', { fd: descriptor, start: position });
    const decoder = createZstdDecompress();
    const feeding = pipeline(packed, decoder);
    // A decoder that has its frame does not take the rest; failures reach the loop
    // below as its own.
    feeding.catch(() => undefined);
    try {
      for await (const chunk of decoder) yield chunk as Uint8Array;
    } finally {
      packed.destroy();
    }
    if (decoder.bytesWritten === 0) throw notWhole('zstd', 'an empty frame', where);
    position += decoder.bytesWritten;
    frames++;
    if (position >= stats.size) return;
  } while (frames < framesMax);
  throw invalidInput('the file has too many frames', {
    where,
    expected: `at most ${framesMax} frames of zstd`,
  });
}

function unpackingFailure(cause: unknown, where: string, format: string): Error {
  if (isFailure(cause)) return cause;
  const { code = '' } = cause as NodeJS.ErrnoException;
  const isOfFormat = code.startsWith('Z_') || code.startsWith('ZSTD_');
  if (isOfFormat) return notWhole(format, (cause as Error).message, where, cause);
  return unavailable('the file cannot be unpacked', { where, cause });
}

const notWhole = (format: string, found: string, where: string, cause?: unknown): Error =>
  invalidInput('the file cannot be unpacked', {
    where,
    expected: `a whole ${format} file`,
    found,
    cause,
  });

/**
 * Zeros may follow the last member of a gzip file. The library ignores whatever else does: the rest
 * of the rows, if the first byte of a member is damaged.
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
 * Forwards bytes, and fails where there are too many of them, or where a line is too long for the
 * readers. Lines that begin and end inside one chunk are shorter than any bound.
 */
export function boundedLines(where: string, bounds: UnpackBounds): Transform {
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
