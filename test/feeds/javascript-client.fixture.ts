/** The vendor's client for JavaScript, as far as it is used here, pointed at a server of ours. */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { npmPackage } from '../clients/installed.fixture.js';

type Row = Readonly<Record<string, unknown>>;
type BySymbol = Promise<Readonly<Record<string, readonly Row[]>>>;

export interface VendorStream {
  connect(): void;
  disconnect(): void;
  on(event: string, take: (row: Row) => void): void;
  onError(take: (message: string) => void): void;
  waitForAuthenticationResult(
    ms: number,
  ): Promise<{ status: string; code?: number; message: string }>;
  subscribeForBars(symbols: readonly string[]): void;
  subscribeForTrades(symbols: readonly string[]): void;
  subscribeForQuotes(symbols: readonly string[]): void;
  subscribeForDailyBars(symbols: readonly string[]): void;
  subscribeForNews(symbols: readonly string[]): void;
  getSubscriptions(): Readonly<Record<string, readonly string[]>>;
}

interface StreamOptions {
  readonly url: string;
  readonly wsFactory?: (url: string) => WebSocket;
  readonly reconnect?: boolean;
}

export interface MarketData {
  stockStream(options: StreamOptions): VendorStream;
  cryptoStream(options: StreamOptions): VendorStream;
  newsStream(options: StreamOptions): VendorStream;
  getCryptoBars(request: object): BySymbol;
  getCryptoTrades(request: object): BySymbol;
  getCryptoQuotes(request: object): BySymbol;
  getStockBars(request: object): BySymbol;
  collectNews(request: object): Promise<readonly Row[]>;
  collectCorporateActions(request: object): Promise<Readonly<Record<string, readonly Row[]>>>;
}

interface Credentials {
  readonly keyId: string;
  readonly secret: string;
}

interface Vendor {
  readonly Alpaca: new (options: object) => { readonly marketData: MarketData };
}

/** Its requests go to `rest`; streams are given their address one by one. */
export async function vendorClient(rest: string, credentials: Credentials): Promise<MarketData> {
  const folder = await npmPackage('@alpacahq/alpaca-trade-api', '4.0.2');
  const { Alpaca } = createRequire(import.meta.url)(join(folder, 'dist/index.js')) as Vendor;
  const fetchApi = (url: string, init: object): Promise<Response> =>
    fetch(url.replace('https://data.alpaca.markets', rest), init);
  return new Alpaca({ ...credentials, fetchApi, retry: false, rateLimit: false }).marketData;
}
