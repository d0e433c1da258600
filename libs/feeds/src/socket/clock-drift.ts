/**
 * How far the venue's clock is ahead of ours, from the `Date` of its responses, which has
 * whole seconds.
 */

import type { FeedNote } from '../port/feed.js';

/** The times of one exchange by our clock, milliseconds, and the server's `Date` header. */
export interface Exchange {
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly date: string | undefined;
}

const noteEveryMs = 60_000;

/**
 * Each response bounds the offset: the server read its clock between request and response, cut to a
 * whole second. The bounds of many responses are intersected; if they contradict each other, a
 * clock was set, and it restarts.
 */
export class ClockDrift {
  private bounds: { readonly low: number; readonly high: number } | undefined;
  private notedAt = -Infinity;
  private notedWidth = Infinity;

  /** A note if there is news: at most one a minute, unless the bounds became much narrower. */
  measure({ askedAt, answeredAt, date }: Exchange): FeedNote | undefined {
    const server = date === undefined ? Number.NaN : Date.parse(date);
    if (Number.isNaN(server) || answeredAt < askedAt) return undefined;
    const bounds = this.narrow(server - answeredAt, server + 1000 - askedAt);
    const width = bounds.high - bounds.low;
    const isNew = width < this.notedWidth / 2 || answeredAt - this.notedAt >= noteEveryMs;
    if (!isNew) return undefined;
    this.notedAt = answeredAt;
    this.notedWidth = width;
    return { note: 'clock', offsetMs: (bounds.low + bounds.high) / 2, within: width / 2 };
  }

  private narrow(low: number, high: number): { readonly low: number; readonly high: number } {
    const known = this.bounds ?? { low, high };
    const both = { low: Math.max(known.low, low), high: Math.min(known.high, high) };
    const isContradiction = both.low > both.high;
    if (isContradiction) this.notedWidth = Infinity;
    this.bounds = isContradiction ? { low, high } : both;
    return this.bounds;
  }
}
