/** What clients of the stream see; through a proxy with faults, what they see of it. */

import { describe, expect, it } from 'vitest';
import { credentials, ask, Facts, openFeed, symbols } from './served-facts.fixture.js';
import { StreamClient } from './stream-client.fixture.js';

const crypto = '/v1beta3/crypto/us';
const [btc, eth] = symbols as [string, string];

describe('the stream', () => {
  it.each(['json', 'msgpack'] as const)('sends what was subscribed to, in %s', async (encoding) => {
    const { feed } = await openFeed();
    const lists = { bars: [btc], trades: ['*'] };
    const client = await StreamClient.subscribed(
      `${feed.server.address.stream}${crypto}`,
      lists,
      encoding,
    );
    expect(client.of('subscription')).toMatchObject([{ bars: [btc], trades: ['*'], quotes: [] }]);
    const facts = new Facts().bar(1, 100).bar(1, 200, 1).trade(1, 201, 1).quote(1, 99, 101);
    await feed.publish(facts.columns);
    await client.until(({ T }) => T === 't');
    const t = encoding === 'json' ? '2026-01-05T12:00:00Z' : new Date('2026-01-05T12:00:00Z');
    expect(client.of('b')).toEqual([
      { T: 'b', S: btc, o: 99, h: 102, l: 97, c: 100, v: 10, vw: 100, n: 0, t },
    ]);
    expect(client.of('t')).toMatchObject([{ S: eth, i: 1, p: 201, s: 2, tks: '' }]);
    expect(client.of('q')).toEqual([]);
  });

  it('lists corrections and cancellations of stocks with the trades', async () => {
    const { feed } = await openFeed();
    const client = await StreamClient.subscribed(`${feed.server.address.stream}/v2/iex`, {
      trades: [btc],
    });
    const listed = { trades: [btc], corrections: [btc], cancelErrors: [btc], statuses: [] };
    expect(client.of('subscription')).toMatchObject([listed]);
    client.send({ action: 'unsubscribe', trades: [btc] });
    await client.until(({ corrections }) => Array.isArray(corrections) && corrections.length === 0);
  });

  it.each([
    ['intraday', 'updatedBars', 'u', '1Min'],
    ['daily', 'dailyBars', 'd', '1Day'],
  ] as const)('corrects a bar of %s data', async (barFrequency, channel, type, timeframe) => {
    const instruments = symbols.map((symbol) => ({ symbol, currency: 'USD' }));
    const opened = await openFeed({ header: { calendar: '24/7', barFrequency, instruments } });
    const { feed } = opened;
    const client = await StreamClient.subscribed(`${feed.server.address.stream}/v2/iex`, {
      [channel]: [btc],
    });
    await feed.publish(new Facts().bar(1, 100).correctedBar(1, 150).columns);
    await client.until(({ T, c }) => T === type && c === 150);
    const query = `symbols=${btc}&timeframe=${timeframe}&start=2026-01-01`;
    const { body } = await ask(opened, `/v2/stocks/bars?${query}`);
    expect((body['bars'] as Record<string, object[]>)[btc]).toMatchObject([{ c: 150 }]);
  });

  it('knows a client by the headers of its request', async () => {
    const { feed } = await openFeed();
    const client = StreamClient.open(`${feed.server.address.stream}/v2/iex`, {
      headers: {
        'APCA-API-KEY-ID': credentials.key,
        'APCA-API-SECRET-KEY': credentials.secret,
      },
    });
    await client.until(({ msg }) => msg === 'authenticated');
    expect(client.messages).toHaveLength(2);
  });

  it('sends news with their text to those who want a symbol of it', async () => {
    const { feed } = await openFeed();
    const client = await StreamClient.subscribed(`${feed.server.address.stream}/v1beta1/news`, {
      news: [btc],
    });
    const body = { sha256: 'a'.repeat(64), chars: 6 };
    const facts = new Facts().news(1, { id: '8', symbols: [eth] }).news(1, { body });
    await feed.publish(facts.columns);
    await client.until(({ T }) => T === 'n');
    expect(client.of('n')).toMatchObject([
      { id: 7, headline: 'A title', content: 'A body', symbols: [btc], author: 'Wire' },
    ]);
  });

  it('answers 404 to a client that never says who it is', async () => {
    const { feed } = await openFeed({ authTimeoutMs: 1 });
    const client = StreamClient.open(`${feed.server.address.stream}/v2/iex`);
    expect(await client.until(({ T }) => T === 'error')).toMatchObject({ code: 404 });
    await expect.poll(() => client.closed).toBe(1008);
  });

  it('answers 407 to a client that does not read, and disconnects it', async () => {
    const { feed } = await openFeed({ waitingBytesMax: 100_000 });
    const client = await StreamClient.subscribed(`${feed.server.address.stream}${crypto}`, {
      quotes: ['*'],
    });
    client.socket.pause();
    for (let sent = -1; feed.counts.sent > sent; await new Promise(setImmediate)) {
      sent = feed.counts.sent;
      const facts = new Facts();
      for (let row = 0; row < 1000; row++) facts.quote(1, 99, 101);
      await feed.publish(facts.columns);
    }
    client.socket.resume();
    expect(await client.until(({ T }) => T === 'error')).toMatchObject({ code: 407 });
  });

  it('answers 404 at other addresses', async () => {
    const { feed } = await openFeed();
    const client = StreamClient.open(`${feed.server.address.stream}/v3/iex`);
    await expect.poll(() => client.closed).toBe(1006);
  });
});

