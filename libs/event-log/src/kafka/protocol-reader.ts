/** Reads the byte encodings of Kafka's protocol: big-endian numbers, and zigzag varints with 7 bits a byte. */

const word = 2 ** 32;

export class ProtocolReader {
  offset = 0;

  constructor(readonly bytes: Buffer) {}

  get left(): number {
    return this.bytes.length - this.offset;
  }

  int8(): number {
    return this.bytes.readInt8(this.skip(1));
  }

  int16(): number {
    return this.bytes.readInt16BE(this.skip(2));
  }

  int32(): number {
    return this.bytes.readInt32BE(this.skip(4));
  }

  /** As a double: offsets and times are below 2^53. */
  int64(): number {
    const at = this.skip(8);
    return this.bytes.readInt32BE(at) * word + this.bytes.readUInt32BE(at + 4);
  }

  /** A number that may use all 64 bits. */
  wideInt64(): bigint {
    return this.bytes.readBigInt64BE(this.skip(8));
  }

  varint(): number {
    let value = 0;
    let weight = 1;
    for (;;) {
      const byte = this.bytes.readUInt8(this.offset++);
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      weight *= 128;
    }
  }

  text(): string {
    return this.slice(this.int16()).toString();
  }

  /** Bytes prefixed by their length; null if that is -1. */
  varintBytes(): Buffer | null {
    const length = this.varint();
    return length < 0 ? null : this.slice(length);
  }

  /** `RangeError` if there are fewer bytes. */
  slice(length: number): Buffer {
    const at = this.skip(length);
    if (this.offset > this.bytes.length) throw new RangeError('bytes of a message are missing');
    return this.bytes.subarray(at, this.offset);
  }

  /** Skips this many bytes; returns where they began. */
  skip(length: number): number {
    const at = this.offset;
    this.offset = at + length;
    return at;
  }
}
