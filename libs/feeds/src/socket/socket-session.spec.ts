/** A session against a real server on this machine; only the clock is fake. */

import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.fixture.js';
import type { WebSocket } from 'ws';
import { invalidInput, unavailable } from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import { HeldClock } from '../feed-clock.fixture.js';
import { KeepingSink } from '../feed-sink.fixture.js';
import { runSocketSession } from './socket-session.js';
import { testServer } from './socket-server.fixture.js';
import type { SocketLine, SocketOptions } from './socket-options.js';

const silenceMs = 10_000;

/** A session that is ready at the first message. */
function session(address: string, extra: Partial<SocketOptions> = {}) {
  const sink = new KeepingSink();
  const clock = new HeldClock();
  const stop = new AbortController();
  const options: SocketOptions = {
    address,
    pingMs: silenceMs,
    converse: (line) => ({ channelOf: () => 'stream', received: () => line.ready() }),
    ...extra,
  };
  const run = runSocketSession({ options, sink, clock, signal: stop.signal });
  const end = async (): Promise<void> => {
    stop.abort();
    await run;
  };
  return { sink, clock, run, end };
}

const hello = (socket: WebSocket): void => socket.send('hello');

describe('a socket session', () => {
  it('hands over messages in order and notes that it is connected', async () => {
    await using server = await testServer((socket) => {
      for (const text of ['one', 'two', 'three']) socket.send(text);
    });
    const { sink, end } = session(server.address);
    await eventually(() => expect(sink.texts()).toEqual(['one', 'two', 'three']));
    expect(sink.named('connected')).toEqual([{ note: 'connected', to: server.address }]);
    await end();
    expect(sink.named('disconnected')).toEqual([]);
  });

  it('says goodbye when it is ended', async () => {
    await using server = await testServer(hello);
    const { sink, end } = session(server.address);
    await eventually(() => expect(sink.frames).toHaveLength(1));
    const closed = once(server.sockets[0]!, 'close');
    await end();
    expect((await closed)[0]).toBe(1000);
  });

  it('connects again after pauses that grow, each partly chance', async () => {
    await using server = await testServer((socket) => socket.close(4000, 'not now'));
    const { sink, clock, end } = session(server.address);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt++) {
      await eventually(() => expect(sink.reasons()).toHaveLength(attempt));
      await eventually(() => expect(clock.sleeping).toBe(1));
      pauses.push(clock.slept.at(-1)!);
      await clock.advance(pauses.at(-1)!);
    }
    expect(sink.reasons()[0]).toBe('the server closed the connection: 4000 not now');
    expect(sink.waited[0]).toMatch(/^connecting again at \d\d:\d\d:\d\dZ$/);
    for (const [index, pause] of pauses.entries()) {
      const whole = Math.min(60_000, 500 * 2 ** index);
      expect(pause).toBeGreaterThanOrEqual(whole / 2);
      expect(pause).toBeLessThanOrEqual(whole);
    }
    await end();
  });

  it('begins with a short pause again after a connection that lasted', async () => {
    await using server = await testServer((socket, index) => {
      if (index < 4) socket.close();
      else hello(socket);
    });
    const { sink, clock, end } = session(server.address);
    for (let attempt = 1; attempt <= 4; attempt++) {
      await eventually(() => expect(sink.reasons()).toHaveLength(attempt));
      await eventually(() => expect(clock.sleeping).toBe(1));
      await clock.advance(clock.slept.at(-1)!);
    }
    await eventually(() => expect(sink.named('connected')).toHaveLength(1));
    for (let turn = 0; turn < 14; turn++) {
      await clock.advance(silenceMs / 2);
      server.sockets[4]!.send('still here');
      await eventually(() => expect(sink.frames).toHaveLength(turn + 2));
    }
    server.sockets[4]!.close();
    await eventually(() => expect(sink.reasons()).toHaveLength(5));
    await eventually(() => expect(clock.sleeping).toBe(1));
    expect(clock.slept.at(-1)).toBeLessThanOrEqual(500);
    await end();
  });

  it('takes a server for dead that answers no ping', async () => {
    await using server = await testServer(hello, { autoPong: false });
    const { sink, clock, end } = session(server.address);
    await eventually(() => expect(sink.named('connected')).toHaveLength(1));
    // The first half began before the message came.
    await clock.advance(silenceMs / 2);
    const pinged = once(server.sockets[0]!, 'ping');
    await clock.advance(silenceMs / 2);
    await pinged;
    await clock.advance(silenceMs / 2);
    await eventually(() => expect(sink.reasons()).toEqual(['nothing was heard for 10000 ms']));
    await end();
  });

  it('takes an answered ping for life when a stream may be quiet', async () => {
    // The pong to a server's ping comes after the server's earlier replies.
    await using server = await testServer((socket) => {
      hello(socket);
      socket.on('ping', () => socket.ping());
    });
    const { sink, clock, end } = session(server.address);
    await eventually(() => expect(sink.named('connected')).toHaveLength(1));
    for (let turn = 0; turn < 6; turn++) {
      const received = turn % 2 === 1 ? once(server.sockets[0]!, 'pong') : undefined;
      await clock.advance(silenceMs / 2);
      await received;
    }
    expect(sink.reasons()).toEqual([]);
    await end();
  });

  it('connects again when pings are answered and no data comes', async () => {
    await using server = await testServer((socket) => {
      hello(socket);
      socket.on('ping', () => socket.ping());
    });
    const { sink, clock, end } = session(server.address, { silence: { ms: 60_000 } });
    await eventually(() => expect(sink.named('connected')).toHaveLength(1));
    for (let turn = 0; turn < 12; turn++) {
      expect(sink.reasons()).toEqual([]);
      const received = turn === 5 ? once(server.sockets[0]!, 'pong') : undefined;
      await clock.advance(silenceMs / 2);
      await received;
    }
    await eventually(() => expect(sink.reasons()).toEqual(['no data came for 60000 ms']));
    await end();
  });

  it('expects data in a session alone, and counts silence from its open', async () => {
    await using server = await testServer(hello);
    const silence = { ms: 7_200_000, calendar: calendarOf('XNYS') };
    const { sink, clock, end } = session(server.address, { silence, pingMs: 86_400_000 });
    await eventually(() => expect(sink.named('connected')).toHaveLength(1));
    const until = (at: number): Promise<void> => clock.advance(at - clock.now());
    // The clock starts at 10:00 in New York.
    await until(Date.UTC(2026, 3, 1, 15, 59));
    server.sockets[0]!.send('data');
    await eventually(() => expect(sink.frames).toHaveLength(2));
    server.sockets[0]!.send('data');
    await until(Date.UTC(2026, 3, 1, 17, 50));
    server.sockets[0]!.send('data');
    await eventually(() => expect(sink.frames).toHaveLength(4));
    await until(Date.UTC(2026, 3, 1, 19, 45));
    server.sockets[0]!.send('data');
    await eventually(() => expect(sink.frames).toHaveLength(5));
    // Closed at 20:00 UTC, open again at 13:30.
    await until(Date.UTC(2026, 3, 2, 15, 29));
    expect(sink.reasons()).toEqual([]);
    await until(Date.UTC(2026, 3, 2, 15, 31));
    await eventually(() => expect(sink.reasons()).toEqual(['no data came for 7200000 ms']));
    await end();
  });

  it('reads no further while the sink is busy, and loses nothing', async () => {
    const large = 'x'.repeat(100_000);
    await using server = await testServer((socket) => {
      for (let index = 0; index < 400; index++) socket.send(`${index} ${large}`);
    });
    const sink = new KeepingSink();
    const { release } = sink.hold();
    const stop = new AbortController();
    const converse = (line: SocketLine) => ({ channelOf: () => 's', received: () => line.ready() });
    const options = { address: server.address, converse };
    const run = runSocketSession({ options, sink, clock: new HeldClock(), signal: stop.signal });
    await eventually(() => expect(sink.frames).toHaveLength(1));
    // What does not fit in the buffers of two sockets stays with the server.
    expect(server.sockets[0]!.bufferedAmount).toBeGreaterThan(20_000_000);
    expect(sink.frames).toHaveLength(1);
    release();
    await eventually(() => expect(sink.frames).toHaveLength(400));
    expect(sink.texts().map((text) => Number.parseInt(text, 10))).toEqual(
      Array.from({ length: 400 }, (_, index) => index),
    );
    stop.abort();
    await run;
  });

  it('delivers what came before it notes that the connection ended', async () => {
    await using server = await testServer((socket) => {
      for (const text of ['one', 'two']) socket.send(text);
      socket.close();
    });
    const { sink, clock, end } = session(server.address);
    const { release } = sink.hold();
    await eventually(() => expect(sink.frames).toHaveLength(1));
    release();
    await eventually(() => expect(sink.reasons()).toHaveLength(1));
    expect(sink.texts().slice(0, 2)).toEqual(['one', 'two']);
    expect(clock.slept).not.toEqual([]);
    await end();
  });

  it('refuses messages that are too large', async () => {
    await using server = await testServer((socket) => socket.send('x'.repeat(16_777_217)));
    const { sink, end } = session(server.address);
    await eventually(() => expect(sink.reasons()).toEqual(['Max payload size exceeded']));
    expect(sink.frames).toEqual([]);
    await end();
  });

  it('fails when the conversation says that trying again is of no use', async () => {
    await using server = await testServer(hello);
    const { run } = session(server.address, {
      converse: () => ({
        channelOf: () => 'stream',
        received: () => {
          throw invalidInput('the credentials were refused');
        },
      }),
    });
    await expect(run).rejects.toMatchObject({ code: 'InvalidInput' });
  });

  it('connects again when the conversation ends a connection', async () => {
    await using server = await testServer(hello);
    const { sink, end } = session(server.address, {
      secrets: ['s3cret'],
      converse: () => ({
        channelOf: () => undefined,
        received: () => {
          throw unavailable('too slow for s3cret');
        },
      }),
    });
    await eventually(() => expect(sink.reasons()).toEqual(['too slow for ***']));
    expect(sink.frames).toEqual([]);
    await end();
  });

  it('fails with what the sink throws', async () => {
    await using server = await testServer(hello);
    const sink = new KeepingSink();
    sink.data = () => Promise.reject(unavailable('the disk is full'));
    const options = {
      address: server.address,
      converse: () => ({ channelOf: () => 's' }),
    };
    const signal = new AbortController().signal;
    const run = runSocketSession({ options, sink, clock: new HeldClock(), signal });
    await expect(run).rejects.toThrow('the disk is full');
  });

  it('gives up a connection that is never ready', async () => {
    await using server = await testServer(() => undefined);
    const { sink, clock, end } = session(server.address);
    await eventually(() => expect(server.sockets).toHaveLength(1));
    await clock.advance(30_000);
    await eventually(() => expect(sink.reasons()).toEqual(['no subscription within 30000 ms']));
    await end();
  });

  it('refuses an invalid address', async () => {
    const { run } = session('ws://[');
    await expect(run).rejects.toMatchObject({ code: 'InvalidInput', where: 'feed.stream' });
  });
});
