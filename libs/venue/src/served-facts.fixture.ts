/**
 * Facts to serve, and a served feed over them on a free port, through a proxy with faults where a
 * test wants some.
 */

import { onTestFinished } from 'vitest';
import { FactColumns, factKinds, noInstrument, type News, type Split } from '#contracts';
import { microsPerMinute, parseInstant, type Instant } from '#values';
import { FaultProxy, tapCount, type LedgerLine } from './faults/fault-proxy.fixture.js';
import { timesAsTheyAre } from './served/moved-times.js';
import { ServedFeed, type ServedFeedOptions } from './served-feed.js';

export const noon = parseInstant('2026-01-05T12:00:00Z') as Instant;
export const symbols = ['BTC/USD', 'ETH/USD'];
export const credentials = { key: 'key1', secret: 'secret1' };

/** Facts, minute by minute: `minute` 1 is known at 12:01, and its bar starts at 12:00. */
export class Facts {
  readonly columns = new FactColumns(4096);

  bar(minute: number, close: number, instrument = 0): this {
    const time = noon + minute * microsPerMinute;
    const prices = { open: close - 1, high: close + 2, low: close - 3, close, adjClose: NaN };
    const times = { knowledgeTime: time, eventTime: time };
    this.columns.pushBar({ instrument, ...times, ...prices, volume: 10, vwap: close });
    return this;
  }

  trade(minute: number, price: number, instrument = 0): this {
    const time = noon + minute * microsPerMinute;
    this.columns.pushTrade({ instrument, knowledgeTime: time, eventTime: time, price, size: 2 });
    return this;
  }

  correctedBar(minute: number, close: number): this {
    const eventTime = noon + minute * microsPerMinute;
    const prices = { open: close - 1, high: close + 2, low: close - 3, close };
    const of = {
      kind: 'correction',
      of: 'bar',
      change: 'replaced',
      id: null,
      trade: null,
    } as const;
    const bar = { ...prices, volume: 10, vwap: close };
    const payload = { ...of, symbol: symbols[0] as string, eventTime, bar };
    const place = { kind: factKinds.correction, instrument: 0 };
    this.columns.pushFact({ ...place, knowledgeTime: eventTime + 1, eventTime, payload });
    return this;
  }

  quote(minute: number, bid: number, ask: number, instrument = 0): this {
    const time = noon + minute * microsPerMinute;
    const sizes = { bidSize: 3, askSize: 4 };
    const times = { knowledgeTime: time, eventTime: time };
    this.columns.pushQuote({ instrument, ...times, bid, ask, ...sizes });
    return this;
  }

  news(minute: number, news: Partial<News>): this {
    const time = noon + minute * microsPerMinute;
    const texts = { title: 'A title', summary: 'A summary', source: 'Wire', url: 'https://w.test' };
    const head = { kind: 'news' as const, id: '7', symbols: symbols.slice(0, 1) };
    const payload = { ...head, ...texts, publishedAt: time, body: null, ...news };
    const place = { kind: factKinds.news, instrument: noInstrument };
    this.columns.pushFact({ ...place, knowledgeTime: time, eventTime: time, payload });
    return this;
  }

  split(minute: number, split: Omit<Split, 'kind' | 'symbol'>): this {
    const time = noon + minute * microsPerMinute;
    const payload = { kind: 'split' as const, symbol: symbols[0] as string, ...split };
    const place = { kind: factKinds.split, instrument: 0 };
    this.columns.pushFact({ ...place, knowledgeTime: time, eventTime: time, payload });
    return this;
  }
}

/** The venue, or what its clients see of it through a proxy. */
export type Served = Pick<ServedFeed, 'counts' | 'keep' | 'publish'> & {
  readonly server: Pick<ServedFeed['server'], 'address' | 'subscribed'>;
};

export interface Opened {
  readonly feed: Served;
  /** What the proxy did. */
  readonly lines: readonly LedgerLine[];
}

/**
 * Closed at the end of the test. Clients are behind a proxy if there are `faults`, whose
 * clock is `nowMs`.
 */
export async function openFeed({
  faults,
  nowMs = () => performance.now(),
  ...options
}: Partial<ServedFeedOptions> & { faults?: object; nowMs?: () => number } = {}): Promise<Opened> {
  const feed = await ServedFeed.listen({
    host: '127.0.0.1',
    port: 0,
    credentials,
    symbolsMax: null,
    connectionsMax: 10,
    refusedFeeds: [],
    waitingBytesMax: 16 << 20,
    authTimeoutMs: 60_000,
    header: {
      calendar: '24/7',
      barFrequency: 'intraday',
      instruments: symbols.map((symbol) => ({ symbol, currency: 'USD' })),
    },
    documents: { get: () => 'A body' },
    barMinutes: 1,
    times: timesAsTheyAre,
    ...options,
  });
  onTestFinished(() => feed.close());
  if (faults === undefined) return { feed, lines: [] };
  const venue = feed.server.address;
  const proxy = await FaultProxy.listen({ venue, credentials, plan: faults, nowMs });
  onTestFinished(() => proxy.close());
  const behind: Served = {
    get counts() {
      return feed.counts;
    },
    keep: (...rows) => feed.keep(...rows),
    publish: async (...rows) => {
      await feed.publish(...rows);
      await proxy.settled();
    },
    server: {
      address: proxy.address,
      subscribed: (count) => feed.server.subscribed(count + tapCount),
    },
  };
  return { feed: behind, lines: proxy.lines };
}

/** The REST response for a client with valid keys. */
export async function ask(
  { feed }: Opened,
  path: string,
  headers: Readonly<Record<string, string>> = {
    'APCA-API-KEY-ID': credentials.key,
    'APCA-API-SECRET-KEY': credentials.secret,
  },
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${feed.server.address.rest}${path}`, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
