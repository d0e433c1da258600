/** What a trade, a quote or a bar offers to orders: a price, and how much of it there is. */

import type { JournalEventOf } from '#contracts';
import type { Book } from '../book/book.js';
import type { Bound } from '../book/fresh-bars.js';

export interface Offer {
  /** Before slippage. */
  readonly price: number;
  readonly at: JournalEventOf<'OrderFilled'>['at'];
  readonly slips: boolean;
  /** Who it is for: 1 buyers, -1 sellers, 0 both. */
  readonly side: 1 | -1 | 0;
  /** Shared by all offers of one trade, side of a quote, or bar. */
  readonly bound: Bound;
}

/**
 * The policy's share of a size; nothing if the size is unknown. Without participation
 * there is no bound.
 */
export function boundOf({ policy: { participation } }: Book, size: number): Bound {
  if (participation === undefined) return { left: Infinity };
  return { left: size > 0 ? participation * size : 0 };
}
