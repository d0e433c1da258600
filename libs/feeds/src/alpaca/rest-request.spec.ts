/** Pages of a history server; only the clock is fake. */

import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { localServer, type Handle } from '../http/local-server.fixture.js';
import { HeldClock } from '../feed-clock.fixture.js';
import { KeepingSink } from '../feed-sink.fixture.js';
import { RequestPace } from '../http/request.js';
import { ClockDrift } from '../socket/clock-drift.js';
import { bringPages } from './rest-request.js';

async function served(handle: Handle) {
  const { asked, base } = await localServer(handle);
  const clock = new HeldClock();
  const rest = {
    base: `${base}/`,
    credentials: { key: 'the-key', secret: 'the-secret' },
    certificate: undefined,
    clock,
    drift: new ClockDrift(),
    pace: new RequestPace(clock, 180, 60_000),
  };
  return { asked, rest, stop: new AbortController() };
}

describe('pages', () => {
  const question = { path: '/v2/stocks/bars', query: {}, channel: 'rest.bars' };

  it('are requested with the credentials in headers, never in the address', async () => {
    let headers: IncomingMessage['headers'] = {};
    const { asked, rest, stop } = await served((incoming, response) => {
      headers = incoming.headers;
      response.end('{}');
    });
    const asking = { ...question, query: { symbols: 'A,B' } };
    await bringPages(rest, asking, new KeepingSink(), stop.signal);
    expect(headers).toMatchObject({
      'apca-api-key-id': 'the-key',
      'apca-api-secret-key': 'the-secret',
    });
    expect(asked).toEqual(['/v2/stocks/bars?symbols=A%2CB']);
  });

  it('are refused without the credentials that the server repeats', async () => {
    const { rest, stop } = await served((_, response) =>
      response.writeHead(403).end('the-key and the-secret are out'),
    );
    const brought = bringPages(rest, question, new KeepingSink(), stop.signal);
    await expect(brought).rejects.toMatchObject({
      where: expect.stringMatching(/^127\.0\.0\.1:\d+\/v2\/stocks\/bars$/),
      found: 'status 403: *** and *** are out',
    });
  });

  it('are brought one after the other, each stored before the next is asked for', async () => {
    const sink = new KeepingSink();
    const stored: number[] = [];
    const { asked, rest, stop } = await served((_, response, index) => {
      stored.push(sink.frames.length);
      // The server's second must not change meanwhile: our clock stands still.
      response.setHeader('date', 'Wed, 01 Apr 2026 14:00:00 GMT');
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
