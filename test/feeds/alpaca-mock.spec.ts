/** Our side of the vendor's protocol against the vendor's own mock of the other side. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from '@msgpack/msgpack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#feeds/eventually.fixture';
import { openAlpacaFeed } from '#feeds/alpaca/alpaca-feed';
import { alpacaConversation } from '#feeds/alpaca/alpaca-conversation';
import { streamsOf } from '#feeds/alpaca/subscription';
import type { AlpacaConnection } from '#feeds/alpaca/channels';
import { systemClock } from '#feeds/port/feed-clock';
import { feedDescriptionSchema } from '#feeds/port/feed-description';
import { KeepingSink } from '#feeds/feed-sink.fixture';
import { runSocketSession } from '#feeds/socket/socket-session';
import type { SocketLine } from '#feeds/socket/socket-options';
import { parseInstant } from '#values';
import { streamingMock } from './alpaca-mock.fixture.js';
import { makeCertificate } from './certificate.fixture.js';

let folder: string;
let certificate: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-alpaca-'));
  certificate = await makeCertificate(join(folder, 'test/support'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (text: string): number => parseInstant(text) as number;

const prices: AlpacaConnection['channels'] = [
  'bars',
  'updatedBars',
  'trades',
  'quotes',
  'statuses',
];

interface Asked {
  readonly port?: number;
  readonly key?: string;
  readonly secret?: string;
  readonly symbols?: readonly string[];
  readonly feed?: Partial<AlpacaConnection>;
}

async function feedOf({ port = 1, key = 'key1', secret = 'secret1', symbols, feed }: Asked) {
  const description = feedDescriptionSchema.parse({
    name: 'mocked',
    calendar: 'XNYS',
    currency: 'USD',
    symbols: symbols ?? ['AAPL'],
    feed: {
      kind: 'alpaca',
      feed: 'sip',
      channels: prices,
      stream: `wss://localhost:${port}`,
      key: { env: 'KEY' },
      secret: { env: 'SECRET' },
      certificate,
      ...feed,
    },
  });
  const context = { description, directory: folder, env: { KEY: key, SECRET: secret } };
  return openAlpacaFeed(description.feed as AlpacaConnection, context);
}

/** Runs a feed against its own mock until `done` passes. */
async function recorded(asked: Asked, done: (sink: KeepingSink) => void): Promise<KeepingSink> {
  await using server = await streamingMock(folder);
  const feed = await feedOf({ ...asked, port: server.port });
  const sink = new KeepingSink();
  const stop = new AbortController();
  const run = feed.run(sink, stop.signal);
  try {
    await Promise.race([run, eventually(() => done(sink))]);
  } finally {
    stop.abort();
    await run;
  }
  return sink;
}

const messages = ({ frames }: KeepingSink): unknown[] =>
  frames.flatMap(({ bytes }) => decode(bytes) as unknown[]);

