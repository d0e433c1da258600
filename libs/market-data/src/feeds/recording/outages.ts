/** Connections that were lost and stand again: what a feed may have missed in between. */

import type { Instant } from '#values';
import type { Gaps } from './gaps.js';

interface Connection {
  readonly since: Instant;
  /** Time from which something may be missing; null while it stands. */
  lostAt: Instant | null;
}

export class Outages {
  /** Each connection that ever stood. */
  private readonly connections = new Map<string, Connection>();

  constructor(private readonly gaps: Gaps) {}

  /**
   * A connection was lost; any of them, where nobody says which. Until `soundAt` nothing is missing; it is -Infinity
   * before any item.
   */
  disconnected(to: string | undefined, soundAt: Instant): void {
    for (const [name, connection] of this.connections) {
      if (connection.lostAt !== null || (to !== undefined && to !== name)) continue;
      connection.lostAt = soundAt > -Infinity ? soundAt : connection.since;
    }
  }

  /** A connection stands. Whether it had stood before, so that something may be missing. */
  connected(to: string, at: Instant): boolean {
    const from = this.connections.get(to)?.lostAt ?? null;
    this.connections.set(to, { since: at, lostAt: null });
    if (from === null) return false;
    this.gaps.open({ symbol: null, from, to: Math.max(from, at) });
    return true;
  }

  /** Nothing follows: connections that were lost and did not stand again leave a gap. */
  ended(at: Instant): void {
    const lost = [...this.connections.values()].flatMap(({ lostAt }) => lostAt ?? []);
    if (lost.length === 0) return;
    const from = Math.min(...lost);
    this.gaps.open({ symbol: null, from, to: Math.max(from, at) });
  }
}
