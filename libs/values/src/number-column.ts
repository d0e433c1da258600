/**
 * A column of numbers that grows: by doubling while it is short, by chunks that never
 * move from then on.
 */

const shortLength = 64;
/** A power of two, so that a place is found by shifts. */
const chunkBits = 12;
const chunkLength = 1 << chunkBits;

type NumberArray = (Float64Array | Uint32Array | Uint16Array) & { readonly buffer: ArrayBuffer };
type NumberArrayOf<Values> = new (length: number) => Values;

/**
 * The numbers of a column that has ended, in its chunks: plain data, which threads send
 * to each other.
 */
export type NumberChunks<Values extends NumberArray = Float64Array<ArrayBuffer>> =
  readonly Values[];

/** The number at `index`, from 0 to below the length of the column. */
export const numberAt = (chunks: NumberChunks<NumberArray>, index: number): number =>
  chunks[index >>> chunkBits]![index & (chunkLength - 1)]!;

/** Doubles, unless it is made of an array of integers that hold what is pushed. */
export class NumberColumn<Values extends NumberArray = Float64Array<ArrayBuffer>> {
  length = 0;
  private chunks: Values[];

  constructor(private readonly ofLength = Float64Array as unknown as NumberArrayOf<Values>) {
    this.chunks = [new ofLength(shortLength)];
  }

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
  toArray(): Values {
    const all = new this.ofLength(this.length);
    for (let number = 0; number < this.chunks.length; number++) this.copyChunk(number, all);
    return all;
  }

  /**
   * The values themselves: the column is empty afterward, and gives its memory back while
   * they are copied.
   */
  handOver(): Values {
    const all = new this.ofLength(this.length);
    for (const [number, values] of this.chunks.entries()) {
      this.copyChunk(number, all);
      values.buffer.transfer(0);
    }
    this.empty();
    return all;
  }

  /** The values themselves, where they are: the column is empty afterward. */
  handOverChunks(): NumberChunks<Values> {
    const { chunks, length } = this;
    const rest = length & (chunkLength - 1);
    const whole = chunks.slice(0, length >>> chunkBits);
    const all = rest === 0 ? whole : [...whole, chunks[whole.length]!.slice(0, rest) as Values];
    this.empty();
    return all;
  }

  private empty(): void {
    this.chunks = [new this.ofLength(shortLength)];
    this.length = 0;
  }

  private copyChunk(number: number, all: Values): void {
    const from = number * chunkLength;
    const values = this.chunks[number] as Values;
    if (from < this.length) all.set(values.subarray(0, this.length - from), from);
  }

  private chunkOf(index: number): Values {
    return this.chunks[index >>> chunkBits] as Values;
  }

  private makeRoom(chunk: number): Values {
    const before = this.chunks[chunk];
    const values = new this.ofLength(before === undefined ? chunkLength : before.length * 2);
    if (before !== undefined) values.set(before);
    this.chunks[chunk] = values;
    return values;
  }
}
