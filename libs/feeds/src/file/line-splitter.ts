/** Lines out of blocks of a file that grows: a line without an end waits for it. */

/** A line without its end, and the offset behind its end. */
export interface SplitLine {
  /** Null for a line that was longer than the limit: its bytes are gone. */
  readonly bytes: Uint8Array | null;
  readonly end: number;
}

const lineFeed = 10;
const carriageReturn = 13;

export class LineSplitter {
  private rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  private skips = false;

  /** `offset` is where the next block starts. Lines longer than `lineBytesMax` are given up. */
  constructor(
    private offset: number,
    private readonly lineBytesMax: number,
  ) {}

  /** Where the next block has to start. */
  get position(): number {
    return this.offset;
  }

  /** The whole lines that end in this block. */
  take(block: Buffer): SplitLine[] {
    const lines: SplitLine[] = [];
    let start = 0;
    for (let at = block.indexOf(lineFeed); at >= 0; at = block.indexOf(lineFeed, start)) {
      lines.push(this.line(block.subarray(start, at), this.offset + at + 1));
      start = at + 1;
    }
    this.keep(block.subarray(start));
    this.offset += block.length;
    return lines;
  }

  /** What there is of the last line, where it will never end. */
  end(): SplitLine | undefined {
    if (this.rest.length === 0 && !this.skips) return undefined;
    return this.line(Buffer.alloc(0), this.offset);
  }

  private line(bytes: Buffer, end: number): SplitLine {
    const whole = this.rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.rest, bytes]);
    const isLost = this.skips || whole.length > this.lineBytesMax;
    this.rest = Buffer.alloc(0);
    this.skips = false;
    if (isLost) return { bytes: null, end };
    return { bytes: whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole, end };
  }

  private keep(bytes: Buffer): void {
    if (this.skips || bytes.length === 0) return;
    if (this.rest.length + bytes.length > this.lineBytesMax) {
      this.skips = true;
      this.rest = Buffer.alloc(0);
    } else {
      this.rest = Buffer.concat([this.rest, bytes]);
    }
  }
}
