/** Messages as the vendor documents them, and malformed bytes. */

import { encode, encodeTimeSpecToTimestamp, ExtData } from '@msgpack/msgpack';
import { assert, constantFrom, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFailure, parseCivilDate, parseInstant, type Instant } from '#values';
import type { FeedItem } from '../port/feed-item.js';
import { alpacaDecoder } from './alpaca-decoder.js';

const at = (text: string): Instant => parseInstant(text) as Instant;
const decoder = alpacaDecoder({ calendar: 'XNYS', currency: 'USD', currencies: { VOD: 'GBP' } });
const evening = at('2021-02-22T21:30:00Z');

function decoded(channel: string, bytes: Uint8Array, receivedAt = evening): readonly FeedItem[] {
  return decoder.decode({ kind: 'data', receivedAt, channel, bytes });
}
const json = (channel: string, value: unknown, receivedAt?: Instant): readonly FeedItem[] =>
  decoded(channel, Buffer.from(JSON.stringify(value)), receivedAt);
const stream = (...messages: unknown[]): readonly FeedItem[] => json('data.json', messages);
/** Nanoseconds as the vendor sends them in MessagePack. */
const timestamp = (sec: number, nsec: number): ExtData =>
  new ExtData(-1, encodeTimeSpecToTimestamp({ sec, nsec }));

const bar = {
  S: 'SPY',
  o: 388.985,
  h: 389.13,
  l: 388.975,
  c: 389.12,
  v: 49_378,
  t: '2021-02-22T19:15:00Z',
  n: 461,
  vw: 389.062639,
};
const values = {
  open: 388.985,
  high: 389.13,
  low: 388.975,
  close: 389.12,
  volume: 49_378,
  vwap: 389.062639,
};
const trade = {
  T: 't',
  i: 96_921,
  S: 'AAPL',
  x: 'D',
  p: 126.55,
  s: 1,
  t: '2021-02-22T15:51:44.208Z',
  c: ['@', 'I'],
  z: 'C',
};

