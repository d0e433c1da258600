/** Released facts of a run, kept so that a new process of the same module can catch up. */

import { factKinds, FactColumns } from '#contracts';

const capacityMin = 256;

/**
 * With `history` it keeps that many bars per instrument (up to twice as many for a while), of
 * trades and quotes the last of each instrument, and every other fact, so that memory does not grow
 * with the bars.
 */
export class ReplayLog {
  /** Facts released so far: the as-of. */
  total = 0;
  /** Facts that are no longer kept, and how many bars of each instrument are among them. */
  droppedFacts = 0;
  readonly droppedBars: Float64Array;
  private columns = new FactColumns(capacityMin);

  constructor(
    instruments: number,
    private readonly history: number | null,
  ) {
    this.droppedBars = new Float64Array(instruments);
  }

  /** The facts that are kept, oldest first; valid until the next `append`. */
  get kept(): FactColumns {
    return this.columns;
  }

  /** Copies rows [from, to). */
  append(facts: FactColumns, from: number, to: number): void {
    if (this.columns.count + to - from > this.columns.capacity) this.makeRoom(to - from);
    this.columns.appendRows(facts, from, to);
    this.total += to - from;
  }

  /** Drops all facts; `total` continues. */
  clear(): void {
    this.columns = new FactColumns(capacityMin);
  }

  private makeRoom(rows: number): void {
    const old = this.columns;
    const keep = this.rangesToKeep();
    const kept = keep.reduce((sum, [from, to]) => sum + to - from, 0);
    this.columns = new FactColumns(Math.max(capacityMin, 2 * (kept + rows)));
    for (const [from, to] of keep) this.columns.appendRows(old, from, to);
    this.droppedFacts += old.count - kept;
  }

  /**
   * Ranges of rows [from, to), oldest first. Walks back from the newest row, and counts
   * what it drops.
   */
  private rangesToKeep(): [number, number][] {
    const { kind, instrument, count } = this.columns;
    const history = this.history ?? Infinity;
    const lastTicks = new Set<string>();
    const seen = new Float64Array(this.droppedBars.length);
    const keep: [number, number][] = [];
    for (let row = count - 1; row >= 0; row--) {
      const number = instrument[row] as number;
      const bars = kind[row] === factKinds.bar ? (seen[number] = (seen[number] as number) + 1) : 0;
      const last = keep.at(-1);
      if (this.isOutdated(row, lastTicks)) continue;
      if (bars > history) this.droppedBars[number] = (this.droppedBars[number] as number) + 1;
      else if (last !== undefined && last[0] === row + 1) last[0] = row;
      else keep.push([row, row + 1]);
    }
    return keep.reverse();
  }

  /**
   * Whether a row is an outdated trade or quote, no longer readable: a newer one of its
   * symbol is in `newer`, which notes those met so far. The last two-sided quote is read as
   * well, for its midpoint.
   */
  private isOutdated(row: number, newer: Set<string>): boolean {
    const { kind, instrument, low, high } = this.columns;
    const number = instrument[row] as number;
    const isQuote = kind[row] === factKinds.quote;
    if (!isQuote && kind[row] !== factKinds.trade) return false;
    const names = isQuote ? [`quote ${number}`] : [`trade ${number}`];
    if (isQuote && !Number.isNaN((low[row] as number) + (high[row] as number))) {
      names.push(`midpoint ${number}`);
    }
    const isNewest = names.some((name) => !newer.has(name));
    for (const name of names) newer.add(name);
    return !isNewest;
  }
}
