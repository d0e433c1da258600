/** Bars of trades or quotes: each is ready a while after its end, when what belongs to it should have come. */

import { microsPerMilli, microsPerMinute, type Instant } from '#values';
import type { FactBuffer } from './fact-buffer.js';

export interface MadeBars {
  readonly minutes: number;
  /** How long after its end a bar waits for what came late; a bar's length at most. */
  readonly waitMs: number;
}

/** A price at a time; `size` is NaN where there is none, as of quotes. */
export interface PricePoint {
  readonly instrument: number;
  readonly at: Instant;
  readonly price: number;
  readonly size: number;
}

/**
 * Bars begin at multiples of their length since 1970, UTC. First and last price are those of the earliest
 * and the latest time, so a bar does not depend on the order in which its prices came.
 */
export class BarMaker {
  private readonly length: number;
  private readonly wait: number;
  /** Two bars can be open for an instrument: the one that goes on, and the one that waits. */
  private readonly starts: Float64Array;
  private readonly values: Record<
    'open' | 'high' | 'low' | 'close' | 'openAt' | 'closeAt' | 'volume' | 'notional',
    Float64Array
  >;
  /** Bars begun, by their start. */
  private readonly waiting: Instant[] = [];

  constructor(
    private readonly instruments: number,
    { minutes, waitMs }: MadeBars,
  ) {
    this.length = minutes * microsPerMinute;
    this.wait = Math.min(waitMs * microsPerMilli, this.length);
    const column = (): Float64Array => new Float64Array(2 * instruments);
    this.starts = column().fill(NaN);
    this.values = {
      open: column(),
      high: column(),
      low: column(),
      close: column(),
      openAt: column(),
      closeAt: column(),
      volume: column(),
      notional: column(),
    };
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
    const start = this.startOf(at, now);
    const slot = 2 * instrument + ((start / this.length) % 2);
    const { open, high, low, close, openAt, closeAt, volume, notional } = this.values;
    if (this.starts[slot] !== start) this.begin(slot, start, price);
    if (at < (openAt[slot] as number)) [openAt[slot], open[slot]] = [at, price];
    if (at >= (closeAt[slot] as number)) [closeAt[slot], close[slot]] = [at, price];
    if (price > (high[slot] as number)) high[slot] = price;
    if (price < (low[slot] as number)) low[slot] = price;
    volume[slot] = (volume[slot] as number) + size;
    notional[slot] = (notional[slot] as number) + price * size;
  }

  /** Appends the bars that are ready next, in the order of the instruments. */
  release(out: FactBuffer): void {
    const knowledgeTime = this.due;
    const start = this.waiting.shift() as Instant;
    const parity = (start / this.length) % 2;
    for (let instrument = 0; instrument < this.instruments; instrument++) {
      const slot = 2 * instrument + parity;
      if (this.starts[slot] !== start) continue;
      this.starts[slot] = NaN;
      out.room().pushBar({
        instrument,
        knowledgeTime,
        eventTime: start + this.length,
        ...this.barOf(slot),
      });
    }
  }

  private barOf(slot: number) {
    const { open, high, low, close, volume, notional } = this.values;
    const [shares, least, most] = [volume[slot], low[slot], high[slot]] as [number, number, number];
    const mean = (notional[slot] as number) / shares;
    return {
      open: open[slot] as number,
      high: most,
      low: least,
      close: close[slot] as number,
      adjClose: NaN,
      volume: shares,
      vwap: shares > 0 ? Math.min(most, Math.max(least, mean)) : NaN,
    };
  }

  private begin(slot: number, start: Instant, price: number): void {
    const { values } = this;
    this.starts[slot] = start;
    values.high[slot] = values.low[slot] = price;
    values.openAt[slot] = Infinity;
    values.closeAt[slot] = -Infinity;
    values.volume[slot] = values.notional[slot] = 0;
    if (this.waiting.includes(start)) return;
    this.waiting.push(start);
    this.waiting.sort((a, b) => a - b);
  }

  private startOf(at: Instant, now: Instant): Instant {
    return Math.floor(Math.min(at, now) / this.length) * this.length;
  }
}
