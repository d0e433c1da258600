/**
 * Decodes messages of Coinbase Exchange, from its stream and its list of trades, into
 * items of the feed.
 */

import { z } from 'zod';
import { invalidInput } from '#values';
import type { FeedConnectionOf } from '../port/feed-description.js';
import type { FeedItem } from '../port/feed-item.js';
import type { DataFrame, FeedDecoder } from '../port/feed.js';
import { fieldMappingsSchema } from '../port/field-mapping.js';
import { checkedMessage, jsonIn } from '../mapping/checked-message.js';
import { mappedDecoder } from '../mapping/mapped-decoder.js';

/** Socket messages; product status messages; and pages of trades, one channel per product. */
export const channels = {
  stream: 'stream',
  status: 'status',
  trades: (product: string): string => `trades/${product}`,
};

type Part = FeedConnectionOf<'coinbase'>['channels'][number];

interface CoinbaseTerms {
  readonly channels: readonly Part[];
  readonly symbols: readonly string[];
  readonly currency: string;
  readonly currencies: Readonly<Record<string, string>>;
}

type MappingInput = z.input<typeof fieldMappingsSchema>[number];

/** Trades of a product are numbered without gaps. */
const trade = { at: 'time', price: 'price', size: 'size', id: 'trade_id', number: 'trade_id' };
const trades: MappingInput = {
  kind: 'trade',
  where: { path: 'type', is: ['match', 'last_match'] },
  fields: { ...trade, symbol: 'product_id', stream: 'product_id' },
};
const offers: MappingInput = {
  kind: 'quote',
  where: { path: 'type', is: 'ticker' },
  fields: {
    symbol: 'product_id',
    at: 'time',
    bid: 'best_bid',
    bidSize: 'best_bid_size',
    ask: 'best_ask',
    askSize: 'best_ask_size',
  },
};
/** Names the last trade, so that a lost one is detected even if none follows. */
const heartbeats: MappingInput = {
  kind: 'heartbeat',
  where: { path: 'type', is: 'heartbeat' },
  fields: { at: 'time', number: 'last_trade_id', stream: 'product_id' },
};
const silentHeartbeats: MappingInput = { ...heartbeats, fields: { at: 'time' } };

/** A function of the frame alone; throws `InvalidInput` for anything but a Coinbase message. */
export function coinbaseDecoder(terms: CoinbaseTerms): FeedDecoder {
  const hasTrades = terms.channels.includes('trades');
  const stream = decoderOf(terms, [offers, hasTrades ? heartbeats : silentHeartbeats, trades]);
  const pages = new Map(
    terms.symbols.map((symbol) => {
      const fields = { ...trade, symbol: `=${symbol}`, stream: `=${symbol}` };
      return [
        channels.trades(symbol),
        decoderOf(terms, [{ kind: 'trade', each: '$', fields }]),
      ] as const;
    }),
  );
  return {
    decode(frame) {
      if (frame.channel === channels.stream)
        return [...stream.decode(frame), ...complaintOf(frame)];
      if (frame.channel === channels.status) return statusItems(frame, terms.symbols);
      const page = pages.get(frame.channel);
      // The newest come first.
      if (page !== undefined) return page.decode(frame).toReversed();
      throw invalidInput('not a channel of Coinbase', { found: frame.channel });
    },
  };
}

const decoderOf = (
  terms: CoinbaseTerms,
  mappings: z.input<typeof fieldMappingsSchema>,
): FeedDecoder => {
  const { decode } = mappedDecoder({ ...terms, mappings: fieldMappingsSchema.parse(mappings) });
  // The mappings cover only some of the messages.
  return { decode: (frame) => decode(frame).filter(({ kind }) => kind !== 'unmapped') };
};

const complaintSchema = z.object({
  type: z.literal('error'),
  message: z.string(),
  reason: z.string().default(''),
});

/**
 * The server's error in a message; undefined for any other message and for bytes that are not JSON.
 */
export function complaintIn(bytes: Uint8Array): { message: string; reason: string } | undefined {
  const parsed = complaintSchema.safeParse(jsonIn(bytes));
  return parsed.success ? parsed.data : undefined;
}

function complaintOf({ bytes }: DataFrame): FeedItem[] {
  const complaint = complaintIn(bytes);
  if (complaint === undefined) return [];
  const reason = `${complaint.message} ${complaint.reason}`.slice(0, 500);
  return [{ kind: 'complaint', code: 'error', reason, fatal: false }];
}

const productSchema = z.object({
  id: z.string(),
  status: z.string(),
  trading_disabled: z.boolean().default(false),
  cancel_only: z.boolean().default(false),
  post_only: z.boolean().default(false),
  status_message: z.string().nullable().default(''),
});
const statusSchema = z.object({ products: z.array(productSchema).max(100_000) });

/** Whether products are tradable. Has no time of its own: it applies from its arrival. */
function statusItems(frame: DataFrame, symbols: readonly string[]): FeedItem[] {
  return productsIn(frame.bytes, symbols).map((product) => ({
    kind: 'status',
    symbol: product.id,
    at: frame.receivedAt,
    halted: isHalted(product),
    code: product.status.slice(0, 32),
    reason: (product.status_message ?? '').slice(0, 500),
  }));
}

/** In these states, orders are not matched. */
const isHalted = (product: z.infer<typeof productSchema>): boolean =>
  product.status !== 'online' ||
  product.trading_disabled ||
  product.cancel_only ||
  product.post_only;

/** Our products in a status message, in its order. Throws `InvalidInput` for any other message. */
export function productsIn(
  bytes: Uint8Array,
  symbols: readonly string[],
): readonly z.infer<typeof productSchema>[] {
  const { products } = checkedMessage(statusSchema, jsonIn(bytes), 'status');
  const wanted = new Set(symbols);
  return products.filter(({ id }) => wanted.has(id));
}
