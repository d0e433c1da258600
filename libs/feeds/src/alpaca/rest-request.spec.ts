/** Requests to a busy, broken or hostile history server; only the clock is fake. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.fixture.js';
import { HeldClock } from '../feed-clock.fixture.js';
import { KeepingSink } from '../feed-sink.fixture.js';
import { ClockDrift } from '../socket/clock-drift.js';
import { bringPages, RequestPace, restBody } from './rest-request.js';

type Handle = (request: IncomingMessage, response: ServerResponse, index: number) => void;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function served(handle: Handle) {
  const asked: string[] = [];
  const server = createServer((request, response) =>
    handle(request, response, asked.push(request.url ?? '') - 1),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(
    () => void server.close(),
    () => server.closeAllConnections(),
  );
  const clock = new HeldClock();
  const rest = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    credentials: { key: 'the-key', secret: 'the-secret' },
    certificate: undefined,
    clock,
    drift: new ClockDrift(),
    pace: new RequestPace(clock),
  };
  const stop = new AbortController();
  const request = {
    path: '/v2/stocks/bars',
    query: { symbols: 'A,B' },
    signal: stop.signal,
    note: () => {},
  };
  return { asked, clock, rest, request, stop };
}

/** Ends each pause as soon as it starts. */
async function pausing(clock: HeldClock, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await eventually(() => expect(clock.slept).toHaveLength(index + 1));
    await clock.advance(clock.slept[index] as number);
  }
}

describe('a request to the history', () => {
  it('carries the credentials in headers, never in the address', async () => {
    let headers: IncomingMessage['headers'] = {};
    const { asked, rest, request } = await served((incoming, response) => {
      headers = incoming.headers;
      response.end('{}');
    });
    expect(`${await restBody(rest, request)}`).toBe('{}');
    expect(headers).toMatchObject({
      'apca-api-key-id': 'the-key',
      'apca-api-secret-key': 'the-secret',
    });
    expect(asked).toEqual(['/v2/stocks/bars?symbols=A%2CB']);
  });

  it('waits as long as the server asks, with growing pauses if the server does not say', async () => {
    const reasons: (string | null)[] = [];
    const waits = (why: string | null): void => void reasons.push(why);
    const { clock, rest, request } = await served((_, response, index) => {
      if (index === 0) response.writeHead(429, { 'retry-after': '7' }).end();
      else if (index === 1) response.writeHead(503).end();
      else response.end('late');
    });
    const body = restBody(rest, { ...request, waits });
    await pausing(clock, 2);
    expect(`${await body}`).toBe('late');
    expect(reasons[0]).toMatch(/^history: 429 too many requests, asked again at [\d:]{8}Z$/);
    expect(reasons.at(-1)).toBeNull();
    expect(clock.slept[0]).toBe(7000);
    expect(clock.slept[1]).toBeGreaterThanOrEqual(1000);
    expect(clock.slept[1]).toBeLessThanOrEqual(2000);
  });

  it('waits until the window of its requests ends when the server says when', async () => {
    const held = new HeldClock();
    const { clock, rest, request } = await served((_, response, index) => {
      const reset = `${held.now() / 1000 + 40}`;
      if (index === 0) response.writeHead(429, { 'x-ratelimit-reset': reset }).end();
      else response.end('{}');
    });
    const body = restBody(rest, request);
    await pausing(clock, 1);
    await body;
    expect(clock.slept).toEqual([40_000]);
  });

  it('is given up as unavailable after six tries', async () => {
    const { asked, clock, rest, request } = await served((_, response) =>
      response.writeHead(500).end('the-secret is out'),
    );
    const body = restBody(rest, request);
    body.catch(() => undefined);
    await pausing(clock, 5);
    await expect(body).rejects.toMatchObject({ code: 'Unavailable', found: '500 *** is out' });
    expect(asked).toHaveLength(6);
  });

  it('is given up if the server does not answer', async () => {
    const { clock, rest, request } = await served((incoming) => incoming.socket.destroy());
    const body = restBody(rest, request);
    body.catch(() => undefined);
    await pausing(clock, 5);
    await expect(body).rejects.toMatchObject({ code: 'Unavailable' });
  });

  it.each([302, 400, 401, 403, 422])('is not tried again after %s', async (status) => {
    const { asked, rest, request } = await served((_, response) =>
      response.writeHead(status, { location: '/elsewhere' }).end('{"message":"no"}'),
    );
    await expect(restBody(rest, request)).rejects.toMatchObject({ code: 'InvalidInput' });
    expect(asked).toHaveLength(1);
  });

  it('ends with its signal, in a pause too', async () => {
    const { clock, rest, request, stop } = await served((_, response) =>
      response.writeHead(500).end(),
    );
    const body = restBody(rest, request);
    body.catch(() => undefined);
    await eventually(() => expect(clock.sleeping).toBe(1));
    stop.abort(new Error('stopped'));
    await expect(body).rejects.toThrow('stopped');
  });
});

describe('pages', () => {
  const question = { path: '/v2/stocks/bars', query: {}, channel: 'rest.bars' };

  it('are brought one after the other, each stored before the next is asked for', async () => {
    const sink = new KeepingSink();
    const stored: number[] = [];
    const { asked, rest, stop } = await served((_, response, index) => {
      stored.push(sink.frames.length);
      response.end(JSON.stringify({ bars: {}, next_page_token: index < 2 ? `p${index}` : null }));
    });
    await bringPages(rest, question, sink, stop.signal);
    expect(stored).toEqual([0, 1, 2]);
    expect(asked.map((url) => new URL(url, 'http://x').searchParams.get('page_token'))).toEqual([
      null,
      'p0',
      'p1',
    ]);
    expect(sink.named('clock')).toHaveLength(1);
  });

  it.each(['[]', '{"next_page_token":7}', 'no JSON'])(
    'are refused if invalid: %s',
    async (text) => {
      const { rest, stop } = await served((_, response) => response.end(text));
      const brought = bringPages(rest, question, new KeepingSink(), stop.signal);
      await expect(brought).rejects.toMatchObject({ code: 'InvalidInput' });
    },
  );
});
