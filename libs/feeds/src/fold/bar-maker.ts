/** Bars of trades or quotes: each is ready a while after its end, when what belongs to it should have come. */

import { microsPerMilli, microsPerMinute, type Instant } from '#values';
import type { FactBuffer } from './fact-buffer.js';

interface MadeBars {
  readonly minutes: number;
  /** How long after its end a bar waits for what came late; a bar's length at most. */
  readonly waitMs: number;
}

/** A price at a time; `size` is NaN where there is none, as of quotes. */
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
 * Bars begin at multiples of their length since 1970, UTC. First and last price are those of the earliest
 * and the latest time, so a bar does not depend on the order in which its prices came.
 */
export class BarMaker {
  private readonly length: number;
  private readonly wait: number;
  /** Two bars can be open for an instrument: the one that goes on, and the one that waits. */
  private readonly bars: (OpenBar | undefined)[];
  /** Bars begun, by their start. */
  private readonly waiting: Instant[] = [];

  constructor(instruments: number, { minutes, waitMs }: MadeBars) {
    this.length = minutes * microsPerMinute;
    this.wait = Math.min(waitMs * microsPerMilli, this.length);
    this.bars = Array.from({ length: 2 * instruments });
  }

  /** When the next bar is ready; Infinity where none was begun. */
  get due(): Instant {
    const [start] = this.waiting;
    return start === undefined ? Infinity : start + this.length + this.wait;
  }

  /** Whether a price that came at `now` comes behind its bar. */
  isBehind(at: Instant, now: Instant): boolean {
    return this.startOf(at, now) + this.length + this.wait <= now;
  }

  /** A price of a bar that is not ready yet. A venue's clock may be ahead: nothing happened later than it came. */
  take({ instrument, at, price, size }: PricePoint, now: Instant): void {
    const bar = this.barAt(instrument, this.startOf(at, now), price);
    if (at < bar.openAt) [bar.openAt, bar.open] = [at, price];
    if (at >= bar.closeAt) [bar.closeAt, bar.close] = [at, price];
    if (price > bar.high) bar.high = price;
    if (price < bar.low) bar.low = price;
    bar.volume += size;
    bar.notional += price * size;
  }

  /** Appends the bars that are ready next, in the order of the instruments. */
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
