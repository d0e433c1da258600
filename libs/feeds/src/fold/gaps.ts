/** Gaps in a feed: open until the missing items arrive, are fetched, or are lost for good. */

import type { Instant } from '#values';
import type { FeedNote, MissedSpan } from '../port/feed.js';

/** First and last number of each. */
export type Ranges = [number, number][];

export interface Gap {
  readonly span: MissedSpan;
  /** Numbers that are still missing, where the feed numbers its items. */
  ranges: Ranges;
  /** Whether some of the numbers have arrived since. */
  isPartlyFilled: boolean;
  isOpen: boolean;
}

/** How many numbers of a gap are missing; null if unknown. */
export function missingOf({ span, ranges }: Gap): number | null {
  if (span.numbers === undefined) return null;
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** What the tape reports as lost for good, in the form of the note of a feed or recorder. */
export type Loss = Omit<Extract<FeedNote, { note: 'lost' }>, 'note'>;

export class Gaps {
  repaired = 0;
  /** `feedGap` facts on the tape, whatever caused them. */
  lost = 0;
  firstLost: Loss | undefined;
  private readonly gaps = new Set<Gap>();

  get openCount(): number {
    return this.gaps.size;
  }

  /** Oldest first. */
  list(): Gap[] {
    return [...this.gaps];
  }

  /** Notes identify gaps by symbol and times, so no two open gaps share these. */
  open(span: MissedSpan): Gap {
    let { to } = span;
    while (this.find(span.symbol, span.from, to).length > 0) to++;
    const { numbers } = span;
    const gap: Gap = {
      span: { ...span, to },
      ranges: numbers === undefined ? [] : [[numbers.first, numbers.last]],
      isPartlyFilled: false,
      isOpen: true,
    };
    this.gaps.add(gap);
    return gap;
  }

  /** A missing number arrived; the last one closes its gap. */
  fill(gap: Gap, number: number): void {
    gap.isPartlyFilled = true;
    gap.ranges = without(gap.ranges, number);
    if (gap.ranges.length === 0) this.close(gap, 'repaired');
  }

  /** Ends the gap that a note refers to; gaps that are already closed are ignored. */
  end(symbol: string | null, from: Instant, to: Instant, how: 'repaired' | 'lost'): void {
    for (const gap of this.find(symbol, from, to)) this.close(gap, how);
  }

  close(gap: Gap, how: 'repaired' | 'lost'): void {
    gap.isOpen = false;
    this.gaps.delete(gap);
    if (how === 'repaired') this.repaired++;
  }

  /** Counts a loss that became a fact. A feed may report one that was never an open gap. */
  lose(loss: Loss): void {
    this.lost++;
    this.firstLost ??= loss;
  }

  private find(symbol: string | null, from: Instant, to: Instant): Gap[] {
    return [...this.gaps].filter(
      ({ span }) => span.symbol === symbol && span.from === from && span.to === to,
    );
  }
}

/** The ranges after removing a number. */
function without(ranges: Ranges, number: number): Ranges {
  return ranges.flatMap(([first, last]): Ranges => {
    if (number < first || number > last) return [[first, last]];
    const parts: Ranges = [
      [first, number - 1],
      [number + 1, last],
    ];
    return parts.filter(([from, to]) => from <= to);
  });
}

interface Connection {
  readonly since: Instant;
  /** Time from which data may be missing; null while the connection is up. */
  lostAt: Instant | null;
}

/** Connections that were lost and restored: what a feed may have missed in between. */
export class Outages {
  /** Each connection that was ever up. */
  private readonly connections = new Map<string, Connection>();

  constructor(private readonly gaps: Gaps) {}

  /**
   * A connection was lost; any of them if the note does not name it. Nothing is missing up to
   * `soundAt`; it is -Infinity before any item.
   */
  disconnected(to: string | undefined, soundAt: Instant): void {
    for (const [name, connection] of this.connections) {
      if (connection.lostAt !== null || (to !== undefined && to !== name)) continue;
      connection.lostAt = soundAt > -Infinity ? soundAt : connection.since;
    }
  }

  /** A connection is up. Returns whether it was up before, so that data may be missing. */
  connected(to: string, at: Instant): boolean {
    const from = this.connections.get(to)?.lostAt ?? null;
    this.connections.set(to, { since: at, lostAt: null });
    if (from === null) return false;
    this.gaps.open({ symbol: null, from, to: Math.max(from, at) });
    return true;
  }

  /** Nothing follows: connections that were lost and not restored leave a gap. */
  ended(at: Instant): void {
    const lost = [...this.connections.values()].flatMap(({ lostAt }) => lostAt ?? []);
    if (lost.length === 0) return;
    const from = Math.min(...lost);
    this.gaps.open({ symbol: null, from, to: Math.max(from, at) });
  }
}
