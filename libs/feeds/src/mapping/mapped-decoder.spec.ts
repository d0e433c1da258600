/** A mapping alone turns foreign messages into items, and reports what does not fit. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { civilDate, isFailure } from '#values';
import { describedFeed } from '../feed-description.fixture.js';
import type { FeedConnectionOf } from '../port/feed-description.js';
import type { FeedItem } from '../port/feed-item.js';
import { mappedDecoder } from './mapped-decoder.js';

/** Decodes messages by the mappings, written as in a description. */
function decoding(mappings: string): (message: unknown) => readonly FeedItem[] {
  const description = describedFeed(
    `kind: file\npath: x\nmappings:\n${mappings.trim().replace(/^/gm, '  ')}`,
  );
  const { mappings: parsed } = description.feed as FeedConnectionOf<'file'>;
  const decoder = mappedDecoder({ ...description, mappings: parsed });
  return (message) => {
    const bytes =
      message instanceof Uint8Array ? message : Buffer.from(JSON.stringify(message), 'utf8');
    return decoder.decode({ kind: 'data', receivedAt: 1_000_001, channel: 'line', bytes });
  };
}

const trade = decoding(`
- kind: trade
  fields: {symbol: s, at: t, price: p, size: q, id: i}
`);
const at = 1_700_000_000_123_000;
const unmapped = { kind: 'unmapped', count: 1 };

