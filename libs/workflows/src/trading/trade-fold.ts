/** Trades as a fold over a journal: parts of positions, closed first in, first out. */

import type { Instant } from '#values';
import { isFill, type FillEvent, type JournalEvent, type JournalEventOf } from '#contracts';
import type { Trade } from '#metrics';
import { dust } from './round-trips.js';

/** What one fill opened and later fills have left of it. */
interface Lot extends Pick<Trade, 'symbol' | 'entryTime' | 'entryAt'> {
  shares: number;
  entryPrice: number;
  /** Of the entry, for the shares that are left. */
  fees: number;
  readonly marks: number;
}

export class TradeFold {
  private readonly closed: Trade[] = [];
  private readonly lots = new Map<string, Lot[]>();
  private marks = 0;

  /** `dayOf`: the day of an instant, whole or not; days from entry to exit are counted by it. */
  constructor(private readonly dayOf: (time: Instant) => number) {}

  /** Takes the next event; one that is no fill, split or mark changes nothing. */
  take(event: JournalEvent): void {
    if (event.type === 'MarkTaken') this.marks++;
    else if (event.type === 'SplitApplied') this.takeSplit(event);
    else if (isFill(event)) this.takeFill(event);
  }

  /** Closed trades in the order of their exits, then those still open in the order of their entries. */
  trades(): readonly Trade[] {
    const open = [...this.lots.values()].flat();
    open.sort((one, other) => one.entryTime - other.entryTime);
    const none = { exitPrice: null, exitTime: null, exitAt: null, days: null };
    return [...this.closed, ...open.map((lot) => ({ ...this.tradeOf(lot), ...none }))];
  }

  /** A fill against the position closes its oldest lots; what is left of the fill opens a new one. */
  private takeFill(fill: FillEvent): void {
    const { symbol, time, price, at } = fill;
    const lots = this.lots.get(symbol) ?? [];
    this.lots.set(symbol, lots);
    let left = fill.shares;
    for (let [lot] = lots; lot !== undefined && lot.shares * left < 0; [lot] = lots) {
      const isWhole = Math.abs(lot.shares) - Math.abs(left) <= dust;
      const part = isWhole ? lot.shares : -left;
      this.close(lot, part, fill);
      left += part;
      if (isWhole) lots.shift();
      if (Math.abs(left) <= dust) return;
    }
    const fees = fill.fee * (left / fill.shares);
    const entry = { entryPrice: price, entryTime: time, entryAt: at };
    lots.push({ symbol, shares: left, fees, ...entry, marks: this.marks });
  }

  private close(lot: Lot, shares: number, { time, price, fee, at, ...fill }: FillEvent): void {
    const entryFees = lot.fees * (shares / lot.shares);
    const fees = entryFees + fee * Math.abs(shares / fill.shares);
    const days = this.dayOf(time) - this.dayOf(lot.entryTime);
    const exit = { exitPrice: price, exitTime: time, exitAt: at, days };
    this.closed.push({ ...this.tradeOf(lot), shares, fees, ...exit });
    lot.fees -= entryFees;
    lot.shares -= shares;
  }

  private tradeOf({
    marks,
    ...entry
  }: Lot): Omit<Trade, 'exitPrice' | 'exitTime' | 'exitAt' | 'days'> {
    return { ...entry, sessions: this.marks - marks };
  }

  /** Of a split that became known late, lots bought since share in it as well. */
  private takeSplit({ symbol, shares }: JournalEventOf<'SplitApplied'>): void {
    const lots = this.lots.get(symbol) ?? [];
    const ratio = shares / lots.reduce((sum, lot) => sum + lot.shares, 0);
    for (const lot of lots) {
      lot.shares *= ratio;
      lot.entryPrice /= ratio;
    }
  }
}
