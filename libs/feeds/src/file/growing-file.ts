/**
 * One file that grows, read from a place onward: what was appended, and whether what was read
 * is still there.
 */

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { invalidInput, isFailure, unavailable, type Instant } from '#values';

const blockBytes = 256 * 1024;
const lineBytesMax = 4 * 1024 * 1024;

/** Bytes before the place that identify it. */
const markBytes = 64;

/** A place in a growing file, as the recording stores it. */
export interface FilePlace {
  /** Number of the file in its file system, in base 36: it stays when the file is moved. */
  readonly file: string;
  readonly offset: number;
  /** Hash of the bytes right before the offset, at most `markBytes`. */
  readonly mark: string;
  /** When the line before the place was read: if the place is gone, data since then may be lost. */
  readonly readAt: Instant;
}

export const formatPlace = ({ file, offset, mark, readAt }: FilePlace): string =>
  `${file}:${offset}:${mark}:${Math.floor(readAt / 1000).toString(36)}`;

/** Undefined for a malformed place. */
export function parsePlace(text: string): FilePlace | undefined {
  const match = /^([0-9a-z]{1,16}):(\d{1,16}):([0-9a-f]{8}):([0-9a-z]{1,9})$/.exec(text);
  if (!match) return undefined;
  const [, file = '', offset, mark = '', millis = ''] = match;
  return { file, offset: Number(offset), mark, readAt: Number.parseInt(millis, 36) * 1000 };
}

/** Eight hexadecimal digits: a file that was rewritten from its start has different ones. */
const markOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 8);

/** A line, and the place after it; null bytes if it was too long. */
export interface PlacedLine {
  readonly bytes: Uint8Array | null;
  readonly place: Omit<FilePlace, 'readAt'>;
}

export class GrowingFile {
  private splitter = new LineSplitter(0);
  /** The last bytes before the splitter's position. */
  private tail: Buffer = Buffer.alloc(0);

  private constructor(
    private readonly handle: FileHandle,
    readonly file: string,
  ) {}

  /**
   * Undefined if no such file exists. Throws `Unavailable` if access is denied, `InvalidInput` if
   * it is not a file.
   */
  static async open(path: string): Promise<GrowingFile | undefined> {
    try {
      // Opening a pipe would wait for a writer.
      const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) {
        await handle.close();
        throw notRegular(path);
      }
      return new GrowingFile(handle, stats.ino.toString(36));
    } catch (cause) {
      if (hasCode(cause, 'ENOENT')) return undefined;
      // A socket cannot be opened.
      if (hasCode(cause, 'ENXIO')) throw notRegular(path);
      if (isFailure(cause)) throw cause;
      throw unavailable('the file cannot be read', { where: path, cause });
    }
  }

  /**
   * Resumes after a place of the recording. Returns false if the file is another, or no longer
   * has those bytes.
   */
  async goTo({ file, offset, mark }: Omit<FilePlace, 'readAt'>): Promise<boolean> {
    if (file !== this.file) return false;
    const tail = await this.before(offset);
    if (tail === undefined || markOf(tail) !== mark) return false;
    this.splitter = new LineSplitter(offset);
    this.tail = tail;
    return true;
  }

  /**
   * Whether the bytes read last are still in place: false once the file was truncated or rewritten.
   */
  async isWhole(): Promise<boolean> {
    const tail = await this.before(this.splitter.position);
    return tail !== undefined && tail.equals(this.tail);
  }

  /** Restarts at the first byte. */
  rewind(): void {
    this.splitter = new LineSplitter(0);
    this.tail = Buffer.alloc(0);
  }

  /** Lines completed since, from at most one block; undefined if nothing was appended. */
  async read(): Promise<PlacedLine[] | undefined> {
    const block = Buffer.allocUnsafe(blockBytes);
    const from = this.splitter.position;
    const { bytesRead } = await this.handle.read(block, 0, blockBytes, from);
    if (bytesRead === 0) return undefined;
    const window = Buffer.concat([this.tail, block.subarray(0, bytesRead)]);
    const windowStart = from - this.tail.length;
    const lines = this.splitter.take(block.subarray(0, bytesRead));
    this.tail = Buffer.from(window.subarray(-markBytes));
    return lines.map((line) => this.placed(line, window.subarray(0, line.end - windowStart)));
  }

  /** The last line, once it is certain to stay unterminated. */
  end(): PlacedLine | undefined {
    const line = this.splitter.end();
    return line === undefined ? undefined : this.placed(line, this.tail);
  }

  /** When the file was last written to, nanoseconds. */
  async changedAt(): Promise<bigint> {
    return (await this.handle.stat({ bigint: true })).mtimeNs;
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  private placed({ bytes, end }: SplitLine, before: Buffer): PlacedLine {
    const mark = markOf(before.subarray(-Math.min(markBytes, end)));
    return { bytes, place: { file: this.file, offset: end, mark } };
  }

  /** The bytes right before an offset; undefined if the file is shorter. */
  private async before(offset: number): Promise<Buffer | undefined> {
    const length = Math.min(markBytes, offset);
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await this.handle.read(bytes, 0, length, offset - length);
    return bytesRead === length ? bytes : undefined;
  }
}

const notRegular = (path: string): Error => invalidInput('not a regular file', { where: path });

const hasCode = (cause: unknown, code: string): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === code;

/** A line without its terminator, and the offset after the terminator. */
interface SplitLine {
  /** Null for a line longer than the limit: its bytes are discarded. */
  readonly bytes: Uint8Array | null;
  readonly end: number;
}

const lineFeed = 10;
const carriageReturn = 13;

/** Splits the blocks of a growing file into lines; an incomplete line waits for its end. */
class LineSplitter {
  /** The part of the last line read so far; null if that is too long. */
  private rest: Buffer | null = Buffer.alloc(0);

  /** `position` is where the next block starts. */
  constructor(public position: number) {}

  /** The lines that end in this block. */
  take(block: Buffer): SplitLine[] {
    const lines: SplitLine[] = [];
    let start = 0;
    for (let at = block.indexOf(lineFeed); at >= 0; at = block.indexOf(lineFeed, start)) {
      lines.push(this.line(block.subarray(start, at), this.position + at + 1));
      start = at + 1;
    }
    this.rest = this.longer(block.subarray(start));
    this.position += block.length;
    return lines;
  }

  /** The last line so far, if it will stay unterminated. */
  end(): SplitLine | undefined {
    return this.rest?.length === 0 ? undefined : this.line(Buffer.alloc(0), this.position);
  }

  private line(bytes: Buffer, end: number): SplitLine {
    const whole = this.longer(bytes);
    this.rest = Buffer.alloc(0);
    return { bytes: whole?.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole, end };
  }

  private longer(bytes: Buffer): Buffer | null {
    const isTooLong = this.rest === null || this.rest.length + bytes.length > lineBytesMax;
    return isTooLong ? null : Buffer.concat([this.rest as Buffer, bytes]);
  }
}
