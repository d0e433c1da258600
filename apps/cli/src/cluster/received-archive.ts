/**
 * An archive from a server, unpacked within bounds: the server may be broken, or belong to
 * somebody else.
 */

import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Extract, Header } from 'tar-stream';
import { corruptJournal, excerpt, isFailure, unavailable } from '#values';

/** What an archive may hold. */
export interface ArchiveBounds {
  /**
   * The paths of its files, each with the most bytes that it may have. Every one may come once, and
   * may be missing.
   */
  readonly files: ReadonlyMap<string, number>;
  /** The most bytes of all files together. */
  readonly bytesMax: number;
  /** What the files are, in words. */
  readonly what: string;
}

/**
 * Bytes that may pass before a header accounts for them: read-ahead of the streams (some 100
 * KB), headers, the end of the archive. A longer extended header is an attack: the reader would
 * hold it in memory.
 */
const slackBytes = 1024 * 1024;
/** A header and the padding behind the content. */
const frameBytes = 2 * 512;
/** Deflate makes incompressible data longer, by less than this share. */
const overheadMax = 1.01;

/**
 * Unpacks a gzipped tar into `folder`, which gets nothing but files that `bounds` names: a link, a
 * folder, another path, a file that comes twice and one that is too large are refused by their
 * headers, before a byte is written. `CorruptJournal` names the first; `Unavailable` if a file
 * cannot be written. Rejects with a plain error if the answer breaks off. When it settles, no file
 * is open, and none is created later.
 */
export async function unpackArchive(
  body: AsyncIterable<Uint8Array>,
  folder: string,
  bounds: ArchiveBounds,
): Promise<void> {
  // Loaded on demand: few commands need it.
  const { extract } = await import('tar-stream');
  const archive = extract();
  const bytes = new CountedBytes(bounds);
  const received = pipeline(body, bytes.received, createGunzip(), bytes.unpacked, archive);
  const cut = new AbortController();
  const writing = writeEntries(archive, folder, bytes, cut.signal);
  // A file whose bytes will never arrive does not end by itself.
  received.catch(() => cut.abort());
  // Both are awaited: a file that is still being created would survive the removal of the folder.
  const outcomes = await Promise.allSettled([writing, received]);
  const errors = outcomes.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as Error] : [],
  );
  const [first] = errors;
  if (first === undefined) return;
  throw errors.find((error) => isFailure(error)) ?? bytes.brokenOff(errors.at(-1) ?? first);
}

async function writeEntries(
  archive: Extract,
  folder: string,
  bytes: CountedBytes,
  signal: AbortSignal,
): Promise<void> {
  for await (const entry of archive) {
    const { header } = entry;
    bytes.accept(header);
    const path = join(folder, header.name);
    await mkdir(dirname(path), { recursive: true });
    const file = createWriteStream(path, { flags: 'wx' });
    let isOfDisk = false;
    file.once('error', (error: NodeJS.ErrnoException) => (isOfDisk = error.syscall !== undefined));
    try {
      await pipeline(entry, file, { signal });
    } catch (cause) {
      if (!isOfDisk) throw cause;
      throw unavailable('a file of the archive cannot be written', { where: path, cause });
    }
  }
}

/** The bytes of an archive, as received and as unpacked, held against what its headers state. */
class CountedBytes {
  readonly received: Transform;
  readonly unpacked: Transform;
  private readonly found = new Set<string>();
  private receivedBytes = 0;
  private unpackedBytes = 0;
  private fileBytes = 0;
  /** Bytes that may have been unpacked by now. */
  private allowedBytes = slackBytes;

  constructor(private readonly bounds: ArchiveBounds) {
    this.received = counting((count) => {
      this.receivedBytes += count;
      const most = Math.ceil(this.unpackedBytes * overheadMax) + slackBytes;
      if (this.receivedBytes > most) throw tooLong('unpacks to nothing', most, this.receivedBytes);
    });
    this.unpacked = counting((count) => {
      this.unpackedBytes += count;
      const most = this.allowedBytes;
      if (this.unpackedBytes > most)
        throw tooLong('is larger than its files', most, this.unpackedBytes);
    });
  }

  /** Accepts the header of the next file. `CorruptJournal` if the archive may not hold it. */
  accept({ name, type, size }: Header): void {
    const { files, bytesMax, what } = this.bounds;
    if (type !== 'file') {
      const expected = 'files alone';
      throw refused('something that is no file', { expected, found: `${type} ${excerpt(name)}` });
    }
    const most = files.get(name);
    if (most === undefined) {
      throw refused('a file that was not asked for', { expected: what, found: excerpt(name) });
    }
    if (this.found.has(name)) {
      throw refused('a file twice', { expected: 'each file once', found: excerpt(name) });
    }
    this.found.add(name);
    const bytes = size ?? Number.NaN;
    if (!(bytes >= 0 && bytes <= most)) throw tooLarge(excerpt(name), most, bytes);
    this.fileBytes += bytes;
    if (this.fileBytes > bytesMax) throw tooLarge('all files together', bytesMax, this.fileBytes);
    this.allowedBytes += bytes + frameBytes;
  }

  /** The error of an answer that broke off, with how far it came. */
  brokenOff(cause: Error): Error {
    return new Error(`${this.receivedBytes} bytes, then: ${cause.message}`, { cause });
  }
}

function counting(count: (bytes: number) => void): Transform {
  const transform = (chunk: Uint8Array, _: unknown, done: TransformCallback): void => {
    try {
      count(chunk.byteLength);
      done(null, chunk);
    } catch (error) {
      done(error as Error);
    }
  };
  return new Transform({ transform });
}

const refused = (what: string, detail: { expected: string; found: string }): Error =>
  corruptJournal(`the archive of the gateway holds ${what}`, detail);

const tooLarge = (name: string, most: number, found: number): Error =>
  refused('a file that is too large', {
    expected: `at most ${most} bytes of ${name}`,
    found: `${found}`,
  });

const tooLong = (what: string, most: number, found: number): Error =>
  corruptJournal(`the archive of the gateway ${what}`, {
    expected: `at most ${most} bytes so far`,
    found: `${found}`,
  });