describe('a mapping', () => {
  it('reads members by path, and numbers that are written as texts', () => {
    expect(trade({ s: 'AAA', t: 1_700_000_000_123, p: '10.5', q: 2, i: 77 })).toEqual([
      { kind: 'trade', symbol: 'AAA', at, id: '77', price: 10.5, size: 2 },
    ]);
  });

  it('reads each element of a list, with members of the message around it', () => {
    const decode = decoding(`
- kind: trade
  each: data.trades
  fields: {symbol: $.data.name, at: '[1]', price: '[0]', size: =1, number: '[2]', stream: $.data.name}
  symbols: {Aaa-Usd: AAA}
  timeUnit: s
`);
    const message = { data: { name: 'Aaa-Usd', trades: [[10, 1_700_000_000.123, 4]] } };
    expect(decode(message)).toEqual([
      {
        kind: 'trade',
        symbol: 'AAA',
        at,
        id: null,
        price: 10,
        size: 1,
        numbered: { stream: 'Aaa-Usd', number: 4 },
      },
    ]);
  });

  it('takes an empty text for a member that is missing', () => {
    const message = { s: 'AAA', t: 1_700_000_000_123, p: 1, q: 2 };
    expect(trade({ ...message, i: '' })).toEqual([
      { kind: 'trade', symbol: 'AAA', at, id: null, price: 1, size: 2 },
    ]);
    expect(() => trade({ ...message, p: '' })).toThrow(
      'price cannot be read; expected a number above 0; found nothing',
    );
  });

  it('takes a message that is a list, and names with points', () => {
    const decode = decoding(`
- kind: trade
  each: $
  fields: {symbol: '"a.b"', at: t, price: p, size: q}
  timeUnit: ns
`);
    const message = [{ 'a.b': 'BBB', t: '1700000000123000000', p: 1, q: 1 }];
    expect(decode(message)).toMatchObject([{ symbol: 'BBB', at }]);
  });

  it('evaluates expressions, and reports one whose function does not take its arguments', () => {
    const decode = decoding(`
- kind: trade
  each: "trades[?side=='buy']"
  fields: {symbol: $.s, at: t, price: abs(p), size: sum(parts), id: "join('-', [v, i])"}
`);
    const sound = { side: 'buy', t: 1_700_000_000_123, p: -2, parts: [1, 3], v: 'N', i: '7' };
    const trades = [{ ...sound, side: 'sell' }, sound, { ...sound, p: 'two' }];
    expect(decode({ s: 'AAA', trades })).toMatchObject([
      { kind: 'trade', symbol: 'AAA', at, id: 'N-7', price: 2, size: 4 },
      { kind: 'complaint', reason: expect.stringContaining('abs(p): the expression has no value') },
    ]);
  });

  it('compares numbers and truth values as they are', () => {
    const decode = decoding(`
- kind: trade
  where: {path: type, is: [1, true]}
  fields: {symbol: s, at: t, price: p, size: q}
`);
    const message = { s: 'AAA', t: 1_700_000_000_123, p: 1, q: 1 };
    for (const type of [1, '1', true]) expect(decode({ ...message, type })).toHaveLength(1);
    for (const type of [2, false, null]) expect(decode({ ...message, type })).toEqual([unmapped]);
  });

  it('takes messages of the kind that it names', () => {
    const decode = decoding(`
- kind: trade
  where: {path: type, is: [trade, match]}
  fields: {symbol: s, at: t, price: p, size: q}
- kind: status
  where: {path: type, is: halt}
  fields: {symbol: s, at: t, halted: =true, code: =H, reason: why}
`);
    const sound = { s: 'AAA', t: '2023-11-14T22:13:20.123Z', p: 1, q: 1 };
    expect(decode({ type: 'match', ...sound })).toHaveLength(1);
    expect(decode({ type: 'hello' })).toEqual([unmapped]);
    expect(decode({ type: 'halt', ...sound, why: 'news' })).toEqual([
      { kind: 'status', symbol: 'AAA', at, halted: true, code: 'H', reason: 'news' },
    ]);
  });

  it('joins the members of an id, so that different members never give the same', () => {
    const decode = decoding(`
- kind: trade
  fields: {symbol: s, at: t, price: p, size: q, id: [i, v.x, '=A']}
- kind: tradeCorrection
  where: {path: k, is: c}
  fields: {symbol: s, at: t, id: [i, v.x]}
`);
    const idOf = (i: unknown, x: unknown, k = 't'): unknown =>
      decode({ s: 'AAA', t: 1, p: 1, q: 1, i, v: { x }, k }).at(-1);
    expect(idOf('7', 11)).toMatchObject({ id: '7:11:A' });
    expect(idOf('7', 12)).toMatchObject({ id: '7:12:A' });
    expect(idOf('7:1', '1')).toMatchObject({ id: '7\\:1:1:A' });
    expect(idOf('7', '1:1')).toMatchObject({ id: '7:1\\:1:A' });
    expect(idOf('7', undefined)).toMatchObject({ id: '7::A' });
    expect(idOf('7', 12, 'c')).toMatchObject({ kind: 'tradeCorrection', id: '7:12' });
    expect(idOf(undefined, null, 'c')).toMatchObject({
      kind: 'complaint',
      reason: 'i, v.x: id cannot be read; expected a text; found nothing',
    });
    expect(() => idOf('7', { y: 1 })).toThrow(/i, v\.x, id: id cannot be read; expected a text/);
    expect(() => idOf('7', 0.1)).toThrow(/found 0\.1/);
  });

  it('counts messages and elements that none takes, and those alone', () => {
    const decode = decoding(`
- kind: trade
  each: data
  where: {path: k, is: t}
  fields: {symbol: s, at: t, price: p, size: q}
- kind: quote
  each: data
  where: {path: k, is: q}
  fields: {symbol: s, at: t, bid: p}
- kind: heartbeat
  where: {path: type, is: beat}
  fields: {at: t}
`);
    const element = (k: string) => ({ k, s: 'AAA', t: 1, p: 1, q: 1 });
    const counted = (message: unknown): number[] =>
      decode(message).flatMap((item) => (item.kind === 'unmapped' ? [item.count] : []));
    expect(counted({ data: ['t', 'q', 'x', 'y', 't'].map(element) })).toEqual([2]);
    expect(counted({ data: ['t', 'q'].map(element) })).toEqual([]);
    expect(counted({ data: [] })).toEqual([]);
    expect(counted({ data: ['x', 'y', 'z'].map(element) })).toEqual([3]);
    expect(counted({ type: 'beat', t: 1 })).toEqual([]);
    expect(counted({ type: 'other' })).toEqual([1]);
    expect(counted({ trades: ['t'].map(element) })).toEqual([1]);
  });

  it('reads every other kind', () => {
    const all = decoding(`
- kind: bar
  where: {path: k, is: b}
  fields: {symbol: s, end: t, minutes: =1, open: o, high: h, low: l, close: c, volume: v}
- kind: dailyBar
  where: {path: k, is: d}
  fields: {symbol: s, session: d, open: o, high: h, low: l, close: c, adjClose: a}
- kind: quote
  where: {path: k, is: q}
  fields: {symbol: s, at: t, bid: b, bidSize: bs, ask: a}
- kind: tradeCorrection
  where: {path: k, is: x}
  fields: {symbol: s, at: t, id: i, price: p, size: q}
- kind: news
  where: {path: k, is: n}
  fields: {id: i, publishedAt: t, title: h, symbols: ss}
- kind: dividend
  where: {path: k, is: v}
  fields: {symbol: s, exDate: d, amount: a}
- kind: split
  where: {path: k, is: s}
  fields: {symbol: s, effectiveDate: d, from: f, to: to}
- kind: heartbeat
  where: {path: k, is: h}
  fields: {at: t, number: 'n'}
`);
    const t = 1_700_000_000_123;
    const prices = { o: 2, h: 3, l: 1, c: 2 };
    const values = { open: 2, high: 3, low: 1, close: 2, volume: null, vwap: null };
    expect(all({ k: 'b', s: 'AAA', t, ...prices, v: 5 })).toEqual([
      {
        kind: 'bar',
        symbol: 'AAA',
        start: at - 60_000_000,
        end: at,
        isRevision: false,
        ...values,
        volume: 5,
      },
    ]);
    const session = civilDate(2023, 11, 14);
    expect(all({ k: 'd', s: 'AAA', d: '2023-11-14', ...prices, a: 1.5 })).toEqual([
      { kind: 'dailyBar', symbol: 'AAA', session, ...values, adjClose: 1.5 },
    ]);
    expect(all({ k: 'q', s: 'AAA', t, b: 1, bs: 5, a: null })).toEqual([
      { kind: 'quote', symbol: 'AAA', at, bid: 1, bidSize: 5, ask: null, askSize: null },
    ]);
    expect(all({ k: 'x', s: 'AAA', t, i: 'T1' })).toEqual([
      { kind: 'tradeCorrection', symbol: 'AAA', at, id: 'T1', trade: null },
    ]);
    expect(all({ k: 'n', i: 'N1', t, h: 'Headline', ss: ['AAA', 'ZZZ'] })).toMatchObject([
      { kind: 'news', id: 'N1', publishedAt: at, title: 'Headline', body: null },
    ]);
    expect(all({ k: 'v', s: 'AAA', d: '2023-11-14', a: 0.5 })).toMatchObject([
      { kind: 'action', action: { kind: 'dividend', exDate: session, currency: 'USD' } },
    ]);
    expect(all({ k: 's', s: 'AAA', d: '2023-11-14', f: 1, to: 4 })).toMatchObject([
      { kind: 'action', action: { kind: 'split', from: 1, to: 4 } },
    ]);
    expect(all({ k: 'h', t, n: 9 })).toEqual([
      { kind: 'heartbeat', at, last: { stream: '', number: 9 } },
    ]);
  });
});