describe('messages of the stream', () => {
  it('are bars, revised bars and bars of a finished session', () => {
    const start = at(bar.t);
    const minute = { kind: 'bar', symbol: 'SPY', start, end: start + 60_000_000, ...values };
    const daily = { ...bar, T: 'd', t: '2021-02-22T05:00:00Z' };
    const session = parseCivilDate('2021-02-22');
    expect(stream({ T: 'b', ...bar }, { T: 'u', ...bar }, daily)).toEqual([
      { ...minute, isRevision: false },
      { ...minute, isRevision: true },
      { kind: 'dailyBar', symbol: 'SPY', session, ...values, adjClose: null },
    ]);
    const beforeClose = at('2021-02-22T20:59:59.999Z');
    expect(json('data.json', [daily], beforeClose)).toEqual([]);
    const saturday = { ...daily, t: '2021-02-20T05:00:00Z' };
    expect(stream(saturday)).toEqual([]);
  });

  it('are trades, with an id that no other exchange and no other day has', () => {
    const others = [
      { ...trade, x: 'Q' },
      { ...trade, t: '2021-02-23T15:51:44.208Z' },
    ];
    const ids = stream(trade, ...others).map((item) => (item.kind === 'trade' ? item.id : ''));
    expect(stream(trade)).toEqual([
      {
        kind: 'trade',
        symbol: 'AAPL',
        at: at(trade.t),
        id: '18680-D-96921',
        price: 126.55,
        size: 1,
      },
    ]);
    expect(ids).toEqual(['18680-D-96921', '18680-Q-96921', '18681-D-96921']);
  });

  it('are trades of crypto, whose numbers may be longer than a double holds', () => {
    const text =
      '[{"T":"t","S":"BTC/USD","p":19999.5,"s":0.0001,' +
      '"t":"2021-02-22T15:51:44.208Z","i":9007199254740993}]';
    expect(decoded('data.json', Buffer.from(text))).toMatchObject([
      { symbol: 'BTC/USD', id: '9007199254740993', size: 0.0001 },
    ]);
    const packed = encode([{ ...trade, x: undefined, i: 9_007_199_254_740_993n }], {
      useBigInt64: true,
    });
    expect(decoded('data.msgpack', packed)).toMatchObject([{ id: '9007199254740993' }]);
  });

  it('may lack an average price, or one side', () => {
    const { vw: _, ...rest } = bar;
    expect(stream({ T: 'b', ...rest })).toMatchObject([{ kind: 'bar', vwap: null }]);
    expect(stream({ T: 'q', S: 'AMD', ap: 2, as: 3, t: bar.t })).toMatchObject([
      { bid: null, bidSize: null, ask: 2, askSize: 3 },
    ]);
  });

  it('are quotes, whose price of 0 is no offer', () => {
    const quote = {
      T: 'q',
      S: 'AMD',
      bp: 87.66,
      bs: 1,
      ap: 0,
      as: 4,
      t: '2021-02-22T15:51:45.335689322Z',
    };
    expect(stream(quote)).toEqual([
      {
        kind: 'quote',
        symbol: 'AMD',
        at: at('2021-02-22T15:51:45.335690Z'),
        bid: 87.66,
        bidSize: 1,
        ask: null,
        askSize: null,
      },
    ]);
  });

  it('are corrections and cancellations, by the id of the trade', () => {
    const time = { S: 'EEM', x: 'M', t: '2023-04-06T14:25:06.542305024Z', z: 'B' };
    const id = '19453-M-52983525033527';
    const corrected = {
      T: 'c',
      ...time,
      oi: 52_983_525_033_527,
      op: 39.1582,
      os: 440_000,
      cp: 39.1809,
      cs: 440_000,
    };
    const cancelled = { T: 'x', ...time, i: 52_983_525_033_527, p: 1, s: 2, a: 'C' };
    const item = {
      kind: 'tradeCorrection',
      symbol: 'EEM',
      at: at('2023-04-06T14:25:06.542306Z'),
      id,
    };
    expect(stream(corrected, cancelled)).toEqual([
      { ...item, trade: { price: 39.1809, size: 440_000 } },
      { ...item, trade: null },
    ]);
  });

  it.each([
    ['A', '2', true],
    ['B', '3', false],
    ['A', '5', undefined],
    ['A', 'T', undefined],
    ['C', 'H', true],
    ['C', 'P', true],
    ['C', 'Q', true],
    ['C', 'T', false],
    ['C', '2', undefined],
    ['', 'T', false],
  ])('are halts and resumptions: tape %s, code %s', (z, sc, halted) => {
    const reason = { rc: 'LUDP', rm: 'Volatility Trading Pause' };
    const [item] = stream({ T: 's', S: 'CCL', sc, sm: 'Status', ...reason, t: bar.t, z });
    const expected = { code: sc, reason: 'Status: Volatility Trading Pause', at: at(bar.t) };
    expect(item).toEqual(
      halted === undefined ? undefined : { kind: 'status', symbol: 'CCL', halted, ...expected },
    );
  });

  it('are articles, published when they were last changed', () => {
    const news = {
      T: 'n',
      id: 24_918_784,
      headline: 'Corsair Reports',
      summary: 'It fell.',
      author: 'B',
      created_at: '2022-01-05T22:00:37Z',
      updated_at: '2022-01-05T22:00:38Z',
      url: 'https://example.org/1',
      content: '<p>Corsair</p>',
      symbols: ['CRSR', 7],
      source: 'benzinga',
    };
    const [item] = json('news.json', [news]);
    expect(item).toEqual({
      kind: 'news',
      id: '24918784',
      publishedAt: at('2022-01-05T22:00:38Z'),
      symbols: ['CRSR'],
      title: 'Corsair Reports',
      summary: 'It fell.',
      source: 'benzinga',
      url: 'https://example.org/1',
      body: '<p>Corsair</p>',
    });
    const bare = { T: 'n', id: 1, created_at: bar.t };
    expect(json('news.json', [bare])).toMatchObject([{ publishedAt: at(bar.t), body: null }]);
  });

  it('are complaints, fatal when asking again is of no use', () => {
    const complaints = [402, 405, 406, 407, 409, 500, 499].map((code) => {
      const [item] = stream({ T: 'error', code, msg: 'said' });
      return item?.kind === 'complaint' ? [item.code, item.fatal] : [];
    });
    expect(complaints).toEqual([
      ['402', true],
      ['405', true],
      ['406', false],
      ['407', false],
      ['409', true],
      ['500', false],
      ['499', false],
    ]);
  });

  it('are ignored if they only answer or were not requested', () => {
    const band = { T: 'l', S: 'IONM', u: 3.24, d: 2.65, i: 'B', t: bar.t, z: 'C' };
    expect(stream({ T: 'success', msg: 'connected' }, { T: 'subscription' }, band)).toEqual([
      { kind: 'heartbeat', at: at(bar.t) },
    ]);
  });

  it('say the same in MessagePack, with nanoseconds rounded up', () => {
    const packed = { ...trade, t: timestamp(1_614_009_104, 208_000_001) };
    expect(decoded('data.msgpack', encode([packed]))).toEqual(
      stream({ ...trade, t: '2021-02-22T15:51:44.208001Z' }),
    );
    const beyond = { ...trade, t: timestamp(2 ** 34, 0) };
    expect(decoded('data.msgpack', encode([beyond]))).toMatchObject([{ code: 'unreadable' }]);
  });
});

