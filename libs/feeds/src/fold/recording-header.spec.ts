/** The header of a recording's tape: what follows from the description. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FeedDescription } from '../port/feed-description.js';
import { describedFeed } from '../feed-description.fixture.js';
import { describedMessages, replayedMessages } from '../recording/stored-messages.fixture.js';
import { barMinutesOf, recordingHeader } from './recording-header.js';

const alpaca = describedFeed('kind: alpaca\nkey: { env: A }\nsecret: { env: B }');
const coinbase = describedFeed('kind: coinbase');
const with_ = (description: FeedDescription, over: Partial<FeedDescription>): FeedDescription => {
  return { ...description, ...over };
};
const built = { from: 'trades', minutes: 5 } as const;

describe('the lengths of bars', () => {
  it.each([
    ['built here', with_(coinbase, { bars: built }), { AAA: 5, BBB: 5 }],
    ['built here, beside those of the vendor', with_(alpaca, { bars: built }), { AAA: 5, BBB: 5 }],
    ['of the vendor', alpaca, { AAA: 1, BBB: 1 }],
    ['that messages tell', coinbase, {}],
    ['of days', with_(alpaca, { frequency: 'daily' }), {}],
    ['of days, built here', with_(coinbase, { frequency: 'daily', bars: built }), {}],
  ])('%s', (_, description, minutes) => {
    expect(barMinutesOf(description, ['AAA', 'BBB'])).toEqual(minutes);
    const { barMinutes } = recordingHeader(description, ['AAA', 'BBB']);
    expect(barMinutes).toEqual(Object.keys(minutes).length > 0 ? minutes : undefined);
  });
});

describe('the header', () => {
  it('has the symbols in their order, each in its currency', () => {
    const currencies = { BBB: 'EUR' };
    const header = recordingHeader(with_(coinbase, { currencies }), ['BBB', 'AAA', 'constructor']);
    expect(header).toEqual({
      id: expect.stringMatching(/^test-[0-9a-f]{12}$/),
      dataset: 'test',
      calendar: '24/7',
      instruments: [
        { symbol: 'BBB', currency: 'EUR' },
        { symbol: 'AAA', currency: 'USD' },
        { symbol: 'constructor', currency: 'USD' },
      ],
      sessionsPerYear: 365,
      priceBasis: 'raw',
      tradePrice: 'close',
      barFrequency: 'intraday',
      synthetic: false,
      dateRule: 'session-close',
    });
  });

  it('has an id that follows from the description and the symbols', () => {
    const idOf = (description: FeedDescription, symbols = ['AAA']): string =>
      recordingHeader(description, symbols).id;
    expect(idOf(coinbase)).toBe(idOf({ ...coinbase }));
    // As if the member that older recordings have were in it.
    expect(idOf(with_(coinbase, { silenceMs: 30_000 }))).toBe(idOf(coinbase));
    const others = [
      idOf(with_(coinbase, { silenceMs: 30_001 })),
      idOf(with_(coinbase, { closeDelayMs: 1 })),
      idOf(coinbase, ['AAA', 'BBB']),
    ];
    expect(new Set([...others, idOf(coinbase)]).size).toBe(4);
  });
});

it('is that of the recording as a data set', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recording-header-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const mapping = '{ kind: trade, fields: { symbol: s, at: t, price: p, size: q } }';
  const feed = `feed: { kind: file, path: t.jsonl, mappings: [${mapping}] }`;
  const description = describedMessages(`bars: { from: trades }\n${feed}\n`);
  const body = { s: 'BTC', t: 1_700_000_000_000, p: 1, q: 1 };
  const at = 1_700_000_000_000_000;
  const { dataset } = await replayedMessages(folder, description, [{ at, body }]);
  onTestFinished(() => dataset.close());
  const header = recordingHeader(description, dataset.symbols);
  const { calendar, symbols, currencyOf, ...rest } = dataset;
  expect(rest).toMatchObject({
    name: header.dataset,
    sessionsPerYear: header.sessionsPerYear,
    priceBasis: header.priceBasis,
    tradePrice: header.tradePrice,
    barFrequency: header.barFrequency,
    dateRule: header.dateRule,
    synthetic: header.synthetic,
    recorded: true,
  });
  expect(calendar.name).toBe(header.calendar);
  expect(await dataset.barMinutes()).toEqual(header.barMinutes);
  expect(symbols.map((symbol) => ({ symbol, currency: currencyOf(symbol) }))).toEqual(
    header.instruments,
  );
});
