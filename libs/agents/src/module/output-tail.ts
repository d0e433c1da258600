/** Keeps the end of what a module printed, in bounded memory. */

/** Bytes of output that are kept. */
export const outputBytesMax = 64 * 1024;

export class OutputTail {
  private chunks: Buffer[] = [];
  private held = 0;
  private dropped = 0;

  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.held += chunk.length;
    while (this.held > outputBytesMax) {
      const first = this.chunks[0] as Buffer;
      const surplus = Math.min(first.length, this.held - outputBytesMax);
      if (surplus === first.length) this.chunks.shift();
      else this.chunks[0] = Buffer.from(first.subarray(surplus));
      this.held -= surplus;
      this.dropped += surplus;
    }
  }

  /** The last 64 KiB as text, after a line on what is missing. Foreign text: not for the journal. */
  text(): string {
    const kept = Buffer.concat(this.chunks).toString('utf8');
    return this.dropped === 0 ? kept : `(${this.dropped} bytes before this are not kept)\n${kept}`;
  }
}
