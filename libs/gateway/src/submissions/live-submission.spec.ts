/**
 * A scenario that names a feed: one tape for all its runs, ended on request; after its end a
 * new one begins.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import { parseMessage } from '#contracts/streams/catalogue';
import type { ClockCommand, TapeRequested } from '#contracts/streams/market';
import { feedDescriptionSchema } from '#feeds/port/feed-description';
import { feedHash } from '#feeds/port/registered-feed';
import { scenario, testGateway, type TestGateway } from '../server/gateway.fixture.js';

const description = feedDescriptionSchema.parse({
  name: 'ticks',
  calendar: '24/7',
  currency: 'USD',
  symbols: ['BTC', 'ETH'],
  feed: {
    kind: 'poll',
    url: 'https://prices.example/v1',
    headers: { authorization: { env: 'PRICES_KEY' } },
    mappings: [{ kind: 'trade', fields: { symbol: 's', at: 't', price: 'p', size: 'q' } }],
  },
});
const ticks = { name: 'ticks', description, directory: '/etc/feeds' };
const live = {
  ...scenario,
  data: 'ticks',
  symbols: ['BTC'],
  window: { from: '2026-11-02', to: 'open' },
};
const fullTape = { type: 'TapeClosed', version: 1, facts: 0, hash: 'c'.repeat(64) } as const;

describe('a scenario of a feed', () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await testGateway({}, { feeds: new Map([['ticks', ticks]]) });
  });

  async function requests(): Promise<TapeRequested[]> {
    const found: TapeRequested[] = [];
    const tail = await gateway.log.tail({
      topics: ['tapes'],
      from: 'start',
      onBatch: ({ messages }) => {
        for (const { value, key } of messages) found.push(parseMessage('tapes', value, key));
      },
    });
    await expect.poll(() => found.length).toBeGreaterThan(0);
    await tail.stop();
    return found;
  }

  it('requests a tape of all symbols of the feed, whatever it trades, without keys', async () => {
    const first = await gateway.post('/v1/submissions', live);
    expect(first.status).toBe(201);
    const second = await gateway.post('/v1/submissions', { ...live, symbols: ['ETH'] });
    expect(second.body['tape']).toBe(first.body['tape']);
    const [request] = await requests();
    expect(request).toMatchObject({
      dataset: 'ticks',
      live: true,
      speed: 'max',
      dataHash: feedHash(ticks),
      header: { instruments: [{ symbol: 'BTC' }, { symbol: 'ETH' }], barFrequency: 'intraday' },
    });
    expect(JSON.stringify(request)).not.toMatch(/prices[.]example|PRICES_KEY|etc/);
    expect(await gateway.post('/v1/submissions', live)).toMatchObject({
      status: 200,
      body: { runs: first.body['runs'] },
    });
  });

  it('is refused with an end, with symbols that the feed lacks, and without an end of a data set', async () => {
    const refused = async (change: object): Promise<unknown> => {
      const { status, body } = await gateway.post('/v1/submissions', { ...live, ...change });
      return [status, body['where']];
    };
    expect(await refused({ window: { from: '2026-11-02', to: '2026-11-03' } })).toEqual([
      422,
      'window.to',
    ]);
    expect(await refused({ symbols: ['BTC', 'XRP'] })).toEqual([422, 'symbols.1']);
    expect(await refused({ data: scenario.data, symbols: ['AAPL'] })).toEqual([422, 'window.to']);
  });

  it('has a tape that is ended by a command and turned by none', async () => {
    const { body } = await gateway.post('/v1/submissions', live);
    const tape = body['tape'] as string;
    await expect.poll(async () => (await gateway.ask(`/v1/tapes/${tape}`)).status).toBe(200);
    expect(await gateway.post(`/v1/tapes/${tape}/clock`, { kind: 'pause' })).toMatchObject({
      status: 409,
      body: { code: 'Conflict' },
    });
    expect(await gateway.post(`/v1/tapes/${tape}/end`, {})).toMatchObject({ status: 202 });
    const commands: ClockCommand[] = [];
    const tail = await gateway.log.tail({
      topics: ['clock.commands'],
      from: 'start',
      onBatch: ({ messages }) => {
        for (const one of messages) commands.push(parseMessage('clock.commands', one.value));
      },
    });
    await expect.poll(() => commands).toMatchObject([{ tape, command: { kind: 'end' } }]);
    await tail.stop();
  });

  it('has another tape and other runs when it is submitted after the end of its tape', async () => {
    const first = await gateway.post('/v1/submissions', live);
    const tape = first.body['tape'] as string;
    await gateway.publish('market.tape', { ...fullTape, tape });
    const closed = async (): Promise<unknown> =>
      (await gateway.ask(`/v1/tapes/${tape}`)).body['isClosed'];
    await expect.poll(closed).toBe(true);
    const again = await gateway.post('/v1/submissions', live);
    expect(again).toMatchObject({ status: 201, body: { tape: `${tape}.2` } });
    expect(again.body['runs']).not.toEqual(first.body['runs']);
  });

  it('is among the listed feeds, without locations and keys', async () => {
    const { status, body } = await gateway.ask('/v1/feeds');
    expect(status).toBe(200);
    expect(body['items']).toMatchObject([
      { feed: 'ticks', kind: 'poll', symbols: ['BTC', 'ETH'], recording: null },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/prices[.]example|PRICES_KEY|etc/);
  });
});
