/**
 * Reads bytes: every read is checked against the end, so that truncated or altered
 * input is an error.
 */

import { corruptJournal } from '#values';

/** Text may start with U+FEFF, which is not treated as a byte order mark: it is kept. */
const textDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class ByteReader {
  private readonly view: DataView;

  constructor(
    readonly bytes: Uint8Array,
    public offset = 0,
    public end = bytes.length,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.end - this.offset;
  }

  byte(): number {
    this.need(1);
    return this.bytes[this.offset++] as number;
  }

  /** Unsigned LEB128, at most 2^53 - 1, in its shortest form. */
  uint(): number {
    let value = 0;
    let scale = 1;
    for (let index = 0; index < 8; index++) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if ((byte === 0 && index > 0) || value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
      scale *= 128;
    }
    throw corruptJournal('a number is too large, or not in its shortest form', {
      where: `byte ${this.offset}`,
    });
  }

  double(): number {
    this.need(8);
    const value = this.view.getFloat64(this.offset, true);
    this.offset += 8;
    return value;
  }

  text(): string {
    const bytes = this.raw();
    try {
      return textDecoder.decode(bytes);
    } catch (cause) {
      throw corruptJournal('a text is not UTF-8', { where: `byte ${this.offset}`, cause });
    }
  }

  /** A view of the next bytes, prefixed with their count. */
  raw(): Uint8Array {
    const length = this.uint();
    this.need(length);
    const value = this.bytes.subarray(this.offset, this.offset + length);
    this.offset += length;
    return value;
  }

  private need(size: number): void {
    if (this.offset + size <= this.end) return;
    throw corruptJournal('the record ends too early', {
      where: `byte ${this.offset}`,
      expected: `${size} more bytes`,
      found: String(this.end - this.offset),
    });
  }
}
