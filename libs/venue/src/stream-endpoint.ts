/** The addresses of the vendor's streams, and what each of them offers. */

import { cryptoChannels, stockChannels, type Channel } from './served/outgoing-message.js';
import type { Market } from './served/served-row.js';
import type { WireEncoding } from './served/wire-time.js';

export interface StreamEndpoint {
  readonly path: string;
  readonly market: Market;
  readonly channels: readonly Channel[];
  /** Subscribed with the trades, and listed with them. */
  readonly withTrades: readonly string[];
}

const stockFeeds = /^[/]v2[/](iex|sip|delayed_sip|test|boats|overnight)$/;

/** Undefined if the vendor has no stream there. */
export function endpointOf(path: string): StreamEndpoint | undefined {
  if (stockFeeds.test(path)) {
    const withTrades = ['corrections', 'cancelErrors'];
    return { path, market: 'stocks', channels: stockChannels, withTrades };
  }
  if (path === '/v1beta3/crypto/us') {
    return { path, market: 'crypto', channels: cryptoChannels, withTrades: [] };
  }
  if (path === '/v1beta1/news') {
    return { path, market: 'stocks', channels: ['news'], withTrades: [] };
  }
  return undefined;
}

/**
 * Like the vendor: msgpack if the request has it as its content type, else JSON; `?encoding=`
 * takes precedence.
 */
export function encodingOf(query: URLSearchParams, contentType: string | undefined): WireEncoding {
  const asked = query.get('encoding');
  if (asked === 'msgpack' || asked === 'json') return asked;
  return contentType === 'application/msgpack' ? 'msgpack' : 'json';
}
