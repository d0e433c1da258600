/** A post is stored before it is acknowledged; a refused post gets the reason. */

import { createHmac } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import type { Feed, FeedSink } from '../port/feed.js';
import { describeFeed, type OpenedFeed } from '../feed.contract.fixture.js';
import {
  connectionOf,
  describedFeed,
  feedSecret,
  priceOf,
  secretEnv,
  tradeMapping,
  tradeMessage,
} from '../feed-description.fixture.js';
import { KeepingSink } from '../feed-sink.fixture.js';
import { openWebhookFeed } from './webhook-feed.js';

describeFeed('of a webhook', async (): Promise<OpenedFeed> => {
  const description = describedFeed(
    `kind: webhook\nport: 0\nsecret: {env: FEED_SECRET}\nperSecond: 100000\n${tradeMapping}`,
  );
  const context = { description, directory: '.', env: secretEnv };
  const feed = await openWebhookFeed(connectionOf(description, 'webhook'), context);
  let address = '';
  const listened = withAddress(feed, (at) => (address = at));
  const send = async (number: number): Promise<void> => {
    const body = JSON.stringify(tradeMessage(number));
    const signature = createHmac('sha256', feedSecret).update(body).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${signature}`,
      'webhook-id': `delivery ${number}`,
    };
    const { status } = await fetch(address, { method: 'POST', headers, body });
    if (status !== 202) throw new Error(`the webhook answers ${status}`);
  };
  return {
    feed: listened,
    send,
    // The sender got no acknowledgment, and resends its message.
    interrupt: () => send(5),
    numberOf: priceOf,
    secrets: [feedSecret],
    heldMax: 30,
    keepsWhileAway: false,
    close: () => Promise.resolve(),
  };
});

/** Reports the address on which the feed listens. */
function withAddress(feed: Feed, say: (address: string) => void): Feed {
  const listening = (sink: FeedSink): FeedSink => ({
    data: (channel, bytes) => sink.data(channel, bytes),
    note: (note) => {
      if (note.note === 'connected') say(note.to);
      sink.note(note);
    },
    position: (way) => sink.position?.(way),
  });
  return { ...feed, run: (sink, signal) => feed.run(listening(sink), signal) };
}

const open = (more = ''): Promise<Feed> => {
  const description = describedFeed(
    `kind: webhook\nport: 0\npath: /in\nsecret: {env: FEED_SECRET}\n${more}\n${tradeMapping}`,
  );
  const context = { description, directory: '.', env: secretEnv };
  return openWebhookFeed(connectionOf(description, 'webhook'), context);
};

const signed = (body: string | Uint8Array, secret = feedSecret): Record<string, string> => ({
  'content-type': 'application/json',
  'x-hub-signature-256': createHmac('sha256', secret).update(body).digest('hex'),
});

interface Delivery {
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly method?: string;
  readonly path?: string;
}

/** Posts to a running feed, and returns the status of each response. */
async function posting(
  feed: Feed,
  sink: KeepingSink,
  deliveries: readonly Delivery[],
): Promise<number[]> {
  const stop = new AbortController();
  const run = feed.run(sink, stop.signal);
  await sink.until((kept) => kept.named('connected').length > 0);
  const [note] = sink.named('connected');
  const address = note?.note === 'connected' ? note.to : '';
  const statuses: number[] = [];
  for (const { body = '{}', headers = signed(body), method = 'POST', path } of deliveries) {
    const url = path === undefined ? address : new URL(path, address);
    const response = await fetch(url, { method, headers, body });
    statuses.push(response.status);
  }
  stop.abort();
  await run;
  return statuses;
}

it('takes signed messages of its path alone', async () => {
  const sink = new KeepingSink();
  const json = 'application/json';
  const statuses = await posting(await open('bodyBytesMax: 100'), sink, [
    {},
    {
      body: '{"n":1}',
      headers: { ...signed('{"n":1}'), 'content-type': `${json}; charset=utf-8` },
    },
    { headers: { 'content-type': json } },
    { headers: signed('{}', 'another') },
    { headers: { ...signed('{}'), 'x-hub-signature-256': 'sha256=00' } },
    { headers: { ...signed('{}'), 'content-type': 'text/plain' } },
    { body: JSON.stringify('x'.repeat(200)) },
    { path: '/elsewhere' },
    { method: 'PUT' },
  ]);
  expect(statuses).toEqual([202, 202, 401, 401, 401, 415, 413, 404, 405]);
  expect(sink.texts()).toEqual(['{}', '{"n":1}']);
});

/** A body compressed by its sender, signed as it is sent. */
const encoded = (encoding: string, body: Buffer): Delivery => {
  const bytes = Uint8Array.from(body);
  return { body: bytes, headers: { ...signed(bytes), 'content-encoding': encoding } };
};

it('stores what a compressed body says, within its limit, and refuses what it cannot decode', async () => {
  const sink = new KeepingSink();
  const large = Buffer.from(JSON.stringify('x'.repeat(1_000_000)));
  const statuses = await posting(await open('bodyBytesMax: 2000'), sink, [
    encoded('gzip', gzipSync('{"n":1}')),
    encoded('GZIP', gzipSync('{"n":2}')),
    encoded('deflate', deflateSync('{"n":3}')),
    encoded('deflate', deflateRawSync('{"n":4}')),
    encoded('br', brotliCompressSync('{"n":5}')),
    encoded('identity', Buffer.from('{"n":6}')),
    encoded('gzip', gzipSync(large)),
    encoded('br', brotliCompressSync(large)),
    encoded('gzip', gzipSync('{"n":7}').subarray(0, 20)),
    encoded('gzip', Buffer.from('{"n":8}')),
    encoded('zstd', Buffer.from('{"n":9}')),
    encoded('gzip, br', brotliCompressSync(gzipSync('{}'))),
    { ...encoded('gzip', gzipSync('{}')), body: '{}' },
  ]);
  expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 413, 413, 400, 400, 415, 415, 401]);
  expect(sink.texts()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `{"n":${n}}`));
});

it('takes JSON in UTF-8 alone', async () => {
  const sink = new KeepingSink();
  const types = [
    '',
    '; charset=utf-8',
    ';charset="UTF-8"',
    '; v=1; charset=utf8',
    '; charset=utf-16',
  ];
  const of = (parameters: string): Delivery => ({
    headers: { ...signed('{}'), 'content-type': `application/json${parameters}` },
  });
  const statuses = await posting(await open(), sink, [...types, '; charset=latin1'].map(of));
  expect(statuses).toEqual([202, 202, 202, 202, 415, 415]);
});

it('takes a bearer token when that is wanted', async () => {
  const sink = new KeepingSink();
  const said = (authorization: string) => ({
    headers: { 'content-type': 'application/json', authorization },
  });
  const statuses = await posting(await open('auth: bearer'), sink, [
    said(`Bearer ${feedSecret}`),
    said('Bearer another'),
    said(feedSecret),
    {},
  ]);
  expect(statuses).toEqual([202, 401, 401, 401]);
});

it('stores a delivery once, however often it comes', async () => {
  const sink = new KeepingSink();
  const delivery = (id: string) => ({ headers: { ...signed('{}'), 'webhook-id': id } });
  const statuses = await posting(await open(), sink, ['a', 'a', 'b', 'a'].map(delivery));
  expect(statuses).toEqual([202, 202, 202, 202]);
  expect(sink.frames).toHaveLength(2);
});

it('confirms a message once the disk has it', async () => {
  const sink = new KeepingSink();
  const syncs = [] as PromiseWithResolvers<void>[];
  const durable = (): Promise<void> => {
    const sync = Promise.withResolvers<void>();
    syncs.push(sync);
    return sync.promise;
  };
  const feed = await open();
  const listening = Object.assign(sink, { durable });
  const answers: Promise<number[]> = posting(feed, listening, [{}, {}]);
  await vi.waitFor(() => expect(syncs).toHaveLength(1), 120_000);
  // The next is posted once the first is answered.
  for (let turn = 0; turn < 50; turn++) await new Promise((settle) => setImmediate(settle));
  expect(syncs).toHaveLength(1);
  syncs[0]?.resolve();
  await vi.waitFor(() => expect(syncs).toHaveLength(2), 120_000);
  syncs[1]?.reject(new Error('the disk is full'));
  expect(await answers).toEqual([202, 503]);
});

it('answers no one who sends more headers than it takes, and listens to this machine alone', async () => {
  const sink = new KeepingSink();
  const feed = await open();
  const stop = new AbortController();
  const run = feed.run(sink, stop.signal);
  await sink.until((kept) => kept.named('connected').length > 0);
  const [note] = sink.named('connected');
  const address = note?.note === 'connected' ? note.to : '';
  expect(new URL(address).hostname).toBe('127.0.0.1');
  const headers = { ...signed('{}'), 'x-long': 'x'.repeat(100_000) };
  const { status } = await fetch(address, { method: 'POST', headers, body: '{}' });
  expect(status).toBe(431);
  expect(sink.frames).toEqual([]);
  stop.abort();
  await run;
});

it('bounds how often an address may ask', async () => {
  const statuses = await posting(
    await open('perSecond: 2'),
    new KeepingSink(),
    Array.from({ length: 10 }, () => ({})),
  );
  expect(statuses.slice(0, 2)).toEqual([202, 202]);
  expect(statuses).toContain(429);
});

it('confirms nothing that was not stored, and ends with what the sink threw', async () => {
  const sink = new Full();
  const feed = await open();
  const ended = feed.run(sink, new AbortController().signal).catch(String);
  await sink.until((kept) => kept.named('connected').length > 0);
  const [note] = sink.named('connected');
  const address = note?.note === 'connected' ? note.to : '';
  const { status } = await fetch(address, { method: 'POST', headers: signed('{}'), body: '{}' });
  expect(status).toBe(503);
  expect(await ended).toContain('the disk is full');
});

class Full extends KeepingSink {
  override data(): Promise<void> {
    return Promise.reject(new Error('the disk is full'));
  }
}
