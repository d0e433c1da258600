/**
 * What to request from which stream, and in what pieces: thousands of symbols do not fit
 * in one message.
 */

import type { AlpacaConnection, DataChannel } from './channels.js';
import type { VendorMessage } from './vendor-message.js';

/** A stream of the vendor: its address and its channels. */
export interface VendorStream {
  readonly stream: 'data' | 'news';
  readonly path: string;
  /** All channels, requested or not: some servers require every list, even if empty. */
  readonly channels: readonly string[];
  readonly wanted: readonly DataChannel[];
}

/**
 * Symbols per message: at about 10 bytes each in all channels it stays below the vendor's
 * limit of 32 KB.
 */
const symbolsMax = 400;

const stockChannels = ['trades', 'quotes', 'bars', 'updatedBars', 'dailyBars', 'statuses', 'lulds'];
const cryptoChannels = ['trades', 'quotes', 'bars', 'updatedBars', 'dailyBars', 'orderbooks'];

export const isCrypto = ({ feed }: Pick<AlpacaConnection, 'feed'>): boolean => feed === 'crypto';

/** The streams that a connection needs: one of prices, and one of news. */
export function streamsOf(connection: Pick<AlpacaConnection, 'feed' | 'channels'>): VendorStream[] {
  const isOfCrypto = isCrypto(connection);
  const channels = isOfCrypto ? cryptoChannels : stockChannels;
  const path = isOfCrypto ? '/v1beta3/crypto/us' : `/v2/${encodeURIComponent(connection.feed)}`;
  const asked = new Set(connection.channels);
  const prices = [...asked].filter((channel) => channels.includes(channel));
  const data: VendorStream = { stream: 'data', path, channels, wanted: prices };
  const news: VendorStream = {
    stream: 'news',
    path: '/v1beta1/news',
    channels: ['news'],
    wanted: ['news'],
  };
  return [...(prices.length > 0 ? [data] : []), ...(asked.has('news') ? [news] : [])];
}

/** The messages that subscribe to these symbols, in order. */
export function subscriptionsOf(
  { channels, wanted }: VendorStream,
  symbols: readonly string[],
): Readonly<Record<string, unknown>>[] {
  return piecesOf(symbols, symbolsMax).map((piece) => {
    const lists = channels.map((channel) => [
      channel,
      wanted.some((one) => one === channel) ? piece : [],
    ]);
    return { action: 'subscribe', ...Object.fromEntries(lists) };
  });
}

/** The symbols in order, in pieces of this length. */
export function piecesOf(symbols: readonly string[], length: number): string[][] {
  const count = Math.ceil(symbols.length / length);
  return Array.from({ length: count }, (_, at) => symbols.slice(at * length, (at + 1) * length));
}

/** What a reply lists as subscribed in a channel. */
export const confirmedIn = (answer: VendorMessage, channel: string): Set<unknown> => {
  const list = answer[channel];
  return new Set<unknown>(Array.isArray(list) ? list : []);
};

/**
 * The subscriptions that a reply does not confirm, channel by channel; a reply lists all
 * that are in force.
 */
export function unconfirmed(
  { wanted }: VendorStream,
  symbols: readonly string[],
  answer: VendorMessage,
): { readonly channel: string; readonly symbols: readonly string[] } | undefined {
  for (const channel of wanted) {
    const confirmed = confirmedIn(answer, channel);
    if (confirmed.has('*')) continue;
    const missing = symbols.filter((symbol) => !confirmed.has(symbol));
    if (missing.length > 0) return { channel, symbols: missing };
  }
  return undefined;
}
