/**
 * What a view answers, refuses and hides: copies, frozen facts, checked counts, and no way
 * to its cursor.
 */

import { describe, expect, it } from 'vitest';
import type { Fundamentals } from '#contracts';
import {
  bar,
  correction,
  filing,
  fundamentals,
  hashOf,
  marketOf,
  news,
  openMarket,
  quote,
  release,
  sessionOpen,
  status,
  trade,
  type SmallFact,
} from '../../test/small-tape.js';
import type { MarketView } from './market-view.js';

const facts: SmallFact[] = [
  sessionOpen(7),
  bar(100, { open: 99, high: 102, low: 98, volume: 5000, vwap: 100.5, adjClose: 90 }),
  bar(101),
  bar(50, { symbol: 'BBB' }),
  news('n1', ['AAA', 'AAA', 'ZZZ'], 1),
  news('n2', ['AAA', 'BBB']),
  filing('AAA', 2),
  fundamentals('AAA', 10),
  bar(103),
];
const documents = { get: (sha256: string) => `text of ${sha256.slice(0, 1)}` };

describe('reads', () => {
  it('answer for the cursor’s place', () => {
    const { view } = marketOf(facts);
    expect([view.asOf, view.time, view.session]).toEqual([9, 9, 7]);
    expect(view.symbols).toEqual(['AAA', 'BBB']);
    expect(view.lastPrice('AAA')).toBe(103);
    expect(view.barCount('AAA')).toBe(3);
    expect([...view.closes('AAA', 2)]).toEqual([101, 103]);
    expect([...view.bars('AAA', 2).time]).toEqual([3, 9]);
    expect(view.news(null).map(({ id }) => id)).toEqual(['n1', 'n2']);
    expect(view.news('BBB').map(({ id }) => id)).toEqual(['n2']);
    expect(view.news('AAA', 1).map(({ id }) => id)).toEqual(['n2']);
    expect(view.filings('AAA')).toHaveLength(1);
    expect(view.fundamentals('AAA')[0]?.statements['income']?.['Revenues']?.value).toBe(10);
    expect(view.dividends('AAA')).toEqual([]);
  });

  it('say null when nothing is known, and when the vendor gave nothing', () => {
    const { view } = openMarket();
    expect([view.asOf, view.time, view.session]).toEqual([0, 0, null]);
    expect([view.lastPrice('AAA'), view.lastBar('AAA')]).toEqual([null, null]);
    expect([...view.closes('AAA', 5)]).toEqual([]);
    expect(view.sma('AAA', 2).value).toBeNull();
    const later = marketOf(facts).view.lastBar('AAA');
    expect(later).toMatchObject({ close: 103, adjClose: 103, volume: null, vwap: null });
  });

  it('give the last trade and quote, and whether the symbol is halted', () => {
    const { view } = marketOf([trade(99), trade(101, 'AAA', 7), quote(100, NaN), status(true)]);
    expect(view.lastTrade('AAA')).toEqual({
      symbol: 'AAA',
      time: 2,
      eventTime: 2,
      price: 101,
      size: 7,
    });
    expect(view.lastQuote('AAA')).toEqual({
      symbol: 'AAA',
      time: 3,
      eventTime: 3,
      bid: 100,
      bidSize: 1,
      ask: null,
      askSize: 2,
    });
    expect([view.isHalted('AAA'), view.isHalted('BBB')]).toEqual([true, false]);
    expect([view.lastTrade('BBB'), view.lastQuote('BBB')]).toEqual([null, null]);
  });

  it('take a correction for what it is: prices that were known stay as they were', () => {
    const { view } = marketOf([trade(99), bar(100), correction('t1'), correction('t2')]);
    expect(view.corrections('AAA').map(({ id }) => id)).toEqual(['t1', 't2']);
    expect(view.corrections('AAA', 1).map(({ id }) => id)).toEqual(['t2']);
    expect(view.lastPrice('AAA')).toBe(100);
  });

  it.each([
    ['of a trade behind the bar', [bar(100), trade(101)], 101],
    ['of a bar behind the trade', [trade(101), bar(100)], 100],
    ['between bid and ask where there is neither', [quote(98, 100)], 99],
    ['of the quote before one with a single side', [quote(98, 100), quote(NaN, 50)], 99],
    ['never of a quote where there is a bar', [bar(100), quote(1, 2)], 100],
    ['never of a quote where there is a trade', [quote(1, 2), trade(100), quote(1, 2)], 100],
    ['of no quote with one side alone', [quote(1, NaN)], null],
  ])('know the last price: %s', (_, given, expected) => {
    expect(marketOf(given).view.lastPrice('AAA')).toBe(expected);
  });

  it('leave trades out when the data set trades on adjusted closes', () => {
    const { view } = marketOf([bar(100, { adjClose: 50 }), trade(101)], { tradePrice: 'adjClose' });
    expect(view.lastPrice('AAA')).toBe(50);
  });

  it('give a bar in full', () => {
    const market = openMarket();
    release(market, facts, 2);
    expect(market.view.lastBar('AAA')).toEqual({
      symbol: 'AAA',
      time: 2,
      open: 99,
      high: 102,
      low: 98,
      close: 100,
      adjClose: 100,
      volume: 5000,
      vwap: 100.5,
    });
  });

  it('trade at the adjusted close when the data set does, and at the close without one', () => {
    const { view } = marketOf(facts, { tradePrice: 'adjClose' });
    expect([...view.closes('AAA', 3)]).toEqual([90, 101, 103]);
    expect([...view.bars('AAA', 3).close]).toEqual([100, 101, 103]);
  });
});

