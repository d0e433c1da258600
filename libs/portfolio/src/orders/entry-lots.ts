/**
 * Which order opened the shares of a position: what an entry's exits may close, and
 * what they may not.
 */

import type { CivilDate } from '#values';

/** Relative to a fill: anything smaller is rounding. */
const dust = 1e-9;

/** Shares of a position that one order opened on one date. */
interface Lot {
  /** The order; null for shares that were held before. */
  readonly order: number | null;
  /** Unsigned. */
  readonly shares: number;
  /** In whose shares they were at first; Infinity for those that were held before. */
  readonly date: CivilDate;
}

/** Shares that change hands. */
interface LotFill {
  readonly order: number;
  /** For an exit: the order whose shares it closes. */
  readonly entry: number | null;
  /** Signed. */
  readonly shares: number;
  /** Signed, before the fill. */
  readonly held: number;
  readonly date: CivilDate;
}

/**
 * By symbol number: the oldest first. Kept only while orders with exits wait; lists are replaced,
 * never changed.
 */
type LotLists = readonly (readonly Lot[] | undefined)[];

export class EntryLots {
  private lists: LotLists = [];

  /** A copy that changes independently. */
  copy(): EntryLots {
    const copy = new EntryLots();
    copy.lists = this.lists;
    return copy;
  }

  isKept(number: number): boolean {
    return this.lists[number] !== undefined;
  }

  /** Begins to keep the lots of a symbol, if they are not kept yet. `held`: its shares. */
  keep(number: number, held: number): void {
    if (this.isKept(number)) return;
    this.set(number, held === 0 ? [] : [{ order: null, shares: Math.abs(held), date: Infinity }]);
  }

  release(number: number): void {
    this.set(number, undefined);
  }

  /** Shares of a symbol, unsigned, that an order opened and that are still held. */
  sharesOf(number: number, order: number): number {
    let shares = 0;
    for (const lot of this.lists[number] ?? []) if (lot.order === order) shares += lot.shares;
    return shares;
  }

  /**
   * An exit closes shares of its entry, any other order the oldest ones; what is more than was
   * held is a new lot.
   */
  takeFill(number: number, { order, entry, shares, held, date }: LotFill): void {
    const lots = this.lists[number];
    if (lots === undefined) return;
    const size = Math.abs(shares);
    const closed = held * shares < 0 ? Math.min(size, Math.abs(held)) : 0;
    const own = entry === null ? [] : lots.filter((lot) => lot.order === entry);
    const left = Math.abs(held + shares) <= dust * size ? [] : without(lots, closed, own);
    const opened = size - closed;
    this.set(number, opened > dust * size ? [...left, { order, shares: opened, date }] : left);
  }

  /**
   * A split of `ratio` new shares for one, effective at the open of `date`: lots of before are
   * scaled. `shares` are held after it, signed. A split that became known late can leave more or
   * fewer than the lots have: the oldest differ.
   */
  split(number: number, date: CivilDate, ratio: number, shares: number): void {
    const lots = this.lists[number];
    if (lots === undefined) return;
    const scaled = lots.map((lot) =>
      lot.date < date ? { ...lot, shares: lot.shares * ratio } : lot,
    );
    const rest = Math.abs(shares) - scaled.reduce((sum, lot) => sum + lot.shares, 0);
    if (rest > dust * Math.abs(shares)) {
      scaled.unshift({ order: null, shares: rest, date: Infinity });
      this.set(number, scaled);
    } else {
      this.set(number, rest < -dust * Math.abs(shares) ? without(scaled, -rest, []) : scaled);
    }
  }

  private set(number: number, list: readonly Lot[] | undefined): void {
    const lists = [...this.lists];
    lists[number] = list;
    this.lists = lists;
  }
}

/** Lots without so many shares: of `first`, and then of the oldest. */
function without(lots: readonly Lot[], shares: number, first: readonly Lot[]): readonly Lot[] {
  let left = shares;
  const kept = new Map(lots.map((lot) => [lot, lot]));
  for (const lot of new Set([...first, ...lots])) {
    const taken = Math.min(left, lot.shares);
    left -= taken;
    const rest = lot.shares - taken;
    if (rest > dust * shares) kept.set(lot, { ...lot, shares: rest });
    else kept.delete(lot);
  }
  return [...kept.values()];
}