describe('what cannot be read', () => {
  const sound = { s: 'AAA', t: 1_700_000_000_123, p: 1, q: 1 };

  it.each([
    [{ ...sound, p: 'abc' }, 'p: price cannot be read; expected a number above 0; found "abc"'],
    [{ ...sound, p: 0 }, 'p: price cannot be read; expected a number above 0; found 0'],
    [
      { ...sound, p: undefined },
      'p: price cannot be read; expected a number above 0; found nothing',
    ],
    [{ ...sound, t: 'soon' }, 't: at cannot be read; expected a time'],
    [{ ...sound, t: 1_700_000_000_123_000 }, 't: at cannot be read; expected a time'],
    [{ ...sound, i: 2 ** 60 }, 'i: id cannot be read; expected a text'],
    [{ ...sound, s: { toString: 1 } }, 's: symbol cannot be read; expected a text'],
  ])('is refused with its path: %j', (message, text) => {
    expect(() => trade(message)).toThrow(text);
  });

  it('is a complaint when the rest of the message can be read', () => {
    const decode = decoding(`
- kind: trade
  each: $
  fields: {symbol: s, at: t, price: p, size: q}
`);
    const items = decode([sound, { ...sound, p: -1 }, sound]);
    expect(items.map(({ kind }) => kind)).toEqual(['trade', 'trade', 'complaint']);
  });

  it('is a bar whose prices contradict each other', () => {
    const decode = decoding(`
- kind: bar
  fields: {symbol: s, start: t, minutes: =1, open: o, high: h, low: l, close: c}
`);
    const bar = { s: 'AAA', t: 1_700_000_000_000, o: 2, h: 3, l: 1, c: 2 };
    expect(decode(bar)).toHaveLength(1);
    expect(() => decode({ ...bar, l: 2.5 })).toThrow('l: low cannot be read; expected at most 2');
    expect(() => decode({ ...bar, h: 1.5 })).toThrow('h: high cannot be read; expected at least 2');
  });

  it('never throws anything but InvalidInput, and reads the same twice', () => {
    const outcome = (message: unknown): unknown => {
      try {
        return trade(message);
      } catch (error) {
        if (isFailure(error, 'InvalidInput')) return error.message;
        throw error;
      }
    };
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((text) => Buffer.from(text, 'utf8')),
      fc
        .record({ s: fc.constantFrom('AAA', 'BBB', 'Z'), t: fc.anything(), p: fc.anything() })
        .map((value) => Buffer.from(safeJson({ q: 1, ...value }), 'utf8')),
    );
    fc.assert(
      fc.property(hostile, (bytes) => {
        expect(outcome(bytes)).toEqual(outcome(bytes));
      }),
    );
  });
});

function safeJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one));
}

describe('a mapping that cannot work', () => {
  const refused = (mapping: string): string => {
    try {
      describedFeed(`kind: file\npath: x\nmappings:\n  - ${mapping}`);
    } catch (error) {
      if (isFailure(error, 'InvalidInput')) return error.message;
      throw error;
    }
    return 'not refused';
  };

  it.each([
    ['{kind: trade, fields: {symbol: s, at: t, price: p}}', 'a trade needs the member size'],
    [
      '{kind: trade, fields: {symbol: s, at: t, price: p, size: q, prize: p}}',
      'a trade has no member "prize"',
    ],
    ['{kind: quote, fields: {symbol: [s, x], at: t, bid: b}}', 'expected one path'],
    ['{kind: quote, fields: {symbol: s, at: t}}', 'a quote needs the member bid or ask'],
    [
      '{kind: bar, fields: {symbol: s, end: t, open: o, high: h, low: l, close: c}}',
      'a bar needs start and end, or one of them and minutes',
    ],
    [
      '{kind: trade, fields: {symbol: s, at: t, price: p..q, size: q}}',
      'fields.price: expected a JMESPath expression such as data.price',
    ],
    ['{kind: heartbeat, each: a..b, fields: {at: t}}', 'each: expected a JMESPath expression'],
    ['{kind: candle, fields: {}}', 'kind'],
  ])('is refused with file and line: %s', (mapping, text) => {
    expect(refused(mapping)).toContain('feed.yaml line 9');
    expect(refused(mapping)).toContain(text);
  });
});
