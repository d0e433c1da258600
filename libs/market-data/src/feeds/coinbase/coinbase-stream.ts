/** The talk with the stream of Coinbase Exchange: what is asked for, and which of its messages are stored as what. */

import { canonicalJson, invalidInput, isFailure, printable, unavailable } from '#values';
import { z } from 'zod';
import type { FeedConnectionOf } from '../feed-description.js';
import type { Conversation, SocketLine } from '../socket/socket-options.js';
import { channels, complaintIn, jsonIn, productsIn } from './coinbase-decoder.js';

const streamChannels = { trades: 'matches', quotes: 'ticker' } as const;
const typeSchema = z.object({ type: z.string() });

/** One message subscribes to everything, as the vendor counts messages. */
export function coinbaseConversation(
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
        // It comes every few seconds with everything that is traded: stored when something of ours changed.
        const now = statusOf(bytes, symbols);
        if (now === known) return undefined;
        known = now;
        return channels.status;
      },
      heard(bytes) {
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

/** A subscription that is refused will be refused again. */
function failureOf({ message, reason }: { message: string; reason: string }): Error {
  const found = printable(`${message}: ${reason}`, 300);
  const isRefused = /subscribe/i.test(message) && !/rate|limit|too many/i.test(reason);
  return isRefused
    ? invalidInput('Coinbase refuses the subscription', { where: 'symbols', found })
    : unavailable('Coinbase complains', { found });
}
