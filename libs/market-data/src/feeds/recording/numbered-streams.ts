/** Streams whose items are numbered: what is new, what was there already, and which numbers are missing. */

import type { Instant } from '#values';
import type { MissedSpan } from '../feed.js';
import type { Numbered } from '../feed-item.js';
import { without, type Gap, type Gaps, type Ranges } from './gaps.js';

/** Streams that are watched; a feed that invents more of them has the rest unwatched. */
const streamsMax = 200_000;

interface Stream {
  /** The least number that came: what lies below it may come from a history. */
  first: number;
  last: number;
  /** Event time of the newest item. */
  lastAt: Instant;
  /** Null once items of several symbols came. */
  symbol: string | null;
  /** Gaps of which numbers are missing, oldest first. */
  gaps: Gap[];
  /** Numbers above `first` that never came and that nobody misses: first and last of each range. */
  unseen: Ranges;
}

/** Ranges of one stream that are remembered; the oldest are forgotten, and count as seen. */
const unseenMax = 1000;

export class NumberedStreams {
  private readonly streams = new Map<string, Stream>();

  constructor(private readonly gaps: Gaps) {}

  /** Whether an item is new; what lies between it and the newest before is a gap. */
  take({ stream: name, number }: Numbered, at: Instant, symbol: string): boolean {
    const stream = this.streams.get(name);
    if (stream === undefined) {
      this.begin(name, number, at, symbol);
      return true;
    }
    if (stream.symbol !== symbol) stream.symbol = null;
    if (number === stream.last + 1) {
      this.goOn(stream, number, at);
      return true;
    }
    if (number > stream.last) {
      this.miss(name, stream, number - 1, at);
      this.goOn(stream, number, at);
      return true;
    }
    if (this.fill(stream, number) || takeBelow(stream, number)) return true;
    if (at <= stream.lastAt) return false;
    // Numbers went back while time went on: the feed counts from another start.
    stream.first = number;
    stream.unseen = [];
    this.goOn(stream, number, at);
    return true;
  }

  /** A feed says how far a stream has come. */
  heard({ stream: name, number }: Numbered, at: Instant): void {
    const stream = this.streams.get(name);
    if (stream === undefined || number <= stream.last) return;
    this.miss(name, stream, number, at);
    stream.last = number;
  }

  private begin(name: string, number: number, at: Instant, symbol: string): void {
    if (this.streams.size >= streamsMax) return;
    this.streams.set(name, {
      first: number,
      last: number,
      lastAt: at,
      symbol,
      gaps: [],
      unseen: [],
    });
  }

  private goOn(stream: Stream, number: number, at: Instant): void {
    stream.last = number;
    if (at > stream.lastAt) stream.lastAt = at;
  }

  private miss(name: string, stream: Stream, last: number, at: Instant): void {
    const span: MissedSpan = {
      symbol: stream.symbol,
      from: Math.min(stream.lastAt, at),
      to: Math.max(stream.lastAt, at),
      numbers: { stream: name, first: stream.last + 1, last },
    };
    stream.gaps = stream.gaps.filter(({ isOpen }) => isOpen);
    stream.gaps.push(this.gaps.open(span));
  }

  /** Whether the number was missing; its gap has one less to wait for. */
  private fill(stream: Stream, number: number): boolean {
    const gap = stream.gaps.find(({ isOpen, ranges }) => isOpen && isIn(ranges, number));
    if (gap === undefined) return false;
    this.gaps.fill(gap, number);
    return true;
  }
}

/** Whether a number is one from before the recording began, and new. */
function takeBelow(stream: Stream, number: number): boolean {
  if (number < stream.first) {
    if (number + 1 < stream.first) stream.unseen.push([number + 1, stream.first - 1]);
    if (stream.unseen.length > unseenMax) stream.unseen.shift();
    stream.first = number;
    return true;
  }
  if (!isIn(stream.unseen, number)) return false;
  stream.unseen = without(stream.unseen, number);
  return true;
}

const isIn = (ranges: Ranges, number: number): boolean =>
  ranges.some(([first, last]) => number >= first && number <= last);
