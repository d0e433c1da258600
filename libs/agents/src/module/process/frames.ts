/** Cuts a byte stream into messages: four bytes of length, little endian, then that many bytes. */

const headerBytes = 4;

/** The descriptor, in a module's process, of the pipe to its parent. */
export const channelDescriptor = 3;

/** The message with its length in front. */
export function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(headerBytes + message.length);
  framed.writeUInt32LE(message.length, 0);
  framed.set(message, headerBytes);
  return framed;
}

/**
 * Puts chunks together again; holds no more than one message of at most `bytesMax` and the
 * chunk at hand.
 */
export class FrameReader {
  private chunks: Buffer[] = [];
  private held = 0;

  constructor(private readonly bytesMax: number) {}

  /**
   * The messages that are complete with this chunk, in order; undefined when a length is over
   * `bytesMax`: the stream must not be read any further.
   */
  push(chunk: Buffer): Buffer[] | undefined {
    this.chunks.push(chunk);
    this.held += chunk.length;
    const messages: Buffer[] = [];
    while (this.held >= headerBytes) {
      const head = this.peek(headerBytes);
      const length = head.readUInt32LE(0);
      if (length > this.bytesMax) return undefined;
      if (this.held < headerBytes + length) break;
      this.take(headerBytes);
      messages.push(this.take(length));
    }
    return messages;
  }

  private peek(count: number): Buffer {
    const first = this.chunks[0] as Buffer;
    if (first.length >= count) return first;
    this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0] as Buffer;
  }

  private take(count: number): Buffer {
    if (count === 0) return Buffer.alloc(0);
    const whole = this.peek(count);
    this.held -= count;
    const rest = whole.subarray(count);
    if (rest.length === 0) this.chunks.shift();
    else this.chunks[0] = rest;
    return whole.subarray(0, count);
  }
}