describe('documents', () => {
  it('are handed out from the fact on that refers to them', () => {
    const seen = [4, 5, 6, 7].map((to) => {
      const market = openMarket({ documents });
      release(market, facts, to);
      return [market.view.document(hashOf(1)), market.view.document(hashOf(2))];
    });
    expect(seen).toEqual([
      [undefined, undefined],
      ['text of 1', undefined],
      ['text of 1', undefined],
      ['text of 1', 'text of 2'],
    ]);
  });

  it('that no visible fact refers to do not exist', () => {
    expect(marketOf(facts, { documents }).view.document(hashOf(3))).toBeUndefined();
    expect(marketOf(facts).view.document(hashOf(1))).toBeUndefined();
  });
});

const bySymbol: [name: string, (view: MarketView, symbol: string) => unknown][] = [
  ['lastPrice', (view, symbol) => view.lastPrice(symbol)],
  ['lastBar', (view, symbol) => view.lastBar(symbol)],
  ['bars', (view, symbol) => view.bars(symbol, 1)],
  ['closes', (view, symbol) => view.closes(symbol, 1)],
  ['barCount', (view, symbol) => view.barCount(symbol)],
  ['adjustedCloses', (view, symbol) => view.adjustedCloses(symbol, 1)],
  ['news', (view, symbol) => view.news(symbol)],
  ['filings', (view, symbol) => view.filings(symbol)],
  ['fundamentals', (view, symbol) => view.fundamentals(symbol)],
  ['dividends', (view, symbol) => view.dividends(symbol)],
  ['splits', (view, symbol) => view.splits(symbol)],
  ['sma', (view, symbol) => view.sma(symbol, 2)],
  ['smaCross', (view, symbol) => view.smaCross(symbol, 1, 2)],
  ['ema', (view, symbol) => view.ema(symbol, 2)],
  ['rsi', (view, symbol) => view.rsi(symbol, 2)],
  ['macd', (view, symbol) => view.macd(symbol)],
  ['bollinger', (view, symbol) => view.bollinger(symbol)],
];

const byCount: [name: string, (view: MarketView, count: number) => unknown][] = [
  ['bars', (view, count) => view.bars('AAA', count)],
  ['closes', (view, count) => view.closes('AAA', count)],
  ['adjustedCloses', (view, count) => view.adjustedCloses('AAA', count)],
  ['news', (view, count) => view.news('AAA', count)],
  ['all news', (view, count) => view.news(null, count)],
  ['filings', (view, count) => view.filings('AAA', count)],
  ['fundamentals', (view, count) => view.fundamentals('AAA', count)],
  ['dividends', (view, count) => view.dividends('AAA', count)],
  ['splits', (view, count) => view.splits('AAA', count)],
];

