/** A column of numbers that grows: by doubling while it is short, by chunks that never move from then on. */

const shortLength = 64;
/** A power of two, so that a place is found by shifts. */
const chunkBits = 12;
const chunkLength = 1 << chunkBits;

export class NumberColumn {
  length = 0;
  private readonly chunks: Float64Array[] = [new Float64Array(shortLength)];

  push(value: number): void {
    const chunk = this.length >>> chunkBits;
    const slot = this.length & (chunkLength - 1);
    let values = this.chunks[chunk];
    if (values === undefined || slot === values.length) values = this.makeRoom(chunk);
    values[slot] = value;
    this.length++;
  }

  /** `index` from 0 to below `length`. */
  at(index: number): number {
    return this.chunkOf(index)[index & (chunkLength - 1)] as number;
  }

  set(index: number, value: number): void {
    this.chunkOf(index)[index & (chunkLength - 1)] = value;
  }

  pop(): void {
    this.length--;
  }

  /** A copy of the values. */
  toArray(): Float64Array {
    const all = new Float64Array(this.length);
    for (const [number, values] of this.chunks.entries()) {
      const from = number * chunkLength;
      if (from < this.length) all.set(values.subarray(0, this.length - from), from);
    }
    return all;
  }

  private chunkOf(index: number): Float64Array {
    return this.chunks[index >>> chunkBits] as Float64Array;
  }

  private makeRoom(chunk: number): Float64Array {
    const before = this.chunks[chunk];
    const values = new Float64Array(before === undefined ? chunkLength : before.length * 2);
    if (before !== undefined) values.set(before);
    this.chunks[chunk] = values;
    return values;
  }
}
