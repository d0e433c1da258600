/**
 * Writes bytes: the buffer doubles as it grows, so that a million records cost a handful
 * of allocations.
 */

import { invariant } from '#values';

const textEncoder = new TextEncoder();

export class ByteWriter {
  bytes: Uint8Array;
  length = 0;
  private view: DataView;

  constructor(capacity = 4096) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Clears the contents, keeps the memory. */
  clear(): void {
    this.length = 0;
  }

  /** A copy of the bytes written since `from`. */
  slice(from = 0): Uint8Array {
    return this.bytes.slice(from, this.length);
  }

  /**
   * Kept short, like `uint`, so that it is inlined into its callers: rare cases are in
   * separate functions.
   */
  reserve(size: number): void {
    if (this.length + size > this.bytes.length) this.grow(size);
  }

  private grow(size: number): void {
    let capacity = Math.max(64, this.bytes.length * 2);
    while (capacity < this.length + size) capacity *= 2;
    const grown = new Uint8Array(capacity);
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Unsigned LEB128; an integer from 0 to 2^53 - 1, anything else is an `Invariant` failure. */
  uint(value: number): void {
    this.reserve(8);
    if ((value & 0x7f) === value) this.bytes[this.length++] = value;
    else this.longUint(value);
  }

  private longUint(value: number): void {
    invariant(value >= 0 && Number.isSafeInteger(value), 'a written count is a whole number');
    let rest = value;
    while (rest >= 0x8000_0000) {
      const next = Math.floor(rest / 0x80);
      this.bytes[this.length++] = (rest - next * 0x80) | 0x80;
      rest = next;
    }
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  /** IEEE 754 double, little endian. */
  double(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  /** UTF-8, prefixed with its length in bytes. */
  text(value: string): void {
    this.raw(textEncoder.encode(value));
  }

  /** Bytes, prefixed with their count. */
  raw(value: Uint8Array): void {
    this.uint(value.length);
    this.append(value);
  }

  /** Raw bytes. */
  append(value: Uint8Array): void {
    this.reserve(value.length);
    this.bytes.set(value, this.length);
    this.length += value.length;
  }

  /**
   * Inserts the number of bytes written since `from` before them. One byte was reserved at `from`;
   * a longer number shifts the bytes.
   */
  closeFrame(from: number): void {
    const size = this.length - from - 1;
    if (size < 0x80) {
      this.bytes[from] = size;
      return;
    }
    let width = 1;
    for (let rest = size; rest >= 0x80; rest = Math.floor(rest / 0x80)) width++;
    this.reserve(width - 1);
    this.bytes.copyWithin(from + width, from + 1, this.length);
    this.length = from;
    this.uint(size);
    this.length = from + width + size;
  }
}
