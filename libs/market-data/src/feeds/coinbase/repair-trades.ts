/** Fetches the trades that a span may lack, page by page from the newest back, and hands out the oldest first. */

import type { FeedSink, MissedSpan } from '../feed.js';
import { channels } from './coinbase-decoder.js';
import type { CoinbaseRest } from './coinbase-rest.js';

/** 500,000 trades of one product: who was away for longer has them named as lost. */
const pagesMax = 500;
/** Beyond so many bytes pages are handed out before the older ones are there; their trades then come late. */
const heldBytesMax = 1 << 27;

/**
 * False where the span begins before what the vendor, or our patience, still has. What was fetched is handed out
 * whatever happens.
 */
export async function repairTrades(
  product: string,
  span: MissedSpan,
  parts: { readonly rest: CoinbaseRest; readonly sink: FeedSink; readonly signal: AbortSignal },
): Promise<boolean> {
  const { rest, sink, signal } = parts;
  const numbers = span.numbers?.stream === product ? span.numbers : undefined;
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  const handOut = async (): Promise<void> => {
    for (let page = held.pop(); page !== undefined; page = held.pop()) {
      await sink.data(channels.trades(product), page);
    }
    heldBytes = 0;
  };
  let before = numbers === undefined ? undefined : numbers.last + 1;
  try {
    for (let pages = 0; pages < pagesMax; pages++) {
      const { bytes, oldest } = await rest.tradesBefore(product, before, signal);
      // Before the first trade of a product there is nothing.
      if (oldest === undefined) return before === undefined || before <= 1;
      held.push(bytes);
      heldBytes += bytes.length;
      if (heldBytes > heldBytesMax) await handOut();
      const isReached =
        numbers === undefined ? oldest.at < span.from : oldest.number <= numbers.first;
      if (isReached || oldest.number <= 1) return true;
      before = oldest.number;
    }
    return false;
  } finally {
    await handOut();
  }
}