describe('what a view refuses', () => {
  it.each(bySymbol)('%s of an unknown symbol, naming those of the tape', (_, read) => {
    const { view } = marketOf(facts);
    const message = 'unknown symbol; expected one of "AAA, BBB"; found "ZZZ"';
    expect(() => read(view, 'ZZZ')).toThrow(message);
    expect(() => read(view, '__proto__')).toThrow(/unknown symbol/);
  });

  it.each(byCount)('%s of an invalid count', (_, read) => {
    const { view } = marketOf(facts);
    for (const count of [0, -1, 1.5, NaN, -Infinity, '2' as unknown as number]) {
      expect(() => read(view, count)).toThrow(/not a count; expected a positive integer/);
    }
  });
});

describe('what a view hands out', () => {
  it('are copies, arrays that share nothing with the store', () => {
    const { view, store } = marketOf(facts);
    const window = view.bars('AAA', 2);
    const columns = [
      ...Object.values(window),
      view.closes('AAA', 2),
      view.adjustedCloses('AAA', 3),
    ];
    for (const column of columns as number[][]) {
      expect(Array.isArray(column)).toBe(true);
      column.fill(-1);
    }
    (view.symbols as string[]).push('ZZZ');
    (view.news(null) as unknown[]).length = 0;
    expect([...view.bars('AAA', 3).close]).toEqual([100, 101, 103]);
    expect([...view.closes('AAA', 3)]).toEqual([100, 101, 103]);
    expect(view.news(null)).toHaveLength(2);
    expect(store.symbols).toEqual(['AAA', 'BBB']);
  });

  it('are facts that are frozen to their leaves, even when they came frozen on the outside', () => {
    const outside = fundamentals('BBB', 1) as Fundamentals;
    Object.freeze(outside.statements);
    const { view } = marketOf([...facts, outside]);
    const given = [
      view.news(null)[0],
      view.filings('AAA')[0]?.sections[0]?.document,
      view.fundamentals('AAA')[0]?.statements['income']?.['Revenues'],
      view.fundamentals('BBB')[0]?.statements['income']?.['Revenues'],
      view.news('AAA')[0]?.symbols,
    ];
    expect(given.map((fact) => [fact !== undefined, Object.isFrozen(fact)])).toEqual(
      given.map(() => [true, true]),
    );
  });
});

describe('what a view hides', () => {
  it('has no member, symbol or text through which a cursor, a store or an indicator shows', () => {
    const { view } = marketOf(facts);
    for (const handed of [view, view.sma('AAA', 2)]) {
      expect(Reflect.ownKeys(handed)).toEqual([]);
      expect(JSON.stringify(handed)).toBe('{}');
      expect(structuredClone(handed)).toEqual({});
      expect({ ...handed }).toEqual({});
      expect(Object.isFrozen(handed)).toBe(true);
    }
  });

  it('has a prototype with only readers, which reject any other receiver', () => {
    const { view } = marketOf(facts);
    const prototype = Object.getPrototypeOf(view) as Record<string, unknown>;
    for (const [name, { get, set, value }] of Object.entries(
      Object.getOwnPropertyDescriptors(prototype),
    )) {
      if (name === 'constructor') continue;
      expect(set).toBeUndefined();
      const read = (get ?? value) as (this: unknown, ...given: unknown[]) => unknown;
      expect(() => read.call({}, 'AAA', 1)).toThrow(TypeError);
    }
  });

  it('cannot be written to', () => {
    const view = marketOf(facts).view as unknown as Record<string, unknown>;
    expect(() => (view['asOf'] = 99)).toThrow(TypeError);
    expect(() => (view['more'] = 1)).toThrow(TypeError);
    expect(() => Object.setPrototypeOf(view, {})).toThrow(TypeError);
  });
});
