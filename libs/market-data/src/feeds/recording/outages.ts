/** Connections that were lost and stand again: what a feed may have missed in between. */

import type { Instant } from '#values';
import type { Gaps } from './gaps.js';

export class Outages {
  isConnected = false;
  /** Of each connection that ever stood: the newest item before it was lost; null while it stands. */
  private readonly lostAt = new Map<string, Instant | null>();

  constructor(private readonly gaps: Gaps) {}

  /** A connection was lost; any of them, where nobody says which. `newestAt` is -Infinity before any item. */
  disconnected(to: string | undefined, newestAt: Instant): void {
    this.isConnected = false;
    for (const [name, lost] of this.lostAt) {
      if (lost === null && (to === undefined || to === name)) this.lostAt.set(name, newestAt);
    }
  }

  /** A connection stands. Whether it had stood before, so that something may be missing. */
  connected(to: string, at: Instant): boolean {
    this.isConnected = true;
    const from = this.lostAt.get(to);
    this.lostAt.set(to, null);
    if (from === undefined || from === null) return false;
    if (from > -Infinity) this.gaps.open({ symbol: null, from, to: Math.max(from, at) });
    return true;
  }
}