describe('a fault', () => {
  it('cuts connections, keeps them out for a while, and is in the ledger', async () => {
    let now = 0;
    const opened = await openFeed({
      faults: { disconnect: { everyMessages: 2, refuseSeconds: 10 } },
      nowMs: () => now,
    });
    const address = `${opened.feed.server.address.stream}${crypto}`;
    const client = await StreamClient.subscribed(address, { bars: ['*'] });
    await opened.feed.publish(new Facts().bar(1, 100).bar(2, 100).bar(3, 100).columns);
    await expect.poll(() => client.closed).toBe(1006);
    const refused = StreamClient.open(address);
    await expect.poll(() => refused.closed).toBe(1006);
    now = 10_000;
    await StreamClient.subscribed(address, { bars: ['*'] });
    await expect
      .poll(() => opened.lines.map(({ event }) => event))
      .toEqual(['connected', 'sent', 'sent', 'disconnected', 'sent', 'closed', 'connected']);
    expect(opened.lines[4]).toMatchObject({ to: 0 });
  });

  it('of a restart takes REST along', async () => {
    let now = 0;
    const at = '2026-01-05T12:02:00Z';
    const opened = await openFeed({ faults: { restarts: [{ at }] }, nowMs: () => now });
    await opened.feed.publish(new Facts().bar(1, 100).bar(2, 100).columns);
    await expect(ask(opened, '/v1beta1/news')).rejects.toThrow('fetch failed');
    now = 1000;
    expect((await ask(opened, '/v1beta1/news')).status).toBe(200);
  });

  it('of silence leaves out what falls into it', async () => {
    let now = 0;
    const faults = { silence: { everyMessages: 1, seconds: 5 } };
    const { feed, lines } = await openFeed({ faults, nowMs: () => now });
    await feed.publish(new Facts().bar(1, 100).bar(2, 100).columns);
    now = 5000;
    await feed.publish(new Facts().bar(3, 100).columns);
    expect(lines.map(({ event }) => event).filter((event) => event !== 'silent')).toEqual([
      'sent',
      'omitted',
      'sent',
    ]);
  });

  it('of a halt is published, and nothing trades until it ends', async () => {
    const halts = [{ symbol: btc, at: '2026-01-05T12:02:00Z', minutes: 2 }];
    const opened = await openFeed({ faults: { halts } });
    const client = await StreamClient.subscribed(`${opened.feed.server.address.stream}/v2/iex`, {
      statuses: ['*'],
      trades: ['*'],
    });
    const facts = new Facts().trade(1, 1).trade(2, 2).trade(2, 7, 1).trade(3, 3).trade(4, 4);
    await opened.feed.publish(facts.columns);
    await client.until(({ T, p }) => T === 't' && p === 4);
    expect(client.messages.slice(3).map(({ T, sc, p }) => [T, sc ?? p])).toEqual([
      ['t', 1],
      ['s', 'H'],
      ['t', 7],
      ['s', 'T'],
      ['t', 4],
    ]);
    const { body } = await ask(opened, `/v2/stocks/trades?symbols=${btc}&start=2026-01-05`);
    expect(body['trades']).toMatchObject({ [btc]: [{ p: 1 }, { p: 4 }] });
  });
});
