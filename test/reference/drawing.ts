/** Dice for worlds: choices of a seed, with prices on a grid. */

import { seededRandom, type SeededRandom } from '#values';

export class Dice {
  private levels = 0;
  private readonly last = new Map<string, number>();
  private readonly random: SeededRandom;

  constructor(seed: string) {
    this.random = seededRandom(seed);
  }

  chance(probability: number): boolean {
    return this.random.next() < probability;
  }

  /** A whole number from `from` to `to`, both possible. */
  whole(from: number, to: number): number {
    return from + this.random.below(to - from + 1);
  }

  /** A number with so many decimals. */
  number(from: number, to: number, decimals: number): number {
    const steps = 10 ** decimals;
    return this.whole(Math.ceil(from * steps), Math.floor(to * steps)) / steps;
  }

  one<T>(...items: readonly T[]): T {
    return items[this.random.below(items.length)] as T;
  }

  /** Some of the items, in their order. */
  some<T>(items: readonly T[], probability: number): T[] {
    return items.filter(() => this.chance(probability));
  }

  /** A level near a price that is neither a price of whole cents nor another level. */
  level(price: number): number {
    const cents = Math.max(1, Math.round(price * 100)) + 0.5;
    return Math.round(cents * 1000 + ++this.levels) / 100_000;
  }

  /** A level of a symbol: now and then its last one. */
  levelAgain(symbol: string, draw: () => number): number {
    const before = this.chance(0.4) ? this.last.get(symbol) : undefined;
    const level = before ?? draw();
    this.last.set(symbol, level);
    return level;
  }

  normal(): number {
    return this.random.normal();
  }
}
