/** Faults of the served feed on real data: the ledger accounts for all of it, and REST is whole. */

import { expect, it } from 'vitest';
import { cryptoDay, keys, serve, type CryptoDay } from './served-data.fixture.js';
import { vendorClient } from './javascript-client.fixture.js';

type Row = Readonly<Record<string, unknown>>;

/** Ends of messages by type and time, as often as they are there. */
const keysOf = (rows: readonly Row[]): string[] =>
  rows.map(({ T, t }) => `${String(T)} ${String(t)}`).sort();

function dataKeys({ bars, quotes, trades }: CryptoDay): string[] {
  const at = (time: string): string => time.replace('.000Z', 'Z');
  return [
    ...bars.map(({ start }) => `b ${start}`),
    ...quotes.map((quote) => `q ${at(quote.at)}`),
    ...trades.map((trade) => `t ${trade.at}`),
  ].sort();
}

it('a faulty stream is the data, but for what the ledger says', async () => {
  const day = cryptoDay(120);
  const plan = {
    drop: 0.05,
    double: 0.05,
    reorder: { share: 0.05 },
    corrections: { share: 0.1 },
    seed: 3,
    disconnect: { everyMessages: 700 },
  };
  const served = await serve({ plan }, '--data', day.folder, '--speed', 'max');
  const client = await vendorClient(served.rest, keys);
  const stream = client.cryptoStream({ url: `${served.stream}/v1beta3/crypto/us` });
  let received = 0;
  for (const event of ['bar', 'trade', 'quote', 'updated_bar', 'correction', 'cancel_error']) {
    stream.on(event, () => received++);
  }
  stream.subscribeForBars(['*']);
  stream.subscribeForTrades(['*']);
  stream.subscribeForQuotes(['*']);
  stream.connect();
  await expect.poll(() => served.ledger().at(-1)?.['event'], { timeout: 60_000 }).toBe('ended');
  stream.disconnect();

  const ledger = served.ledger();
  const messages = ledger.filter(({ message }) => message !== undefined);
  const faultOf = (name: string): readonly Row[] => messages.filter(({ fault }) => fault === name);
  const extra = new Set<unknown>(['doubled', 'invented', 'corrected', 'cancelled']);
  const ofData = messages.filter(({ fault }) => !extra.has(fault));
  expect(keysOf(ofData.map(({ message }) => message as Row))).toEqual(dataKeys(day));
  expect(faultOf('corrected')).toHaveLength(faultOf('preliminary').length);
  expect(faultOf('cancelled')).toHaveLength(faultOf('invented').length);
  for (const name of ['doubled', 'reordered', 'corrected', 'cancelled']) {
    expect(faultOf(name).length, name).toBeGreaterThan(0);
  }
  expect(ledger.some(({ why }) => why === 'dropped')).toBe(true);
  expect(ledger.some(({ event }) => event === 'disconnected')).toBe(true);
  // What was on its way when a connection broke may be lost.
  const sent = messages.filter(({ event, to }) => event === 'sent' && to === 1).length;
  expect(received).toBeGreaterThan(0);
  expect(received).toBeLessThanOrEqual(sent);

  const start = new Date('2022-01-03T00:00:00Z');
  const bars = await client.getCryptoBars({
    loc: 'us',
    symbols: 'BTC/USD',
    timeframe: '1Min',
    start,
  });
  expect(bars['BTC/USD']).toMatchObject(
    day.bars.map(({ start: at, values: [open, high, low, close, volume] }) => ({
      timestamp: new Date(at),
      open,
      high,
      low,
      close,
      volume,
    })),
  );
  const trades = await client.getCryptoTrades({ loc: 'us', symbols: 'BTC/USD', start });
  expect(trades['BTC/USD']).toMatchObject(
    day.trades.map(({ at, price, size }) => ({ timestamp: new Date(at), price, size })),
  );
});
