/** What was seen lately, in memory that stops growing: keys of 96 bits, each with a number. */

import type { Instant } from '#values';

const slotsAtFirst = 1 << 10;

/** One generation: open addressing, at most half full. A group of 0 marks a free slot. */
class Generation {
  count = 0;
  /** Newest event time of what its keys stand for. */
  newestAt = -Infinity;
  private groups: Uint32Array;
  private firsts: Uint32Array;
  private seconds: Uint32Array;
  private numbers: Float64Array;

  constructor(slots: number) {
    this.groups = new Uint32Array(slots);
    this.firsts = new Uint32Array(slots);
    this.seconds = new Uint32Array(slots);
    this.numbers = new Float64Array(slots);
  }

  get(group: number, first: number, second: number): number {
    const at = this.slotOf(group, first, second);
    return this.groups[at] === 0 ? NaN : (this.numbers[at] as number);
  }

  get slots(): number {
    return this.groups.length;
  }

  put(group: number, first: number, second: number, number: number): void {
    if (this.count * 2 >= this.groups.length) this.grow();
    const at = this.slotOf(group, first, second);
    if (this.groups[at] === 0) this.count++;
    this.groups[at] = group;
    this.firsts[at] = first;
    this.seconds[at] = second;
    this.numbers[at] = number;
  }

  clear(): void {
    this.groups.fill(0);
    this.count = 0;
    this.newestAt = -Infinity;
  }

  private slotOf(group: number, first: number, second: number): number {
    const { groups, firsts, seconds } = this;
    const mask = groups.length - 1;
    let at = (first ^ Math.imul(group, 0x9e3779b1)) & mask;
    while (
      groups[at] !== 0 &&
      (groups[at] !== group || firsts[at] !== first || seconds[at] !== second)
    ) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private grow(): void {
    const larger = new Generation(this.groups.length * 2);
    for (let at = 0; at < this.groups.length; at++) {
      const group = this.groups[at] as number;
      if (group === 0) continue;
      const first = this.firsts[at] as number;
      larger.put(group, first, this.seconds[at] as number, this.numbers[at] as number);
    }
    this.groups = larger.groups;
    this.firsts = larger.firsts;
    this.seconds = larger.seconds;
    this.numbers = larger.numbers;
  }
}

/**
 * Remembers the last `limit` keys at least, and less than twice as many. A key is a group (a whole number above 0 that
 * stays exact) and 64 bits of a text or of numbers; two of one group are taken for one with a probability of some
 * 1 in 10^13 a lookup.
 */
export class RecentKeys {
  /** An item that is newer than this event time and has no key was never there; an older one may be forgotten. */
  forgottenTo: Instant = -Infinity;
  private current = new Generation(slotsAtFirst);
  private before = new Generation(slotsAtFirst);
  private first = 0;
  private second = 0;

  constructor(private readonly limit: number) {}

  /** The number of a text's key, and keeps the key for `put`; NaN where it was not seen lately. */
  ofText(group: number, text: string): number {
    let [one, other] = [0x811c9dc5, 0x9e3779b9];
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      one = Math.imul(one ^ unit, 0x01000193);
      other = Math.imul(other ^ unit, 0x85ebca6b);
      other ^= other >>> 13;
    }
    return this.lookUp(group, one, other);
  }

  /** The same of numbers. */
  ofNumber(group: number, number: number): number {
    return this.lookUp(group, number | 0, Math.floor(number / 4_294_967_296) | 0);
  }

  /** Whether an item of an event time, of which a lookup gave `known`, may have been there before anybody remembers. */
  isForgotten(known: number, at: Instant): boolean {
    return Number.isNaN(known) && at <= this.forgottenTo;
  }

  /** Notes the key of the last lookup, with the event time of its item. */
  put(group: number, number: number, at: Instant): void {
    if (this.current.count >= this.limit) {
      [this.current, this.before] = [this.before, this.current];
      this.forgottenTo = Math.max(this.forgottenTo, this.current.newestAt);
      this.current.clear();
    }
    this.current.put(group, this.first, this.second, number);
    if (at > this.current.newestAt) this.current.newestAt = at;
    // What one needs the other will: nothing grows any more once the first is full.
    if (this.before.slots < this.current.slots) this.before = new Generation(this.current.slots);
  }

  private lookUp(group: number, one: number, other: number): number {
    this.first = mixed(one);
    this.second = mixed(other ^ 0x5bd1e995);
    const found = this.current.get(group, this.first, this.second);
    return Number.isNaN(found) ? this.before.get(group, this.first, this.second) : found;
  }
}

/** A bijection of 32 bits (murmur3's finalizer): no key of numbers is lost by it. */
function mixed(bits: number): number {
  let mix = bits;
  mix = Math.imul(mix ^ (mix >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}

const floats = new Float64Array(1);
const words = new Uint32Array(floats.buffer);

/** A whole number from 1 to 2^52 for some numbers: equal ones have equal ones, others nearly never. */
export function contentOf(...values: readonly number[]): number {
  let [low, high] = [0x811c9dc5, 0x9e3779b9];
  for (const value of values) {
    floats[0] = value;
    low = mixed(low ^ (words[0] as number)) ^ Math.imul(words[1] as number, 0x9e3779b1);
    high = mixed(high ^ (words[1] as number) ^ Math.imul(words[0] as number, 0x85ebca6b));
  }
  return (mixed(high) & 0xfffff) * 4_294_967_296 + mixed(low) + 1;
}

const kinds = { trade: 1, bar: 2, other: 3 } as const;

/** The group of keys of one kind and one instrument. */
export const groupOf = (instrument: number, of: keyof typeof kinds): number =>
  (instrument + 1) * 4 + kinds[of];
