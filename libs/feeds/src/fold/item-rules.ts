/** Rules for items of any vendor: a decoder has parsed them, and these checks come next. */

import {
  civilDate,
  formatInstant,
  microsPerDay,
  microsPerMilli,
  microsPerSecond,
  startOfUtcDay,
  type Instant,
} from '#values';
import type { BarValues } from '#contracts';
import { isAbove } from '#market-data/bars/bar-rules';
import type { FeedDescription } from '../port/feed-description.js';
import type { FeedItem } from '../port/feed-item.js';
import type { Arrival } from './fact-buffer.js';

const aheadMaxMsDefault = 3_600_000;
/** No feed is older; times read in too small a unit end up in 1970. */
const earliest = startOfUtcDay(civilDate(1990, 1, 1));

/**
 * Throws `RangeError` for a time that an item of this arrival cannot have; the text names the
 * key that decides.
 */
export function requireTime(
  at: Instant,
  { receivedAt, isHistory }: Arrival,
  description: FeedDescription,
): void {
  const { aheadMaxMs = aheadMaxMsDefault, behindMaxMs = Infinity } = description;
  if (!Number.isSafeInteger(at) || Math.abs(at) >= 8e15) throw new RangeError(`no time: ${at}`);
  // Texts are written for a refusal alone: this is called for every item of a feed.
  const refused = (why: string): RangeError =>
    new RangeError(`its time is ${formatInstant(at)}${why}`);
  const came = (): string => `it came at ${formatInstant(receivedAt)}`;
  if (at < earliest) throw refused(`: ${unitWords(at, receivedAt, description)}`);
  if (at > receivedAt + aheadMaxMs * microsPerMilli) {
    throw refused(`, beyond aheadMaxMs: ${came()}`);
  }
  if (!isHistory && at < receivedAt - behindMaxMs * microsPerMilli) {
    throw refused(`, before behindMaxMs: ${came()}`);
  }
}

const units = ['ns', 'us', 'ms', 's'] as const;

/** Times before 1990 were usually given in a larger unit: names the unit that fits the arrival. */
function unitWords(at: Instant, receivedAt: Instant, { feed }: FeedDescription): string {
  const given = 'mappings' in feed ? feed.mappings.map(({ timeUnit }) => timeUnit) : [];
  for (const unit of new Set(given)) {
    for (const [larger, other] of units.slice(units.indexOf(unit) + 1).entries()) {
      const fitting = at * 1000 ** (larger + 1);
      if (Math.abs(fitting - receivedAt) > 30 * microsPerDay) continue;
      return `timeUnit is ${unit}; in ${other} it would be ${formatInstant(fitting)}`;
    }
  }
  return 'nothing is older than 1990; timeUnit may be wrong';
}

/** Tolerance for venue clocks that run ahead. */
const slack = 2 * microsPerSecond;

/**
 * The newest time that still holds when an item with another time arrives: a time ahead of the
 * clock is dropped once a plausible item arrives, so that it does not make sound items late.
 */
export const standing = (newest: Instant, at: Instant, { clock }: Arrival): Instant =>
  newest > clock + slack && at <= clock ? -Infinity : newest;

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

/** The quote with sides of 0 or less treated as empty. */
export function withEmptySides(quote: Quote): Quote {
  const [bid, ask] = [quote.bid, quote.ask].map((price) => ((price ?? 0) > 0 ? price : null));
  return { ...quote, bid: bid ?? null, ask: ask ?? null };
}

/**
 * A side has a price and size above zero, or neither; venues do cross for moments, so bid and
 * ask may cross.
 */
export function isSoundQuote({ bid, bidSize, ask, askSize }: Quote): boolean {
  return isSoundSide(bid, bidSize) && isSoundSide(ask, askSize);
}

function isSoundSide(price: number | null, size: number | null): boolean {
  return (price === null || isSoundPrice(price)) && (size === null || isSoundSize(size));
}
