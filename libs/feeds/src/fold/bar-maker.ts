/**
 * Builds bars from trades or quotes: each is ready some time after its end, when its data
 * should have arrived.
 */

import { microsPerMilli, microsPerMinute, type Instant } from '#values';
import type { FactBuffer } from './fact-buffer.js';

interface MadeBars {
  readonly minutes: number;
  /** How long after its end a bar waits for late data; at most the length of a bar. */
  readonly waitMs: number;
}

/** A price at a time; `size` is NaN if there is none, as in quotes. */
interface PricePoint {
  readonly instrument: number;
  readonly at: Instant;
  readonly price: number;
  readonly size: number;
}

interface OpenBar {
  readonly start: Instant;
  open: number;
  high: number;
  low: number;
  close: number;
  openAt: Instant;
  closeAt: Instant;
  volume: number;
  notional: number;
}

/**
 * Bars begin at multiples of their length since 1970, UTC. First and last price are those with the
 * earliest and the latest time, so a bar does not depend on the order in which its prices arrived.
 */
export class BarMaker {
  private readonly length: number;
  private readonly wait: number;
  /** Two bars can be open per instrument: the current one, and the one that waits for late data. */
  private readonly bars: (OpenBar | undefined)[];
  /** Bars that were opened, by start. */
  private readonly waiting: Instant[] = [];

  constructor(instruments: number, { minutes, waitMs }: MadeBars) {
    this.length = minutes * microsPerMinute;
    this.wait = Math.min(waitMs * microsPerMilli, this.length);
    this.bars = Array.from({ length: 2 * instruments });
  }

  /** When the next bar is ready; Infinity if none is open. */
  get due(): Instant {
    const [start] = this.waiting;
    return start === undefined ? Infinity : start + this.length + this.wait;
  }

  /** Whether a price that arrived at `now` is too late for its bar. */
  isBehind(at: Instant, now: Instant): boolean {
    return this.startOf(at, now) + this.length + this.wait <= now;
  }

  /**
   * Adds a price to a bar that is not ready yet. A venue's clock may be ahead: nothing happened
   * after its arrival.
   */
  take({ instrument, at, price, size }: PricePoint, now: Instant): void {
    const bar = this.barAt(instrument, this.startOf(at, now), price);
    if (at < bar.openAt) {
      bar.openAt = at;
      bar.open = price;
    }
    if (at >= bar.closeAt) {
      bar.closeAt = at;
      bar.close = price;
    }
    if (price > bar.high) bar.high = price;
    if (price < bar.low) bar.low = price;
    bar.volume += size;
    bar.notional += price * size;
  }

  /** Appends the next bars that are ready, in instrument order. */
  release(out: FactBuffer): void {
    const knowledgeTime = this.due;
    const start = this.waiting.shift() as Instant;
    for (let slot = this.slotOf(0, start); slot < this.bars.length; slot += 2) {
      const bar = this.bars[slot];
      if (bar?.start !== start) continue;
      this.bars[slot] = undefined;
      const { open, high, low, close, volume, notional } = bar;
      const vwap = volume > 0 ? Math.min(high, Math.max(low, notional / volume)) : NaN;
      out.room().pushBar({
        instrument: slot >> 1,
        knowledgeTime,
        eventTime: start + this.length,
        open,
        high,
        low,
        close,
        adjClose: NaN,
        volume,
        vwap,
      });
    }
  }

  private barAt(instrument: number, start: Instant, price: number): OpenBar {
    const slot = this.slotOf(instrument, start);
    const known = this.bars[slot];
    if (known?.start === start) return known;
    const prices = { open: price, high: price, low: price, close: price };
    const bar = { start, ...prices, openAt: Infinity, closeAt: -Infinity, volume: 0, notional: 0 };
    this.bars[slot] = bar;
    if (!this.waiting.includes(start)) {
      this.waiting.push(start);
      this.waiting.sort((a, b) => a - b);
    }
    return bar;
  }

  private slotOf(instrument: number, start: Instant): number {
    return 2 * instrument + ((start / this.length) % 2);
  }

  private startOf(at: Instant, now: Instant): Instant {
    return Math.floor(Math.min(at, now) / this.length) * this.length;
  }
}
