/** The header of a recording's tape: what follows from the description. */

import { describe, expect, it } from 'vitest';
import type { FeedDescription } from '../port/feed-description.js';
import { describedFeed } from '../feed-description.fixture.js';
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
      ...{ id: expect.stringMatching(/^test-[0-9a-f]{12}$/), dataset: 'test', calendar: '24/7' },
      instruments: [
        { symbol: 'BBB', currency: 'EUR' },
        { symbol: 'AAA', currency: 'USD' },
        { symbol: 'constructor', currency: 'USD' },
      ],
      ...{ sessionsPerYear: 365, priceBasis: 'raw', tradePrice: 'close' },
      ...{ barFrequency: 'intraday', synthetic: false, dateRule: 'session-close' },
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