describe('what cannot be read', () => {
  it.each([
    ['a price of 0', { ...trade, p: 0 }],
    ['a price that is a text', { ...trade, p: '126.55' }],
    ['a size below 0', { ...trade, s: -1 }],
    ['no symbol', { ...trade, S: '' }],
    ['a symbol that is too long', { ...trade, S: 'A'.repeat(33) }],
    ['a time without an offset', { ...trade, t: '2021-02-22T15:51:44' }],
    ['an invalid time', { ...trade, t: 'Timestamp' }],
    ['no message', 7],
    ['a message of an unknown kind', { T: 'toString' }],
  ])('is named and spoils nothing else: %s', (_, broken) => {
    const [first, second, third] = stream(trade, broken, trade);
    expect([first?.kind, second?.kind, third?.kind]).toEqual(['trade', 'complaint', 'trade']);
  });

  it.each([
    ['not of its encoding', 'data.json', '{'],
    ['no object', 'rest.bars', '[]'],
    ['of another feed', 'line', '{}'],
    ['of a day that does not exist', 'rest.actions.2021-02-30', '{}'],
  ])('is refused when a whole frame is %s', (_, channel, text) => {
    expect(() => decoded(channel, Buffer.from(text))).toThrow(
      expect.objectContaining({ code: 'InvalidInput' }),
    );
  });

  it('is refused at once when lengths claim more than there is', () => {
    for (const bytes of [
      [0xdd, 0xff, 0xff, 0xff, 0xff],
      [0xdf, 0xff, 0xff, 0xff, 0xff],
      [0xc9, 0x7f, 0xff, 0xff, 0xff, 0xff],
    ]) {
      expect(() => decoded('data.msgpack', Uint8Array.from(bytes))).toThrow(/cannot be read/);
    }
  });

  it('never fails otherwise, whatever the bytes are', () => {
    const channels = [
      'data.msgpack',
      'data.json',
      'rest.trades',
      'rest.news',
      'rest.actions.2021-01-01',
    ];
    const holds = property(
      constantFrom(...channels),
      uint8Array({ maxLength: 60 }),
      (channel, bytes) => {
        try {
          decoded(channel, bytes);
        } catch (error) {
          if (!isFailure(error, 'InvalidInput')) throw error;
        }
      },
    );
    assert(holds, { numRuns: 1000 });
  });
});

