/**
 * The feed as a whole against small servers of our own: two streams, corporate actions by the
 * clock, repair.
 */

import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.fixture.js';
import type { WebSocket } from 'ws';
import { parseInstant } from '#values';
import { describeFeed } from '../feed.contract.fixture.js';
import { describedFeed } from '../feed-description.fixture.js';
import { HeldClock } from '../feed-clock.fixture.js';
import { KeepingSink } from '../feed-sink.fixture.js';
import { openFeed } from '../open/open-feed.js';
import { testServer } from '../socket/socket-server.fixture.js';
import { openContract } from './alpaca-contract.fixture.js';
import { openAlpacaFeed } from './alpaca-feed.js';
import type { AlpacaConnection } from './channels.js';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A history that answers each request with the next of these statuses and an empty page. */
async function history(status: () => number) {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://history'));
    response.writeHead(status()).end('{"next_page_token":null}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(
    () => void server.close(),
    () => server.closeAllConnections(),
  );
  return { asked, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Accepts any credentials and confirms every subscription. */
function vendor(socket: WebSocket): void {
  const say = (message: object): void => socket.send(JSON.stringify([message]));
  say({ T: 'success', msg: 'connected' });
  socket.on('message', (data) => {
    const { action, ...asked } = JSON.parse(`${data as Buffer}`) as { action: string };
    if (action === 'auth') say({ T: 'success', msg: 'authenticated' });
    else say({ T: 'subscription', ...asked });
  });
}

const opened = (lines: string, clock: HeldClock) => {
  const description = {
    ...describedFeed(`kind: alpaca\nencoding: json\n${lines}`),
    calendar: 'XNYS' as const,
  };
  const env = { APCA_API_KEY_ID: 'the-key', APCA_API_SECRET_KEY: 'the-secret' };
  const connection = description.feed as AlpacaConnection;
  return openAlpacaFeed(connection, { description, directory: tmpdir(), env }, clock);
};

const open = Date.UTC(2026, 3, 1, 13, 30);

describe('the feed', () => {
  it('streams prices and news by two connections, each of which is noted', async () => {
    const paths: string[] = [];
    await using server = await testServer(vendor, {
      verifyClient: ({ req }: { req: IncomingMessage }) => paths.push(req.url ?? '') > 0,
    });
    const stream = server.address.replace('/feed', '');
    const feed = await opened(`stream: ${stream}\nchannels: [trades, news]`, new HeldClock(open));
    const sink = new KeepingSink();
    const stop = new AbortController();
    const run = feed.run(sink, stop.signal);
    await sink.until(() => sink.named('connected').length === 2);
    expect(paths.toSorted()).toEqual(['/v1beta1/news', '/v2/iex']);
    expect(sink.frames.filter(({ channel }) => channel === 'news.json')).toHaveLength(3);
    server.sockets[paths.indexOf('/v1beta1/news')]?.terminate();
    await sink.until(() => sink.named('disconnected').length === 1);
    expect(sink.named('disconnected')).toMatchObject([{ to: `${stream}/v1beta1/news` }]);
    stop.abort();
    await run;
    expect(feed.name).toBe(`alpaca iex at ${new URL(stream).host}`);
  });

  it('ends both connections when one is refused for good', async () => {
    await using server = await testServer((socket) => {
      vendor(socket);
      socket.on('message', () =>
        socket.send(JSON.stringify([{ T: 'error', code: 409, msg: 'insufficient subscription' }])),
      );
    });
    const stream = server.address.replace('/feed', '');
    const feed = await opened(`stream: ${stream}\nchannels: [trades, news]`, new HeldClock(open));
    const run = feed.run(new KeepingSink(), new AbortController().signal);
    await expect(run).rejects.toThrow(/409: insufficient subscription/);
  });

  it('asks for corporate actions at the start and half an hour before each open', async () => {
    const { asked, base } = await history(() => 200);
    const clock = new HeldClock(open);
    const feed = await opened(`rest: ${base}\nchannels: [actions]`, clock);
    const sink = new KeepingSink();
    const stop = new AbortController();
    const run = feed.run(sink, stop.signal);
    for (let day = 1; day <= 3; day++) {
      await sink.until(() => sink.frames.length === day);
      await eventually(() => expect(clock.sleeping).toBe(1));
      await clock.advance(clock.slept.at(-1) as number);
    }
    await sink.until(() => sink.frames.length === 4);
    expect(asked.map((url) => url.searchParams.get('start'))).toEqual([
      '2026-04-01',
      '2026-04-02',
      // Good Friday and a weekend in between.
      '2026-04-06',
      '2026-04-07',
    ]);
    expect(sink.frames[3]?.channel).toBe('rest.actions.2026-04-07');
    stop.abort();
    await run;
  });

  it('names missing actions once, and asks again', async () => {
    let status = 403;
    const { asked, base } = await history(() => status);
    const clock = new HeldClock(open);
    const feed = await opened(`rest: ${base}\nchannels: [actions]`, clock);
    const sink = new KeepingSink();
    const stop = new AbortController();
    const run = feed.run(sink, stop.signal);
    for (let attempt = 1; attempt <= 3; attempt++) {
      await eventually(() => expect(asked).toHaveLength(attempt));
      await eventually(() => expect(clock.sleeping).toBe(1));
      expect(clock.slept.at(-1)).toBe(300_000);
      if (attempt === 3) status = 200;
      await clock.advance(300_000);
    }
    await sink.until(() => sink.frames.length === 1);
    expect(sink.named('lost')).toMatchObject([{ symbol: null, from: open * 1000 }]);
    stop.abort();
    await run;
  });

  it('repairs from the history, actions of the days between included', async () => {
    const { asked, base } = await history(() => 200);
    const feed = await opened(`rest: ${base}\nchannels: [bars, actions]`, new HeldClock(open));
    const [from, to] = ['2026-03-30T18:00:00Z', '2026-04-01T13:30:00Z'].map(
      (text) => parseInstant(text) as number,
    ) as [number, number];
    const sink = new KeepingSink();
    const { signal } = new AbortController();
    expect(await feed.repair?.({ symbol: null, from, to }, sink, signal)).toBe(true);
    expect(asked.map(({ pathname }) => pathname).toSorted()).toEqual([
      '/v1/corporate-actions',
      '/v2/stocks/bars',
    ]);
    expect(sink.frames.map(({ channel }) => channel)).toContain('rest.actions.2026-03-30');
  });

  it('has no history when the stream has none', async () => {
    const feed = await opened('feed: test\nchannels: [bars]', new HeldClock(open));
    const span = { symbol: null, from: 1, to: 2 };
    const { signal } = new AbortController();
    expect(await feed.repair?.(span, new KeepingSink(), signal)).toBe(false);
  });
});

describeFeed('of Alpaca in msgpack', () => openContract('msgpack'));
describeFeed('of Alpaca in JSON', () => openContract('json'));

describe('a description', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tapefold-alpaca-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  const context = (lines: string, env: Record<string, string> = {}) => ({
    description: describedFeed(`kind: alpaca\n${lines}`),
    directory,
    env,
  });

  it('is refused without credentials, by the name of the variable', async () => {
    await expect(openFeed(context(''))).rejects.toMatchObject({
      code: 'InvalidInput',
      where: 'feed.key',
      expected: 'a value in the variable APCA_API_KEY_ID',
    });
  });

  it('is refused with an invalid certificate', async () => {
    const asked = context('key: {file: k}\nsecret: {file: k}\ncertificate: c.pem');
    writeFileSync(join(asked.directory, 'k'), 'text');
    await expect(openFeed(asked)).rejects.toMatchObject({ where: 'feed.certificate' });
    writeFileSync(join(asked.directory, 'c.pem'), 'no certificate');
    await expect(openFeed(asked)).rejects.toMatchObject({ where: 'feed.certificate' });
  });
});
