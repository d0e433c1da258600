/** Recently seen keys in bounded memory: 64 bits each, with a number. */

import type { Instant } from '#values';

const slotsAtFirst = 1 << 10;

/** One generation: open addressing, at most half full. A slot without a number is free. */
class Generation {
  count = 0;
  /** Newest event time among the items of its keys. */
  newestAt: Instant = -Infinity;
  private readonly firsts: Uint32Array;
  private readonly seconds: Uint32Array;
  private readonly numbers: Float64Array;

  constructor(readonly slots: number) {
    this.firsts = new Uint32Array(slots);
    this.seconds = new Uint32Array(slots);
    this.numbers = new Float64Array(slots).fill(NaN);
  }

  get(first: number, second: number): number {
    return this.numbers[this.slotOf(first, second)] as number;
  }

  put(first: number, second: number, number: number): void {
    const at = this.slotOf(first, second);
    if (Number.isNaN(this.numbers[at])) this.count++;
    this.firsts[at] = first;
    this.seconds[at] = second;
    this.numbers[at] = number;
  }

  /** The same generation with twice the slots. */
  larger(): Generation {
    const larger = new Generation(this.slots * 2);
    larger.newestAt = this.newestAt;
    for (let at = 0; at < this.slots; at++) {
      const number = this.numbers[at] as number;
      if (Number.isNaN(number)) continue;
      larger.put(this.firsts[at] as number, this.seconds[at] as number, number);
    }
    return larger;
  }

  private slotOf(first: number, second: number): number {
    const { firsts, seconds, numbers } = this;
    const mask = this.slots - 1;
    let at = first & mask;
    while (!Number.isNaN(numbers[at]) && (firsts[at] !== first || seconds[at] !== second)) {
      at = (at + 1) & mask;
    }
    return at;
  }
}

/**
 * Remembers at least the last `limit` keys, and less than twice as many. A key is an instrument
 * with a text or number and is kept as 64 bits: two keys collide with a probability of about 1 in
 * 10^13 per lookup.
 */
export class RecentKeys {
  /** A newer item without a key was never seen; an older one may have been forgotten. */
  forgottenTo: Instant = -Infinity;
  private current = new Generation(slotsAtFirst);
  private before = new Generation(slotsAtFirst);
  private first = 0;
  private second = 0;

  constructor(private readonly limit: number) {}

  /** The number of a key, which is kept for `put`; NaN if it was not seen recently. */
  of(instrument: number, key: string | number): number {
    let low = 0x811c9dc5;
    let high = 0x9e3779b9;
    if (typeof key === 'number') {
      low = key | 0;
      high = Math.floor(key / 4_294_967_296) | 0;
    } else {
      for (let at = 0; at < key.length; at++) {
        const unit = key.charCodeAt(at);
        low = Math.imul(low ^ unit, 0x01000193);
        high = Math.imul(high ^ unit, 0x85ebca6b);
        high ^= high >>> 13;
      }
    }
    const own = mixed(instrument + 1);
    this.first = mixed(low ^ own);
    this.second = mixed(low ^ mixed(high ^ Math.imul(own, 0x5bd1e995)));
    const found = this.current.get(this.first, this.second);
    return Number.isNaN(found) ? this.before.get(this.first, this.second) : found;
  }

  /** Whether an item, of which a lookup gave `known`, may have been seen and forgotten since. */
  isForgotten(known: number, at: Instant): boolean {
    return Number.isNaN(known) && at <= this.forgottenTo;
  }

  /** Stores the key of the last lookup, with the event time of its item. */
  put(number: number, at: Instant): void {
    if (this.current.count >= this.limit) {
      this.forgottenTo = Math.max(this.forgottenTo, this.before.newestAt);
      this.before = this.current;
      this.current = new Generation(this.current.slots);
    }
    if (this.current.count * 2 >= this.current.slots) {
      this.current = this.current.larger();
      // Nothing was forgotten yet. The next generation needs the same size: memory stops growing
      // once the first fills.
      this.before = new Generation(this.current.slots);
    }
    this.current.put(this.first, this.second, number);
    if (at > this.current.newestAt) this.current.newestAt = at;
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

/**
 * A whole number from 1 to 2^52 for some numbers: equal inputs give equal results,
 * others almost never.
 */
export function contentOf(...values: readonly number[]): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (const value of values) {
    floats[0] = value;
    low = mixed(low ^ (words[0] as number)) ^ Math.imul(words[1] as number, 0x9e3779b1);
    high = mixed(high ^ (words[1] as number) ^ Math.imul(words[0] as number, 0x85ebca6b));
  }
  return (mixed(high) & 0xfffff) * 4_294_967_296 + mixed(low) + 1;
}
