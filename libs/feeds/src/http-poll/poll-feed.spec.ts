/**
 * Each new item of an address arrives once, within the server's rate limit, and redirects
 * are not followed.
 */

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Feed } from '../port/feed.js';
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
import { quickClock, type HeldClock } from '../feed-clock.fixture.js';
import { ListServer } from './list-server.fixture.js';
import { openPollFeed } from './poll-feed.js';

describeFeed('of an address that is polled', async (): Promise<OpenedFeed> => {
  const server = await new ListServer().start();
  server.key = feedSecret;
  const mapping = tradeMapping.replace('kind: trade', 'kind: trade\n    each: $');
  const description = describedFeed(
    `kind: poll\nurl: ${server.url}\nheaders: {X-Key: {env: FEED_SECRET}}\n${mapping}`,
  );
  const context = { description, directory: '.', env: secretEnv };
  return {
    feed: await openPollFeed(connectionOf(description, 'poll'), context, quickClock()),
    send: async (number) => void server.messages.push(tradeMessage(number)),
    interrupt: async () => void (server.busy = 20),
    numberOf: priceOf,
    secrets: [feedSecret],
    heldMax: 1,
    keepsWhileAway: true,
    close: () => server.stop(),
  };
});

let server: ListServer;
let clock: HeldClock;
beforeEach(async () => {
  server = await new ListServer().start();
  clock = quickClock();
});
afterEach(() => server.stop());

function open(env: Record<string, string> = secretEnv): Promise<Feed> {
  const headers = 'headers: {X-Key: {env: FEED_SECRET}}';
  const description = describedFeed(`kind: poll\nurl: ${server.url}\n${headers}\n${tradeMapping}`);
  return openPollFeed(
    connectionOf(description, 'poll'),
    { description, directory: '.', env },
    clock,
  );
}

async function polling(sink: KeepingSink, steps: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const run = (await open()).run(sink, stop.signal);
  await Promise.race([steps(), run]);
  stop.abort();
  await run;
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((settle) => setImmediate(settle));
};

it('asks for what it has under the name that the server gave it, and stores it once', async () => {
  const sink = new KeepingSink();
  await polling(sink, async () => {
    await until(() => server.statuses.length >= 3);
    server.messages.push(1);
    await sink.until(({ frames }) => frames.length === 2);
  });
  expect(server.statuses.slice(0, 3)).toEqual([200, 304, 304]);
  expect(sink.texts()).toEqual(['[]', '[1]']);
  expect(sink.named('clock').length).toBeGreaterThan(0);
});

it('waits as long as a busy server wants, and notes when it was away', async () => {
  const sink = new KeepingSink();
  await polling(sink, async () => {
    await sink.until(({ frames }) => frames.length === 1);
    server.busy = 10;
    await until(() => server.statuses.filter((status) => status === 503).length === 10);
    await sink.until((kept) => kept.named('connected').length === 2);
  });
  expect(clock.slept).toContain(7000);
  expect(sink.waited[0]).toMatch(/^status 503: no: \*\*\*, asked again at \d\d:\d\d:\d\dZ$/);
  expect(sink.reasons()[0]).toMatch(/the server is busy.*503/);
});

it('ends if the server refuses the key, without repeating the key', async () => {
  server.key = 'another';
  const failed = await (
    await open()
  )
    .run(new KeepingSink(), new AbortController().signal)
    .catch(String);
  expect(failed).toMatch(/the server refuses.*status 401: no: \*\*\*/);
  expect(failed).not.toContain(feedSecret);
});

it('does not send its key along a redirect to another host', async () => {
  server.elsewhere = 'http://127.0.0.1:9/';
  const run = (await open()).run(new KeepingSink(), new AbortController().signal);
  await expect(run).rejects.toThrow(/the server redirects the request/);
});

it('is not opened without its key', async () => {
  await expect(open({})).rejects.toThrow(/feed\.headers\.X-Key: a secret is missing/);
});

it('ends with what the sink throws', async () => {
  const sink = new KeepingSink();
  const full = {
    ...sink,
    note: () => {},
    data: () => Promise.reject(new Error('the disk is full')),
  };
  await expect((await open()).run(full, new AbortController().signal)).rejects.toThrow(
    'disk is full',
  );
});
