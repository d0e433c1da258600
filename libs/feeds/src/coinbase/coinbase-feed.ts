/**
 * Coinbase Exchange without a key: its public stream of trades, best offers and halts, and past
 * trades for gaps.
 */

import { z } from 'zod';
import { canonicalJson, invalidInput, isFailure, printable, unavailable } from '#values';
import type { Feed, FeedNote, FeedSink, MissedSpan } from '../port/feed.js';
import { systemClock, type FeedClock } from '../port/feed-clock.js';
import type { FeedContext } from '../port/feed-context.js';
import { silencePause, type FeedConnectionOf } from '../port/feed-description.js';
import { hostOf } from '../http/request.js';
import { jsonIn } from '../mapping/checked-message.js';
import { runSocketSession } from '../socket/socket-session.js';
import { channels, coinbaseDecoder, complaintIn, productsIn } from './coinbase-decoder.js';
import { CoinbaseRest, repairTrades } from './coinbase-rest.js';
import type { Conversation, SocketLine } from '../socket/socket-options.js';

const clockEveryMs = 600_000;

export function openCoinbaseFeed(
  connection: FeedConnectionOf<'coinbase'>,
  { description }: Pick<FeedContext, 'description'>,
  clock: FeedClock = systemClock,
): Promise<Feed> {
  const { symbols } = description;
  const rest = new CoinbaseRest(connection.rest, clock);
  const converse = coinbaseConversation(connection, symbols);
  return Promise.resolve({
    name: `Coinbase Exchange at ${hostOf(connection.stream)}`,
    decoder: coinbaseDecoder({ ...description, channels: connection.channels }),
    async run(sink, signal) {
      // It sends something for each product every second, at any time.
      const silence = { ms: silencePause(description) };
      const options = { address: connection.stream, converse, silence };
      const over = new AbortController();
      const both = AbortSignal.any([signal, over.signal]);
      const watching = watchClock(rest, sink, clock, both);
      try {
        await runSocketSession({ options, sink, signal, clock });
      } finally {
        over.abort();
        await watching;
      }
    },
    async repair(span, sink, signal) {
      const products = span.symbol === null ? symbols : [span.symbol];
      if (!connection.channels.includes('trades')) return false;
      for (const product of products) {
        if (!(await repairTrades(product, span, { rest, sink, signal }))) return false;
      }
      const hasOffers = connection.channels.includes('quotes') && span.numbers === undefined;
      if (hasOffers) for (const product of products) sink.note(offersLost(product, span));
      return true;
    },
  });
}

/** For one product: the gap as a whole ends as repaired. */
const offersLost = (symbol: string, { from, to }: MissedSpan): FeedNote => ({
  note: 'lost',
  symbol,
  from,
  to,
  missing: null,
  reason: 'past best bids and asks cannot be fetched; trades can',
});

async function watchClock(
  rest: CoinbaseRest,
  sink: FeedSink,
  clock: FeedClock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const note = await rest.measureClock(signal);
      if (note !== undefined && !signal.aborted) sink.note(note);
    } catch (error) {
      // The stream continues without it.
      if (!signal.aborted && !isFailure(error)) throw error;
    }
    await clock.sleep(clockEveryMs, signal).catch(() => undefined);
  }
}

const streamChannels = { trades: 'matches', quotes: 'ticker' } as const;
const typeSchema = z.object({ type: z.string() });

/** One message subscribes to everything, since the vendor limits the number of messages. */
function coinbaseConversation(
  { channels: parts }: Pick<FeedConnectionOf<'coinbase'>, 'channels'>,
  symbols: readonly string[],
): (line: SocketLine) => Conversation {
  const wanted = [...parts.map((part) => streamChannels[part]), 'heartbeat', 'status'];
  return (line) => {
    let known = '';
    return {
      opened: () =>
        line.send(JSON.stringify({ type: 'subscribe', product_ids: symbols, channels: wanted })),
      channelOf(bytes) {
        if (typeOf(bytes) !== 'status') return channels.stream;
        // It arrives every few seconds and lists everything tradable: stored only when one of our
        // products changed.
        const now = statusOf(bytes, symbols);
        if (now === known) return undefined;
        known = now;
        return channels.status;
      },
      received(bytes) {
        const complaint = complaintIn(bytes);
        if (complaint !== undefined) throw failureOf(complaint);
        if (typeOf(bytes) === 'subscriptions') line.ready();
      },
    };
  };
}

const typeOf = (bytes: Uint8Array): string | undefined =>
  typeSchema.safeParse(jsonIn(bytes)).data?.type;

function statusOf(bytes: Uint8Array, symbols: readonly string[]): string {
  try {
    return canonicalJson(productsIn(bytes, symbols).map((product) => ({ ...product })));
  } catch (error) {
    if (isFailure(error, 'InvalidInput')) return 'unreadable';
    throw error;
  }
}

/** A refused subscription will be refused again. */
function failureOf({ message, reason }: { message: string; reason: string }): Error {
  const found = printable(`${message}: ${reason}`, 300);
  const isRefused = /subscribe/i.test(message) && !/rate|limit|too many/i.test(reason);
  return isRefused
    ? invalidInput('Coinbase refuses the subscription', { where: 'symbols', found })
    : unavailable('Coinbase reported an error', { found });
}
