/** What items of a feed must be, whatever their vendor: a decoder has read them, and nobody has looked at them. */

import { microsPerDay, type Instant } from '#values';
import type { BarValues } from '#contracts';
import { isAbove } from '../../bars/bar-rules.js';
import type { FeedItem } from '../feed-item.js';

/** A clock that is further ahead is wrong, and would make everything behind it late. A feed that is played may be. */
const aheadMax = 2 * microsPerDay;

export const isSoundTime = (at: Instant, receivedAt: Instant): boolean =>
  Number.isSafeInteger(at) && at > 0 && at <= receivedAt + aheadMax;

export const isSoundPrice = (price: number): boolean => price > 0 && price < Infinity;

/** Shares or coins. */
export const isSoundSize = (size: number): boolean => size >= 0 && size < Infinity;

export function isSoundBar({ open, high, low, close, volume, vwap }: BarValues): boolean {
  return (
    low > 0 &&
    high < Infinity &&
    !isAbove(low, Math.min(open, close)) &&
    !isAbove(Math.max(open, close), high) &&
    (volume === null || isSoundSize(volume)) &&
    (vwap === null || isSoundPrice(vwap))
  );
}

type Quote = Extract<FeedItem, { kind: 'quote' }>;

/** A side has a price and a size above it, or neither; venues do cross for moments, so bid and ask may. */
export function isSoundQuote({ bid, bidSize, ask, askSize }: Quote): boolean {
  return isSoundSide(bid, bidSize) && isSoundSide(ask, askSize);
}

function isSoundSide(price: number | null, size: number | null): boolean {
  return (price === null || isSoundPrice(price)) && (size === null || isSoundSize(size));
}
