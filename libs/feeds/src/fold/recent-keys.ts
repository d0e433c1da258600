/** Recently seen keys in bounded memory, with a number each. */

import type { Instant } from '#values';

/** The numbers of one generation of keys, by instrument. */
class Generation {
  count = 0;
  /** Newest event time among the items of its keys. */
  newestAt: Instant = -Infinity;
  readonly numbers = new Map<number, Map<string | number, number>>();
}

/** Remembers the last `limit` keys, and at most twice as many. A key is an instrument with a text or number. */
export class RecentKeys {
  /** A newer item without a key was never seen; an older one may have been forgotten. */
  forgottenTo: Instant = -Infinity;
  private current = new Generation();
  private before = new Generation();
  private instrument = 0;
  private key: string | number = '';

  constructor(private readonly limit: number) {}

  /** The number of a key, which is kept for `put`; NaN if it was not seen recently. */
  of(instrument: number, key: string | number): number {
    this.instrument = instrument;
    this.key = key;
    const { current, before } = this;
    return (
      current.numbers.get(instrument)?.get(key) ?? before.numbers.get(instrument)?.get(key) ?? NaN
    );
  }

  /** Whether an item, of which a lookup gave `known`, may have been seen and forgotten since. */
  isForgotten(known: number, at: Instant): boolean {
    return Number.isNaN(known) && at <= this.forgottenTo;
  }

  /** Stores the key of the last lookup, with the event time of its item. */
  put(number: number, at: Instant): void {
    if (this.current.count >= this.limit) {
      this.forgottenTo = Math.max(this.forgottenTo, this.before.newestAt);
      [this.before, this.current] = [this.current, new Generation()];
    }
    const { current, instrument, key } = this;
    const numbers = current.numbers.get(instrument) ?? new Map<string | number, number>();
    current.numbers.set(instrument, numbers);
    if (!numbers.has(key)) current.count++;
    numbers.set(key, number);
    if (at > current.newestAt) current.newestAt = at;
  }
}

/** A bijection of 32 bits (murmur3's finalizer). */
function mixed(bits: number): number {
  let mix = bits;
  mix = Math.imul(mix ^ (mix >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}

const floats = new Float64Array(1);
const words = new Uint32Array(floats.buffer);

/** A whole number from 1 to 2^52 for some numbers: equal inputs give equal results, others almost never. */
export function contentOf(...values: readonly number[]): number {
  let [low, high] = [0x811c9dc5, 0x9e3779b9];
  for (const value of values) {
    floats[0] = value;
    low = mixed(low ^ (words[0] as number)) ^ Math.imul(words[1] as number, 0x9e3779b1);
    high = mixed(high ^ (words[1] as number) ^ Math.imul(words[0] as number, 0x85ebca6b));
  }
  return (mixed(high) & 0xfffff) * 4_294_967_296 + mixed(low) + 1;
}
