/** Trades as a fold over a journal: parts of positions, closed first in, first out. */

import { isFill, type FillEvent, type JournalEvent, type JournalEventOf } from '#contracts';
import { ExitReasons, type ExitReason } from './exit-reasons.js';
import { dust } from './round-trips.js';
import { TradeTable, type Trade, type TradeColumns } from './trade-table.js';

/** The open part of one fill; `sessions` are those before it. */
type Lot = { -readonly [Member in keyof Trade]: Trade[Member] };

export class TradeFold {
  /** Why the last fill closed what it closed; null if it closed nothing. */
  lastReason: ExitReason | null = null;
  private readonly closed = new TradeTable();
  private readonly lots = new Map<string, Lot[]>();
  private readonly reasons = new ExitReasons();
  private sessions = 0;

  /** Takes the next event; ignores all but orders, fills, splits and marks. */
  take(event: JournalEvent): void {
    this.reasons.take(event);
    if (event.type === 'MarkTaken') this.sessions++;
    else if (event.type === 'SplitApplied') this.takeSplit(event);
    else if (isFill(event)) this.takeFill(event);
  }

  /**
   * Hands over the trades, once and at the end: closed ones in the order of their exits, then those
   * still open in the order of their entries.
   */
  trades(): TradeColumns {
    const open = [...this.lots.values()].flat();
    open.sort((one, other) => one.entryTime - other.entryTime);
    for (const lot of open) this.closed.push(this.held(lot));
    return this.closed.handOver();
  }

  private held(lot: Lot): Trade {
    return { ...lot, sessions: this.sessions - lot.sessions };
  }

  /** A fill against the position closes its oldest lots; the rest of the fill opens a new one. */
  private takeFill(event: FillEvent): void {
    const { symbol, shares, price, fee, time, at } = event;
    const reason = this.reasons.of(event);
    this.lastReason = null;
    const lots = this.lots.get(symbol) ?? [];
    this.lots.set(symbol, lots);
    const exit = { exitPrice: price, exitTime: time, exitAt: at, exitReason: reason };
    let left = shares;
    for (let [lot] = lots; lot !== undefined && lot.shares * left < 0; [lot] = lots) {
      this.lastReason = reason;
      const isWhole = Math.abs(lot.shares) - Math.abs(left) <= dust;
      const part = isWhole ? lot.shares : -left;
      const entryFee = lot.fees * (part / lot.shares);
      const fees = entryFee + fee * Math.abs(part / shares);
      this.closed.push({ ...this.held(lot), ...exit, shares: part, fees });
      lot.shares -= part;
      lot.fees -= entryFee;
      left += part;
      if (isWhole) lots.shift();
      if (Math.abs(left) <= dust) return;
    }
    const entry = { entryPrice: price, entryTime: time, entryAt: at, fees: fee * (left / shares) };
    const none = { exitPrice: null, exitTime: null, exitAt: null, exitReason: null };
    lots.push({ symbol, shares: left, ...entry, ...none, sessions: this.sessions });
  }

  /** Lots bought since share in a split that became known late, as well. */
  private takeSplit({ symbol, shares, time }: JournalEventOf<'SplitApplied'>): void {
    const lots = this.lots.get(symbol) ?? [];
    const ratio = shares / lots.reduce((sum, lot) => sum + lot.shares, 0);
    for (const lot of lots) {
      lot.shares *= ratio;
      lot.entryPrice /= ratio;
      lot.splitTime = time;
    }
  }
}
