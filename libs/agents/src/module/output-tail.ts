/** Keeps the end of what a module printed, in bounded memory. */

/** Bytes of output that are kept. */
export const outputBytesMax = 64 * 1024;

export class OutputTail {
  /** A ring: byte number n of the output is at n modulo its length. */
  private readonly ring = Buffer.alloc(outputBytesMax);
  private total = 0;

  push(chunk: Buffer): void {
    const kept = chunk.subarray(Math.max(0, chunk.length - outputBytesMax));
    this.total += chunk.length - kept.length;
    const at = this.total % outputBytesMax;
    const copied = kept.copy(this.ring, at);
    kept.copy(this.ring, 0, copied);
    this.total += kept.length;
  }

  /** The last 64 KiB as text, after a line on what is missing. Foreign text: not for the journal. */
  text(): string {
    const dropped = this.total - outputBytesMax;
    if (dropped <= 0) return this.ring.toString('utf8', 0, this.total);
    const at = this.total % outputBytesMax;
    const kept = Buffer.concat([this.ring.subarray(at), this.ring.subarray(0, at)]);
    return `(${dropped} bytes before this are not kept)\n${kept.toString('utf8')}`;
  }

  /** The line that names an error, or else the last one; undefined when nothing was printed. */
  tellingLine(): string | undefined {
    const lines = this.text().split('\n');
    const isTelling = (line: string): boolean => /^\w*Error\b/.test(line);
    return lines.findLast(isTelling) ?? lines.findLast((line) => line.trim() !== '');
  }
}
