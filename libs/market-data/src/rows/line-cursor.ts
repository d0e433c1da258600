/** Lines of an input, one at a time, through one block of memory whatever the file's length. */

import { invalidInput } from '#values';
import { requireReadTo, type ByteInput } from './byte-input.js';

/** Limits a line of any text file. */
export const lineBytesMax = 64 * 1024 * 1024;
const lineFeed = 10;
const carriageReturn = 13;

export interface LineRange {
  /** First byte, at the start of a line. */
  readonly from: number;
  /** End of the last byte. */
  readonly to: number;
  /** Number of the line at `from`; the first of a file is 1. */
  readonly line: number;
}

/**
 * After `next()` returned true the line is `bytes[start, end)`, without its terminator; the bytes
 * change with the next call. Lines end in LF or CR LF. Throws `InvalidInput` for a line that is too
 * long, and for a file that was cut since it was opened.
 */
export class LineCursor {
  bytes: Buffer;
  start = 0;
  end = 0;
  /** Number of the current line. */
  line: number;
  /** Whether the current line had a terminator; the last of a file may lack one. */
  ended = true;

  private filled = 0;
  private nextStart = 0;
  private nextLine: number;
  /** Position in the input of `bytes[0]`. */
  private base: number;
  private readonly limit: number;

  constructor(
    private readonly input: ByteInput,
    range: LineRange = { from: 0, to: input.size, line: 1 },
    blockBytes = 1 << 16,
  ) {
    this.bytes = Buffer.allocUnsafe(Math.max(16, blockBytes));
    this.base = range.from;
    this.limit = range.to;
    this.line = range.line;
    this.nextLine = range.line;
    if (range.from === 0) this.skipByteOrderMark();
  }

  /** Position in the input of the current line. */
  get offset(): number {
    return this.base + this.start;
  }

  /** What follows the current line. */
  get rest(): LineRange {
    return { from: this.base + this.nextStart, to: this.limit, line: this.nextLine };
  }

  next(): boolean {
    this.start = this.nextStart;
    this.line = this.nextLine;
    return this.findEnd(this.start);
  }

  /** Makes the current line the next one again. */
  back(): void {
    this.nextStart = this.start;
    this.nextLine = this.line;
  }

  /**
   * Appends the following line to the current one: a quoted field continues. False at the
   * end of the input.
   */
  extend(): boolean {
    if (!this.ended || this.base + this.nextStart >= this.limit) return false;
    return this.findEnd(this.nextStart);
  }

  private findEnd(from: number): boolean {
    let searched = from;
    for (;;) {
      const at = this.bytes.indexOf(lineFeed, searched);
      if (at >= 0 && at < this.filled) {
        this.takeUntil(at, at + 1, true);
        return true;
      }
      searched = this.filled;
      const before = this.start;
      if (!this.fill()) break;
      searched -= before - this.start;
    }
    if (this.start >= this.filled) return false;
    this.takeUntil(this.filled, this.filled, false);
    return true;
  }

  private takeUntil(end: number, nextStart: number, ended: boolean): void {
    this.end = ended && end > this.start && this.bytes[end - 1] === carriageReturn ? end - 1 : end;
    this.nextStart = nextStart;
    this.nextLine++;
    this.ended = ended;
  }

  /** Moves the current line to the front, grows the block if the line fills it, and reads on. */
  private fill(): boolean {
    if (this.start > 0) {
      this.bytes.copy(this.bytes, 0, this.start, this.filled);
      this.filled -= this.start;
      this.nextStart -= this.start;
      this.base += this.start;
      this.start = 0;
    }
    if (this.filled === this.bytes.length) this.grow();
    const position = this.base + this.filled;
    const wanted = Math.min(this.bytes.length - this.filled, this.limit - position);
    if (wanted <= 0) return false;
    const read = this.input.read(this.bytes.subarray(this.filled, this.filled + wanted), position);
    this.filled += read;
    // The length of a decoded input is unknown, and checked where it is decoded.
    if (read < wanted && this.limit !== Infinity)
      requireReadTo(position + read, this.limit, this.input.name);
    return read > 0;
  }

  private grow(): void {
    if (this.bytes.length >= lineBytesMax) {
      throw invalidInput('a line is too long', {
        where: `${this.input.name} line ${this.line}`,
        expected: `at most ${lineBytesMax} bytes`,
      });
    }
    const grown = Buffer.allocUnsafe(Math.min(lineBytesMax, this.bytes.length * 2));
    this.bytes.copy(grown, 0, 0, this.filled);
    this.bytes = grown;
  }

  private skipByteOrderMark(): void {
    this.fill();
    const [first, second, third] = this.bytes;
    const isMark = first === 0xef && second === 0xbb && third === 0xbf;
    if (this.filled >= 3 && isMark) this.nextStart = 3;
    this.refuseCarriageReturns();
  }

  /** Old Macs ended lines in CR alone: the whole file would be one line. */
  private refuseCarriageReturns(): void {
    const block = this.bytes.subarray(0, this.filled);
    const at = block.indexOf(carriageReturn);
    if (at < 0 || at === block.length - 1 || block.includes(lineFeed)) return;
    throw invalidInput('the lines end in CR alone', {
      where: `${this.input.name} line 1`,
      expected: "lines that end in LF or CR LF: tr '\\r' '\\n' < FILE > lines.csv",
    });
  }
}