describe('the stream of the vendor', () => {
  it('arrives as it was sent, after welcome, authentication and subscription', async () => {
    const sink = await recorded({}, ({ frames }) => expect(frames).toHaveLength(8));
    expect(sink.frames.map(({ channel }) => channel)).toEqual(Array(8).fill('data.msgpack'));
    expect(messages(sink).slice(0, 3)).toMatchObject([
      { T: 'success', msg: 'connected' },
      { T: 'success', msg: 'authenticated' },
      { T: 'subscription', trades: ['AAPL'], quotes: ['AAPL'], statuses: ['AAPL'], dailyBars: [] },
    ]);
    expect(messages(sink).slice(3)).toEqual([
      {
        T: 't',
        i: 1532,
        S: 'AAPL',
        x: 'Q',
        p: 144.6,
        s: 25,
        t: '2021-01-27T10:35:34.82840127Z',
        c: ['@', 'F', 'T', 'I'],
        z: 'C',
      },
      {
        T: 'q',
        S: 'AAPL',
        bx: 'Z',
        bp: 139.74,
        bs: 3,
        ax: 'Q',
        ap: 139.77,
        as: 1,
        t: '2021-01-28T15:20:41.384564Z',
        c: 'R',
        z: 'C',
      },
      {
        T: 's',
        S: 'AAPL',
        sc: 'StatusCode',
        sm: 'StatusMessage',
        rc: 'ReasonCode',
        rm: 'ReasonMessage',
        t: 'Timestamp',
        z: 'Tape',
      },
      {
        T: 'b',
        S: 'AAPL',
        o: 127.82,
        h: 128.32,
        l: 126.32,
        c: 126.9,
        v: 72_015_712,
        t: '2021-05-25T04:00:00Z',
        vw: 127.07392,
        n: 462_915,
      },
      {
        T: 'u',
        S: 'AAPL',
        o: 100,
        h: 101.2,
        l: 98.67,
        c: 101.3,
        v: 2570,
        t: '2021-03-05T16:00:30Z',
        n: 1235,
        vw: 100.123457,
      },
    ]);
  });

  it('is decoded from what was stored', async () => {
    const { frames } = await recorded({}, (kept) => expect(kept.frames).toHaveLength(8));
    const { decoder } = await feedOf({});
    const trade = at('2021-01-27T10:35:34.828402Z');
    const bar = at('2021-05-25T04:00:00Z');
    const revised = at('2021-03-05T16:00:30Z');
    expect(frames.flatMap((frame) => decoder.decode(frame))).toEqual([
      { kind: 'trade', symbol: 'AAPL', at: trade, id: '18654-Q-1532', price: 144.6, size: 25 },
      {
        kind: 'quote',
        symbol: 'AAPL',
        at: at('2021-01-28T15:20:41.384564Z'),
        bid: 139.74,
        bidSize: 3,
        ask: 139.77,
        askSize: 1,
      },
      // Its time is the word "Timestamp".
      { kind: 'complaint', code: 'unreadable', reason: expect.any(String), fatal: false },
      {
        kind: 'bar',
        symbol: 'AAPL',
        start: bar,
        end: bar + 60_000_000,
        isRevision: false,
        open: 127.82,
        high: 128.32,
        low: 126.32,
        close: 126.9,
        volume: 72_015_712,
        vwap: 127.07392,
      },
      {
        kind: 'bar',
        symbol: 'AAPL',
        start: revised,
        end: revised + 60_000_000,
        isRevision: true,
        open: 100,
        high: 101.2,
        low: 98.67,
        close: 101.3,
        volume: 2570,
        vwap: 100.123457,
      },
    ]);
  });

  it('holds neither key nor secret', async () => {
    const sink = await recorded({}, ({ frames }) => expect(frames).toHaveLength(8));
    const all = Buffer.concat(sink.frames.map(({ bytes }) => bytes)).toString('latin1');
    for (const text of [all, JSON.stringify(sink.notes)]) {
      expect(text).not.toContain('key1');
      expect(text).not.toContain('secret1');
    }
  });

  it('takes thousands of symbols piece by piece', async () => {
    const symbols = Array.from({ length: 1000 }, (_, index) => `S${index}`);
    const sink = await recorded({ symbols }, ({ notes }) => expect(notes).not.toEqual([]));
    expect(sink.notes[0]).toMatchObject({ note: 'connected' });
    const answers = messages(sink).filter((one) => (one as { T: string }).T === 'subscription');
    expect(answers.map((one) => (one as { bars: unknown[] }).bars.length)).toEqual([
      400, 800, 1000,
    ]);
  });

  it('ends at wrong credentials, without repeating them', async () => {
    const asked = { key: 'wrong-key', secret: 'wrong-secret' };
    const refused = recorded(asked, ({ notes }) => expect(notes).not.toEqual([]));
    await expect(refused).rejects.toMatchObject({ code: 'InvalidInput' });
    await expect(refused).rejects.toThrow(/402.*key or the secret/);
    await expect(refused).rejects.not.toThrow(/wrong-/);
  });

  it('subscribes once if the server confirms authentication twice', async () => {
    await using server = await streamingMock(folder);
    const sink = new KeepingSink();
    const stop = new AbortController();
    const [stream] = streamsOf({ feed: 'sip', channels: ['trades'] });
    const credentials = { key: 'key1', secret: 'secret1' };
    let sent = 0;
    const twice = (line: SocketLine): SocketLine => ({
      ...line,
      send: (message) => {
        line.send(message);
        if (sent++ === 0) line.send(message);
      },
    });
    const run = runSocketSession({
      sink,
      clock: systemClock,
      signal: stop.signal,
      options: {
        address: `wss://localhost:${server.port}/v2/sip`,
        certificate: readFileSync(certificate, 'utf8'),
        converse: (line) =>
          alpacaConversation(
            { stream: stream!, symbols: ['AAPL'], encoding: 'msgpack', credentials },
            twice(line),
          ),
      },
    });
    await eventually(() => expect(sink.frames).toHaveLength(5));
    const kinds = messages(sink).map((one) => (one as { T: string }).T);
    expect(kinds).toEqual(['success', 'success', 'success', 'subscription', 't']);
    stop.abort();
    await run;
  });

  it('is not taken from a server whose certificate is not the one', async () => {
    const sink = await recorded({ feed: { certificate: undefined } }, ({ notes }) =>
      expect(notes).not.toEqual([]),
    );
    expect(sink.reasons()[0]).toMatch(/self-signed certificate/);
    expect(sink.frames).toEqual([]);
  });

  it('is connected to again after the server died', async () => {
    const first = await streamingMock(folder);
    const { port } = first;
    const sink = new KeepingSink();
    const stop = new AbortController();
    const run = (await feedOf({ port })).run(sink, stop.signal);
    await eventually(() => expect(sink.named('connected')).toHaveLength(1));
    await first.stop();
    await using _second = await streamingMock(folder, port);
    await eventually(() => expect(sink.named('connected')).toHaveLength(2));
    expect(sink.notes.map(({ note }) => note).filter((note) => note !== 'clock')).toEqual([
      'connected',
      ...Array(sink.reasons().length).fill('disconnected'),
      'connected',
    ]);
    stop.abort();
    await run;
  });
});
