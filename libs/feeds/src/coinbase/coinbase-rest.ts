/**
 * Public requests to Coinbase Exchange: pages of past trades, and its clock; within its rate limit.
 */

import { z } from 'zod';
import { parseInstant, type Instant } from '#values';
import type { FeedNote, FeedSink, MissedSpan } from '../port/feed.js';
import type { FeedClock } from '../port/feed-clock.js';
import { patientRequest, RequestPace } from '../http/request.js';
import { checkedMessage, jsonIn } from '../mapping/checked-message.js';
import { channels } from './coinbase-decoder.js';

/** The vendor allows ten public requests a second per address. */
const requestsPerSecond = 8;
const tradesPerPage = 1000;

const time = z
  .string()
  .transform((text) => parseInstant(text) ?? NaN)
  .pipe(z.number('a time'));
const tradesSchema = z.array(z.object({ trade_id: z.int().nonnegative(), time })).max(10_000);
const timeSchema = z.object({ iso: time });

/** The newest trades first. */
interface TradePage {
  readonly bytes: Uint8Array;
  readonly oldest: { readonly number: number; readonly at: Instant } | undefined;
}

export class CoinbaseRest {
  private readonly pace: RequestPace;

  constructor(
    private readonly address: string,
    private readonly clock: FeedClock,
  ) {
    this.pace = new RequestPace(clock, requestsPerSecond, 1000);
  }

  /**
   * The trades right before a number; the newest if it is undefined. Throws `Unavailable` if a
   * retry may help.
   */
  async tradesBefore(
    product: string,
    before: number | undefined,
    signal: AbortSignal,
  ): Promise<TradePage> {
    const cursor = before === undefined ? '' : `&after=${before}`;
    const path = `/products/${encodeURIComponent(product)}/trades?limit=${tradesPerPage}${cursor}`;
    const { body } = await this.get(path, signal);
    const last = checkedMessage(tradesSchema, jsonIn(body), path).at(-1);
    return { bytes: body, oldest: last && { number: last.trade_id, at: last.time } };
  }

  /** How far the vendor's clock is ahead of this machine's; undefined if unknown. */
  async measureClock(signal: AbortSignal): Promise<FeedNote | undefined> {
    const { body, askedAt, answeredAt } = await this.get('/time', signal);
    const { data } = timeSchema.safeParse(jsonIn(body));
    if (data === undefined) return undefined;
    const offsetMs = data.iso / 1000 - (askedAt + answeredAt) / 2;
    return { note: 'clock', offsetMs, within: Math.max(1, (answeredAt - askedAt) / 2) };
  }

  private get(path: string, signal: AbortSignal): ReturnType<typeof patientRequest> {
    const url = this.address.replace(/\/$/, '') + path;
    return patientRequest({ url, signal, clock: this.clock, pace: this.pace });
  }
}

/** 500,000 trades per product: after a longer outage, the rest is reported as lost. */
const pagesMax = 500;
/**
 * Beyond this many bytes, pages are emitted before the older ones are fetched; the older trades
 * then arrive late.
 */
const heldBytesMax = 1 << 27;

/**
 * Fetches the trades that a span may lack, page by page from the newest backward, and emits the
 * oldest first. Returns false if the span begins before what the vendor still has or what we are
 * willing to fetch. Emits all fetched trades even on failure.
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
  const flush = async (): Promise<void> => {
    for (let page = held.pop(); page !== undefined; page = held.pop()) {
      await sink.data(channels.trades(product), page);
    }
    heldBytes = 0;
  };
  let before = numbers === undefined ? undefined : numbers.last + 1;
  try {
    for (let pages = 0; pages < pagesMax; pages++) {
      const { bytes, oldest } = await rest.tradesBefore(product, before, signal);
      // Nothing precedes the first trade of a product.
      if (oldest === undefined) return before === undefined || before <= 1;
      held.push(bytes);
      heldBytes += bytes.length;
      if (heldBytes > heldBytesMax) await flush();
      const isReached =
        numbers === undefined ? oldest.at < span.from : oldest.number <= numbers.first;
      if (isReached || oldest.number <= 1) return true;
      before = oldest.number;
    }
    return false;
  } finally {
    await flush();
  }
}
