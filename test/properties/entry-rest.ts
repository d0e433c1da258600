/**
 * What is left of the shares that an entry opened, by the fills alone: exits close their own,
 * others the oldest.
 */

import type { CivilDate } from '#values';

export interface PastFill {
  readonly order: number;
  /** For an exit: the order whose shares it closes. */
  readonly entry: number | null;
  /** Signed. */
  readonly shares: number;
  /** In whose shares that is. */
  readonly session: CivilDate;
}

interface Opened {
  readonly order: number;
  /** Signed. */
  left: number;
}

/**
 * The shares of an entry that are still held, signed, after the fills of its symbol in their order.
 * `nowFor`: shares of now for one of a session.
 */
export function restOfEntry(
  fills: readonly PastFill[],
  entry: number,
  nowFor: (session: CivilDate) => number,
): number {
  let open: Opened[] = [];
  for (const fill of fills) {
    let shares = fill.shares * nowFor(fill.session);
    const own = open.filter(({ order }) => order === fill.entry);
    for (const one of new Set([...own, ...open])) {
      if (Math.sign(one.left) !== -Math.sign(shares)) continue;
      const closed = Math.sign(one.left) * Math.min(Math.abs(one.left), Math.abs(shares));
      one.left -= closed;
      shares += closed;
    }
    open = [...open, { order: fill.order, left: shares }].filter(({ left }) => left !== 0);
  }
  return open.reduce((sum, { order, left }) => (order === entry ? sum + left : sum), 0);
}
