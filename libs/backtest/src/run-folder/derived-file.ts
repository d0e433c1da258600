/** A file that follows from a journal, line by line: written, or compared with the existing one. */

import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { excerpt, unavailable } from '#values';
import { draftOf } from './leftovers.js';

/** A file that differs from what it should be, with its first such line in words. */
interface AlteredFile {
  readonly kind: 'altered';
  readonly what: string;
}

/** `line` counts from 1. */
export const alteredAt = (line: number, expected: string, found: string): AlteredFile => ({
  kind: 'altered',
  what: `line ${line} was altered; expected ${expected}; found ${found}`,
});

/** Outcome for a derived file. */
export type FileState =
  { readonly kind: 'same' | 'written' | 'rewritten' | 'missing' } | AlteredFile;

/** A file of a run and its outcome. */
export interface TableState {
  readonly path: string;
  readonly state: FileState;
}

/** Takes the lines of a file in order. */
export interface DerivedFile {
  readonly path: string;
  /** `line` with its line break. */
  write(line: string): void;
  end(): FileState;
  /** Gives up, unless it has ended; the file at the path stays unchanged. Safe to call twice. */
  abandon(): void;
}

export type OpenDerivedFile = (path: string) => DerivedFile;

/**
 * Characters that are kept as text: many small texts cost more memory than their bytes, and the
 * collector's time.
 */
const pieceLength = 512;
/**
 * Bytes of a file that are kept before they are written: each write opens it, and most
 * tables have no more.
 */
const keptBytes = 64 * 1024;
/** Bytes of the buffers of all files together: a thousand runs have several each. */
const buffersOfAllMax = 32 * 1024 * 1024;
let buffersOfAll = 0;
const noBytes = Buffer.alloc(0);

const chunkBytes = 64 * 1024;
/** Bytes read after a difference, to show the line. */
const excerptBytes = 256;
/** Characters of a line that are shown before a difference. */
const shownBefore = 40;

/** Writes the file under another name and renames it at the end; an identical file stays. */
export const writtenFile: OpenDerivedFile = (path) => new WrittenFile(path);

class WrittenFile implements DerivedFile {
  private readonly draft: string;
  /** What is not written yet: the first `kept` bytes of a buffer, and the text after them. */
  private buffer = noBytes;
  private kept = 0;
  private text = '';
  private hasDraft = false;

  constructor(readonly path: string) {
    this.draft = draftOf(path);
  }

  write(line: string): void {
    this.text += line;
    if (this.text.length < pieceLength) return;
    this.keepText();
    const isFull = this.kept > keptBytes - pieceLength;
    if (isFull || buffersOfAll >= buffersOfAllMax) this.flush();
  }

  end(): FileState {
    this.keepText();
    this.flush();
    this.release();
    return this.attempt(() => {
      const before = existsSync(this.path) ? 'rewritten' : 'written';
      if (before === 'rewritten' && isSame(this.path, this.draft)) {
        this.abandon();
        return { kind: 'same' };
      }
      renameSync(this.draft, this.path);
      this.hasDraft = false;
      return { kind: before };
    });
  }

  abandon(): void {
    this.release();
    if (this.hasDraft) rmSync(this.draft, { force: true });
    this.hasDraft = false;
  }

  private keepText(): void {
    this.makeRoom(this.kept + Buffer.byteLength(this.text));
    this.kept += this.buffer.write(this.text, this.kept);
    this.text = '';
  }

  /**
   * The buffer is used again after each write: a new one, or a piece of the pool, would wait for a
   * full collection.
   */
  private makeRoom(bytes: number): void {
    const { buffer, kept } = this;
    if (bytes <= buffer.length) return;
    const usual = Math.min(2 * buffer.length, keptBytes);
    const grown = Buffer.allocUnsafeSlow(Math.max(bytes, usual));
    buffer.copy(grown, 0, 0, kept);
    buffersOfAll += grown.length - buffer.length;
    this.buffer = grown;
  }

  private release(): void {
    buffersOfAll -= this.buffer.length;
    this.buffer = noBytes;
    this.kept = 0;
  }

