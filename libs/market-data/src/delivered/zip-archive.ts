/**
 * A zip archive, as Binance delivers: its members by their names, unpacked one at a time
 * within bounds.
 */

import { closeSync, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { excerpt, invalidInput, isFailure, printable, unavailable } from '#values';
import { openRegular } from '#files';
import { boundedLines, unpackedBytesMax, type UnpackBounds } from './unpack-stream.js';

export interface ZipMember {
  /** Its path in the archive. */
  readonly name: string;
  readonly bytes: number;
  /** Writes it into a new file. Throws `InvalidInput` where it is damaged or exceeds a bound. */
  unpack(target: string, bounds?: UnpackBounds): Promise<void>;
}

/** Binance has some thousand symbols. */
const membersMax = 10_000;
const linkType = 0o120000;
const fileType = 0o100000;

/**
 * Opens an archive and hands its members to `use`, without folders. Throws `InvalidInput` before a
 * byte is unpacked if a member is encrypted, is a link, or has a path outside of the archive; if
 * members overlap, or exceed a bound.
 */
export async function withZip<T>(
  path: string,
  where: string,
  use: (members: readonly ZipMember[]) => Promise<T>,
): Promise<T> {
  const { fromFdPromise } = await import('yauzl');
  const { descriptor, stats } = openRegular(path, where);
  let archive: ZipFile | undefined;
  try {
    const opened = await fromFdPromise(descriptor, { autoClose: false, lazyEntries: true });
    archive = opened;
    const entries = await entriesOf(opened, where, stats.size);
    return await use(entries.map((entry) => memberOf(opened, entry, where)));
  } catch (cause) {
    throw archiveFailure(cause, where);
  } finally {
    if (archive === undefined) closeSync(descriptor);
    else archive.close();
  }
}

async function entriesOf(archive: ZipFile, where: string, sizeOfFile: number): Promise<Entry[]> {
  if (archive.entryCount > membersMax) {
    throw refused(where, 'too many members', `at most ${membersMax}`, `${archive.entryCount}`);
  }
  const entries: Entry[] = [];
  let packed = 0;
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    requireFile(entry, where);
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    if (!entry.fileName.endsWith('/')) entries.push(entry);
  }
  // Members that share their bytes unpack to far more than the file could hold.
  if (packed > sizeOfFile) {
    throw refused(where, 'overlapping members', `at most ${sizeOfFile} bytes`, `${packed} bytes`);
  }
  if (unpacked > unpackedBytesMax) {
    const most = `at most ${unpackedBytesMax} bytes`;
    throw refused(where, 'members that are too large', most, `${unpacked} bytes`);
  }
  return entries;
}

function requireFile(entry: Entry, where: string): void {
  const name = excerpt(entry.fileName);
  if (entry.isEncrypted()) {
    const expected = 'an archive without a password; unpack it with your password first';
    throw refused(where, 'an encrypted member', expected, name);
  }
  const isUnix = entry.versionMadeBy >> 8 === 3;
  const type = isUnix ? (entry.externalFileAttributes >>> 16) & 0o170000 : 0;
  if (type === linkType) throw refused(where, 'a link', 'files alone', name);
  const isFile = type === 0 || type === fileType || entry.fileName.endsWith('/');
  if (!isFile) throw refused(where, 'a member that is no file', 'files alone', name);
}

function memberOf(archive: ZipFile, entry: Entry, where: string): ZipMember {
  const place = `${where}: ${printable(entry.fileName, 200)}`;
  return {
    name: entry.fileName,
    bytes: entry.uncompressedSize,
    unpack: async (target, bounds = {}) => {
      try {
        const content = await archive.openReadStreamPromise(entry);
        const checked = withChecksum(entry.crc32, place);
        const written = createWriteStream(target, { flags: 'wx' });
        await pipeline(content, checked, boundedLines(place, bounds), written);
      } catch (cause) {
        throw archiveFailure(cause, place);
      }
    },
  };
}

/** Forwards bytes, and fails at their end if their checksum is not the stated one. */
function withChecksum(stated: number, where: string): Transform {
  let found = 0;
  return new Transform({
    transform: (chunk: Uint8Array, _, pass) => {
      found = crc32(chunk, found);
      pass(null, chunk);
    },
    flush: (done) => {
      if (found === stated) done();
      else done(damaged(where, 'another checksum than it states'));
    },
  });
}

/** Errors of the file system keep their code; all others are about the bytes of the archive. */
function archiveFailure(cause: unknown, where: string): Error {
  if (isFailure(cause)) return cause;
  const { syscall, message } = cause as NodeJS.ErrnoException;
  if (syscall !== undefined) return unavailable('the archive cannot be unpacked', { where, cause });
  return damaged(where, printable(message, 200), cause);
}

const damaged = (where: string, found: string, cause?: unknown): Error =>
  invalidInput('the archive cannot be unpacked', {
    where,
    expected: 'a whole zip archive; download it again',
    found,
    cause,
  });

const refused = (where: string, what: string, expected: string, found: string): Error =>
  invalidInput(`the archive has ${what}`, { where, expected, found });
