/** Numbered streams of items: what is new, what is a duplicate, and which numbers are missing. */

import type { Instant } from '#values';
import type { MissedSpan } from '../port/feed.js';
import type { Numbered } from '../port/feed-item.js';
import type { Gap, Gaps, Ranges } from './gaps.js';

/** Limit of watched streams; a feed with more has the rest unwatched. */
const streamsMax = 200_000;

interface Stream {
  /** The lowest number received: lower ones may come from a history. */
  first: number;
  firstAt: Instant;
  last: number;
  /** Event time of the newest item. */
  lastAt: Instant;
  /** Null once items of several symbols arrived. */
  symbol: string | null;
  /** Gaps with missing numbers, oldest first. */
  gaps: Gap[];
}

export class NumberedStreams {
  private readonly streams = new Map<string, Stream>();

  constructor(private readonly gaps: Gaps) {}

  /** Whether an item is new; numbers between it and the newest so far become a gap. */
  take({ stream: name, number }: Numbered, at: Instant, symbol: string): boolean {
    const stream = this.streams.get(name);
    if (stream === undefined) {
      this.begin(name, number, at, symbol);
      return true;
    }
    if (stream.symbol !== symbol) stream.symbol = null;
    if (number > stream.last) {
      if (number > stream.last + 1) this.miss(name, stream, number - 1, at);
      this.advance(stream, number, at);
      return true;
    }
    if (this.fill(stream, number) || this.precede(name, stream, number, at)) return true;
    if (at <= stream.lastAt) return false;
    // Numbers went back while time advanced: the feed restarted its count.
    stream.first = number;
    stream.firstAt = at;
    this.advance(stream, number, at);
    return true;
  }

  /** The feed reports how far a stream has advanced. */
  received({ stream: name, number }: Numbered, at: Instant): void {
    const stream = this.streams.get(name);
    if (stream === undefined || number <= stream.last) return;
    this.miss(name, stream, number, at);
    stream.last = number;
  }

  private begin(name: string, number: number, at: Instant, symbol: string): void {
    if (this.streams.size >= streamsMax) return;
    this.streams.set(name, {
      first: number,
      firstAt: at,
      last: number,
      lastAt: at,
      symbol,
      gaps: [],
    });
  }

  private advance(stream: Stream, number: number, at: Instant): void {
    stream.last = number;
    if (at > stream.lastAt) stream.lastAt = at;
  }

  private miss(name: string, stream: Stream, last: number, at: Instant): void {
    this.open(stream, {
      symbol: stream.symbol,
      from: Math.min(stream.lastAt, at),
      to: Math.max(stream.lastAt, at),
      numbers: { stream: name, first: stream.last + 1, last },
    });
  }

  /**
   * Whether a number is lower than all before: a history has it. The numbers between should have
   * arrived with it.
   */
  private precede(name: string, stream: Stream, number: number, at: Instant): boolean {
    if (number >= stream.first || at > stream.lastAt) return false;
    const { first, firstAt, symbol } = stream;
    if (number + 1 < first) {
      const numbers = { stream: name, first: number + 1, last: first - 1 };
      const from = Math.min(at, firstAt);
      const to = Math.max(at, firstAt);
      this.open(stream, { symbol, from, to, numbers });
    }
    stream.first = number;
    stream.firstAt = at;
    return true;
  }

  private open(stream: Stream, span: MissedSpan): void {
    stream.gaps = stream.gaps.filter(({ isOpen }) => isOpen);
    stream.gaps.push(this.gaps.open(span));
  }

  /** Whether the number was missing; its gap then has one less to wait for. */
  private fill(stream: Stream, number: number): boolean {
    const gap = stream.gaps.find(({ isOpen, ranges }) => isOpen && isIn(ranges, number));
    if (gap === undefined) return false;
    this.gaps.fill(gap, number);
    return true;
  }
}

const isIn = (ranges: Ranges, number: number): boolean =>
  ranges.some(([first, last]) => number >= first && number <= last);