  /** No file stays open in between: there may be thousands. */
  private flush(): void {
    const bytes = this.buffer.subarray(0, this.kept);
    this.kept = 0;
    this.attempt(() => {
      if (this.hasDraft) return appendFileSync(this.draft, bytes);
      this.hasDraft = true;
      writeFileSync(this.draft, bytes);
    });
    if (buffersOfAll >= buffersOfAllMax) this.release();
  }

  private attempt<T>(write: () => T): T {
    try {
      return write();
    } catch (cause) {
      throw unavailable('the file cannot be written', { where: this.path, cause });
    }
  }
}

function isSame(path: string, other: string): boolean {
  if (statSync(path).size !== statSync(other).size) return false;
  const first = new FileBytes(path);
  const second = new FileBytes(other);
  try {
    for (let bytes = first.take(chunkBytes); bytes.length > 0; bytes = first.take(chunkBytes)) {
      if (!bytes.equals(second.take(chunkBytes))) return false;
    }
    return true;
  } finally {
    first.close();
    second.close();
  }
}

/** Compares lines with those of the file; writes nothing. */
export const comparedFile: OpenDerivedFile = (path) => new ComparedFile(path);

const noFile = alteredAt(1, 'a file', 'none');

class ComparedFile implements DerivedFile {
  private found: FileBytes | undefined;
  /** Lines that were compared whole. */
  private lines = 0;
  private altered: AlteredFile | undefined;

  constructor(readonly path: string) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() === true) this.found = new FileBytes(path);
    else if (found !== undefined) this.altered = noFile;
  }

  write(text: string): void {
    if (this.found === undefined || this.altered !== undefined) return;
    const expected = Buffer.from(text);
    const found = this.found.take(expected.length);
    if (!found.equals(expected)) return this.refuse(text, found);
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lines++;
  }

  end(): FileState {
    if (this.found === undefined) return this.altered ?? { kind: 'missing' };
    if (this.altered === undefined) {
      const rest = this.found.take(1);
      if (rest.length > 0) this.refuse('', rest);
    }
    this.abandon();
    return this.altered ?? { kind: 'same' };
  }

  abandon(): void {
    this.found?.close();
    this.found = undefined;
  }

  /** Names the first line that differs. */
  private refuse(text: string, bytes: Buffer): void {
    const behind = this.found?.take(excerptBytes) ?? Buffer.alloc(0);
    const expected = text.split('\n');
    const found = Buffer.concat([bytes, behind]).toString().split('\n');
    let differs = 0;
    while (differs < expected.length - 1 && expected[differs] === found[differs]) differs++;
    this.altered = alteredLine(this.lines + differs + 1, expected[differs], found[differs]);
  }
}

/** A line that differs or is missing, from where the two diverge. */
export function alteredLine(line: number, expected = '', found = ''): AlteredFile {
  let same = 0;
  while (same < expected.length && expected[same] === found[same]) same++;
  const from = same > shownBefore ? same - shownBefore : 0;
  const named = (text: string): string => (text === '' ? 'nothing' : excerpt(text.slice(from)));
  return alteredAt(line, named(expected), named(found));
}

/** Bytes of a file in order. */
class FileBytes {
  private readonly file: number;
  private chunk = Buffer.alloc(0);
  private at = 0;

  constructor(path: string) {
    this.file = openSync(path, 'r');
  }

  /** The next `count` bytes; fewer if the file ends. */
  take(count: number): Buffer {
    const parts: Buffer[] = [];
    for (let missing = count; missing > 0;) {
      if (this.at === this.chunk.length && !this.fill()) break;
      const part = this.chunk.subarray(this.at, this.at + missing);
      this.at += part.length;
      missing -= part.length;
      parts.push(part);
    }
    const [only = Buffer.alloc(0)] = parts;
    return parts.length <= 1 ? only : Buffer.concat(parts);
  }

  close(): void {
    closeSync(this.file);
  }

  private fill(): boolean {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    this.chunk = chunk.subarray(0, readSync(this.file, chunk, 0, chunkBytes, null));
    this.at = 0;
    return this.chunk.length > 0;
  }
}
