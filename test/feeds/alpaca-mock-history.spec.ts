/**
 * Repair against the vendor's own mock of its history, including what that mock answers wrongly.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#feeds/eventually.fixture';
import type { AlpacaConnection } from '#feeds/alpaca/channels';
import { openAlpacaFeed } from '#feeds/alpaca/alpaca-feed';
import type { Feed, MissedSpan } from '#feeds/port/feed';
import { feedDescriptionSchema } from '#feeds/port/feed-description';
import type { FeedItem } from '#feeds/port/feed-item';
import { KeepingSink } from '#feeds/feed-sink.fixture';
import { parseInstant } from '#values';
import { restMock, type RunningMock } from './alpaca-mock.fixture.js';

let folder: string;
let history: RunningMock;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-alpaca-'));
  history = await restMock(folder);
});
afterAll(async () => {
  await history?.stop();
  rmSync(folder, { recursive: true });
});

const at = (text: string): number => parseInstant(text) as number;
const span: MissedSpan = {
  symbol: null,
  from: at('2021-02-08T09:00:00Z'),
  to: at('2021-02-08T10:00:00Z'),
};

function feedOf(
  feed: Partial<AlpacaConnection>,
  secret = 'any',
  symbols = ['FB', 'AAPL'],
): Promise<Feed> {
  const description = feedDescriptionSchema.parse({
    name: 'mocked',
    calendar: feed.feed === 'crypto' ? '24/7' : 'XNYS',
    currency: 'USD',
    symbols,
    feed: {
      kind: 'alpaca',
      rest: `http://127.0.0.1:${history.port}/data`,
      key: { env: 'KEY' },
      secret: { env: 'SECRET' },
      ...feed,
    },
  });
  const context = { description, directory: folder, env: { KEY: 'test_id', SECRET: secret } };
  return openAlpacaFeed(description.feed as AlpacaConnection, context);
}

async function repaired(
  feed: Feed,
): Promise<{ readonly sink: KeepingSink; readonly items: FeedItem[] }> {
  const sink = new KeepingSink();
  expect(await feed.repair?.(span, sink, new AbortController().signal)).toBe(true);
  return { sink, items: sink.frames.flatMap((frame) => feed.decoder.decode(frame)) };
}

describe('the history of the vendor', () => {
  it('brings bars, trades and quotes of all symbols, each under its channel', async () => {
    const { sink, items } = await repaired(
      await feedOf({ channels: ['bars', 'trades', 'quotes'] }),
    );
    expect(sink.frames.map(({ channel }) => channel).toSorted()).toEqual([
      'rest.bars',
      'rest.quotes',
      'rest.trades',
    ]);
    const of = (kind: string): FeedItem[] =>
      items.filter((item) => item.kind === kind && 'symbol' in item && item.symbol === 'AAPL');
    const start = at('2021-02-08T00:00:00Z');
    expect(items).toHaveLength(6);
    expect(of('bar')).toEqual([
      {
        kind: 'bar',
        symbol: 'AAPL',
        start,
        end: start + 60_000_000,
        isRevision: false,
        // High below open: the mock's, and for the fold to refuse.
        open: 136.11,
        high: 134.93,
        low: 136.9,
        close: 136.81,
        volume: 31_491_496,
        vwap: 136,
      },
    ]);
    const trade = at('2021-02-08T09:00:19.932406Z');
    expect(of('trade')).toEqual([
      { kind: 'trade', symbol: 'AAPL', at: trade, id: '18666-P-55', price: 136.68, size: 25 },
    ]);
    expect(of('quote')).toEqual([
      {
        kind: 'quote',
        symbol: 'AAPL',
        at: at('2021-02-08T09:02:07.837366Z'),
        bid: 136.56,
        bidSize: 2,
        ask: 136.81,
        askSize: 1,
      },
    ]);
    expect(sink.named('clock')).not.toEqual([]);
    expect(sink.named('lost')).toEqual([]);
  });

  it('names halts as lost, which have no history', async () => {
    const { sink } = await repaired(await feedOf({ channels: ['bars', 'statuses'] }));
    expect(sink.named('lost')).toMatchObject([{ symbol: null, from: span.from, to: span.to }]);
  });

  it('is refused with the wrong secret, which no message repeats', async () => {
    const feed = await feedOf({ channels: ['bars'] }, 'invalid_secret');
    const repair = feed.repair?.(span, new KeepingSink(), new AbortController().signal);
    await expect(repair).rejects.toMatchObject({
      code: 'InvalidInput',
      found: expect.stringMatching(/^status 401/),
    });
    await expect(repair).rejects.not.toThrow(/invalid_secret/);
  });

  it('names what the server refuses: the mock knows another name for the text of an article', async () => {
    const feed = await feedOf({ channels: ['news'] });
    const repair = feed.repair?.(span, new KeepingSink(), new AbortController().signal);
    await expect(repair).rejects.toThrow(/v1beta1[/]news.*422.*include_content/);
  });

  it('does not read pages for ever: the mock gives one page of crypto without end', async () => {
    const feed = await feedOf({ feed: 'crypto', channels: ['trades'] }, 'any', ['BTC/USD']);
    const sink = new KeepingSink();
    const repair = feed.repair?.(span, sink, new AbortController().signal);
    await expect(repair).rejects.toMatchObject({ code: 'Unavailable' });
    const items = sink.frames.flatMap((frame) => feed.decoder.decode(frame));
    const trade = {
      kind: 'trade',
      symbol: 'BTC/USD',
      id: '60298833',
      price: 22_953.74,
      size: 0.03508,
    };
    expect(items).toHaveLength(10);
    expect(items[0]).toEqual({ ...trade, at: at('2023-02-06T00:00:00.644Z') });
  });

  it('says once that corporate actions are missing when the server has neither address', async () => {
    const feed = await feedOf({ channels: ['actions'] });
    const sink = new KeepingSink();
    const stop = new AbortController();
    const run = feed.run(sink, stop.signal);
    await eventually(() => expect(sink.named('lost')).toHaveLength(1));
    expect(sink.named('lost')[0]).toMatchObject({
      reason: expect.stringMatching(/corporate actions: .*v1beta1[/]corporate-actions.*404/),
    });
    stop.abort();
    await run;
  });
});