describe('pages of history', () => {
  it('are bars, trades and quotes under their symbols', () => {
    const page = (name: string, member: object) => ({
      [name]: { SPY: [member] },
      next_page_token: null,
    });
    expect(json('rest.bars', page('bars', bar))).toEqual(stream({ T: 'b', ...bar }));
    expect(json('rest.trades', page('trades', { ...trade, S: undefined }))).toEqual(
      stream({ ...trade, S: 'SPY' }),
    );
    const quote = { bp: 1, bs: 2, ap: 3, as: 4, t: bar.t };
    expect(json('rest.quotes', page('quotes', quote))).toEqual(
      stream({ T: 'q', S: 'SPY', ...quote }),
    );
    const daily = { ...bar, t: '2021-02-22T05:00:00Z' };
    expect(json('rest.dailyBars', page('bars', daily))).toEqual(stream({ ...daily, T: 'd' }));
    expect(json('rest.bars', { bars: null, next_page_token: null })).toEqual([]);
  });

  it('are articles', () => {
    const news = { id: 1, headline: 'h', created_at: bar.t, updated_at: bar.t, symbols: ['SPY'] };
    expect(json('rest.news', { news: [news, null] })).toMatchObject([
      { kind: 'news', id: '1', title: 'h' },
      { kind: 'complaint', code: 'unreadable' },
    ]);
  });
});

describe('corporate actions', () => {
  const from = (date: string, lists: object): readonly FeedItem[] =>
    json(`rest.actions.${date}`, { corporate_actions: lists, next_page_token: null });
  const split = {
    symbol: 'NVDA',
    new_rate: 10,
    old_rate: 1,
    process_date: '2024-06-10',
    ex_date: '2024-06-10',
  };
  const dividend = {
    symbol: 'VOD',
    rate: 0.25,
    special: false,
    foreign: true,
    process_date: '2024-07-01',
    ex_date: '2024-06-13',
    record_date: '2024-06-13',
    payable_date: '2024-07-01',
  };
  const on = (date: string) => parseCivilDate(date);

  it('are splits forward, in reverse and in shares', () => {
    const lists = {
      forward_splits: [split],
      reverse_splits: [{ ...split, symbol: 'ABC', new_rate: 1, old_rate: 20 }],
      stock_dividends: [{ symbol: 'DEF', rate: 0.05, ex_date: '2024-06-10' }],
    };
    const effectiveDate = on('2024-06-10');
    expect(from('2024-06-10', lists)).toEqual(
      [
        { symbol: 'NVDA', from: 1, to: 10 },
        { symbol: 'ABC', from: 20, to: 1 },
        { symbol: 'DEF', from: 1, to: 1.05 },
      ].map((said) => ({ kind: 'action', action: { kind: 'split', effectiveDate, ...said } })),
    );
  });

  it('are dividends in cash, in the currency of their symbol', () => {
    expect(from('2024-06-10', { cash_dividends: [dividend] })).toEqual([
      {
        kind: 'action',
        action: {
          kind: 'dividend',
          symbol: 'VOD',
          exDate: on('2024-06-13'),
          declaredDate: null,
          recordDate: on('2024-06-13'),
          payDate: on('2024-07-01'),
          amount: 0.25,
          currency: 'GBP',
          type: 'regular',
        },
      },
    ]);
  });

  it('are left out when they were history when they were asked for', () => {
    expect(from('2024-06-14', { cash_dividends: [dividend], forward_splits: [split] })).toEqual([]);
  });

  it('are named when positions cannot follow them', () => {
    const merger = {
      acquiree_symbol: 'XYZ',
      effective_date: '2024-06-20',
      process_date: '2024-06-21',
    };
    expect(from('2024-06-10', { cash_mergers: [merger], spin_offs: [7] })).toMatchObject([
      {
        kind: 'complaint',
        code: 'corporate action',
        reason: expect.stringMatching(/XYZ on 2024-06-20/),
      },
      { kind: 'complaint', code: 'unreadable' },
    ]);
  });
});
