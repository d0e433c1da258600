/** Writes what Kafka's protocol has in bytes, into room that was made large enough before. */

export class ProtocolWriter {
  readonly bytes: Buffer;
  offset = 0;

  constructor(room: number) {
    // Whatever is handed on was written before.
    this.bytes = Buffer.allocUnsafe(room);
  }

  int8(value: number): void {
    this.offset = this.bytes.writeInt8(value, this.offset);
  }

  int16(value: number): void {
    this.offset = this.bytes.writeInt16BE(value, this.offset);
  }

  int32(value: number): void {
    this.offset = this.bytes.writeInt32BE(value, this.offset);
  }

  int64(value: bigint): void {
    this.offset = this.bytes.writeBigInt64BE(value, this.offset);
  }

  /** A whole number of 32 bits. */
  varint(value: number): void {
    let rest = zigzag(value);
    while (rest >= 0x80) {
      this.bytes[this.offset++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.offset++] = rest;
  }

  raw(bytes: string | Uint8Array): void {
    if (typeof bytes === 'string') {
      this.offset += this.bytes.write(bytes, this.offset);
    } else {
      this.bytes.set(bytes, this.offset);
      this.offset += bytes.length;
    }
  }
}

/** How many bytes `varint` writes. */
export function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = zigzag(value); rest >= 0x80; rest >>>= 7) bytes++;
  return bytes;
}

function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}
