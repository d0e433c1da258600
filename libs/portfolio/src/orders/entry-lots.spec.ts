/**
 * Which shares of a position an order opened: through fills, exits, flips and splits, by
 * the oldest first.
 */

import { describe, expect, it } from 'vitest';
import { EntryLots } from './entry-lots.js';

/** A story of one symbol: `held` follows from the fills and splits. */
class Story {
  readonly lots = new EntryLots();
  private held: number;

  constructor(held = 0) {
    this.held = held;
    this.lots.keep(0, held);
  }

  fill(order: number, shares: number, { entry = null as number | null, date = 1 } = {}): this {
    this.lots.takeFill(0, { order, entry, shares, held: this.held, date });
    this.held += shares;
    return this;
  }

  /** `shares` are held after it; by default as many as the ratio gives. */
  split(date: number, ratio: number, shares = this.held * ratio): this {
    this.lots.split(0, date, ratio, shares);
    this.held = shares;
    return this;
  }

  /** Shares of each of the first orders. */
  get shares(): number[] {
    return [1, 2, 3].map((order) => this.lots.sharesOf(0, order));
  }
}

describe('shares of an order', () => {
  it('are those that it opened, on either side', () => {
    expect(new Story().fill(1, 10).fill(2, 5).fill(1, 2).shares).toEqual([12, 5, 0]);
    expect(new Story().fill(1, -10).fill(2, -5).shares).toEqual([10, 5, 0]);
  });

  it('are closed by others from the oldest on, those before any order first', () => {
    expect(new Story(4).fill(1, 10).fill(2, 5).fill(3, -6).shares).toEqual([8, 5, 0]);
    expect(new Story().fill(1, 10).fill(2, 5).fill(3, -12).shares).toEqual([0, 3, 0]);
    expect(new Story(-4).fill(1, -10).fill(2, 4).shares).toEqual([10, 0, 0]);
  });

  it('are closed by its own exit before those of others', () => {
    const exits = new Story(4).fill(1, 10).fill(2, 5).fill(3, -7, { entry: 2 });
    expect(exits.shares).toEqual([10, 0, 0]);
    expect(exits.fill(3, -3, { entry: 1 }).shares).toEqual([7, 0, 0]);
  });

  it('are those that a flip opens beyond what it closes', () => {
    expect(new Story().fill(1, 10).fill(2, -25).shares).toEqual([0, 15, 0]);
    expect(new Story().fill(1, -10).fill(2, 25).fill(3, -5).shares).toEqual([0, 10, 0]);
  });

  it('are none once nothing is held, but for rounding', () => {
    const closed = new Story()
      .fill(1, 0.1)
      .fill(2, 0.2)
      .fill(3, -(0.1 + 0.2));
    expect(closed.shares).toEqual([0, 0, 0]);
    expect(new Story().fill(1, 10).fill(2, -10 * (1 + 1e-12)).shares).toEqual([0, 0, 0]);
  });
});

describe('a split', () => {
  it('scales what was bought before its date, and nothing later', () => {
    const split = new Story().fill(1, 10, { date: 1 }).fill(2, 6, { date: 5 }).split(5, 2, 26);
    expect(split.shares).toEqual([20, 6, 0]);
    expect(new Story().fill(1, 10, { date: 4 }).split(5, 0.5).shares).toEqual([5, 0, 0]);
  });

  it('that became known late leaves more: what is beyond the lots belongs to no order, and is the oldest', () => {
    const more = new Story().fill(1, 10, { date: 5 }).split(5, 2, 20);
    expect(more.shares).toEqual([10, 0, 0]);
    // The ten that belong to none are closed first.
    expect(more.fill(2, -10).shares).toEqual([10, 0, 0]);
    expect(more.fill(2, -4).shares).toEqual([6, 0, 0]);
  });

  it('that became known late leaves fewer: the oldest lots lack them', () => {
    const fewer = new Story().fill(1, 10, { date: 5 }).fill(2, 6, { date: 5 }).split(5, 0.5, 8);
    expect(fewer.shares).toEqual([2, 6, 0]);
    const short = new Story().fill(1, -10, { date: 5 }).fill(2, -6, { date: 5 }).split(5, 0.5, -8);
    expect(short.shares).toEqual([2, 6, 0]);
  });

  it('of shares that were held before any order leaves those as they are', () => {
    // They stand for the position as it is: the split has been applied to it.
    expect(new Story(10).fill(1, 5, { date: 1 }).split(3, 2, 30).shares).toEqual([10, 0, 0]);
  });
});

describe('lots', () => {
  it('are kept from when that was asked for, until they are released', () => {
    const lots = new EntryLots();
    const fill = { order: 1, entry: null, shares: 5, held: 0, date: 1 };
    lots.takeFill(0, fill);
    lots.split(0, 2, 2, 10);
    expect([lots.isKept(0), lots.sharesOf(0, 1)]).toEqual([false, 0]);
    lots.keep(0, 10);
    lots.takeFill(0, { ...fill, held: 10 });
    expect([lots.isKept(0), lots.sharesOf(0, 1)]).toEqual([true, 5]);
    // What is kept stays as it is.
    lots.keep(0, 3);
    expect([lots.sharesOf(0, 1), lots.isKept(1)]).toEqual([5, false]);
    lots.release(0);
    expect([lots.isKept(0), lots.sharesOf(0, 1)]).toEqual([false, 0]);
  });

  it('of a copy change on their own', () => {
    const { lots } = new Story().fill(1, 10);
    const copy = lots.copy();
    copy.takeFill(0, { order: 2, entry: null, shares: -4, held: 10, date: 1 });
    expect([lots.sharesOf(0, 1), copy.sharesOf(0, 1)]).toEqual([10, 6]);
    lots.takeFill(0, { order: 2, entry: null, shares: 3, held: 10, date: 1 });
    expect([lots.sharesOf(0, 2), copy.sharesOf(0, 2)]).toEqual([3, 0]);
  });
});
