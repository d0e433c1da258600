/** Prices across splits: windows, ticks and indicators read the shares of the as-of. */

import { requireCivilDate, type Instant } from '#values';
import { zonedInstant } from '#values/zones/zone-clock';
import { describe, expect, it } from 'vitest';
import {
  bar,
  marketOf,
  openMarket,
  quote,
  release,
  sessionOpen,
  split,
  trade,
  type SmallFact,
} from '../../test/small-tape.js';
import type { MarketView } from '../view/market-view.js';

const before = [100, 102, 99, 104, 107, 103, 108];
const after = [53, 54, 52, 55, 57];
/** Daily bars in old shares, a split 1:2, and bars in new ones. */
const facts: SmallFact[] = [
  ...before.flatMap((close, day) => [sessionOpen(day + 1), bar(close, { volume: 10 })]),
  split(8, 2),
  ...after.flatMap((close, day) => [sessionOpen(day + 8), bar(close, { volume: 20 })]),
];
/** The same in new shares from the start. */
const inNewShares = facts
  .filter((fact) => fact.kind !== 'split')
  .map((fact) =>
    fact.kind === 'bar' && before.includes(fact.close)
      ? { ...fact, close: fact.close / 2, volume: 20 }
      : fact,
  );

const indicators: [string, (view: MarketView) => { readonly value: unknown }][] = [
  ['sma', (view) => view.sma('AAA', 4)],
  ['smaCross', (view) => view.smaCross('AAA', 2, 4)],
  ['ema', (view) => view.ema('AAA', 3)],
  ['rsi', (view) => view.rsi('AAA', 3)],
  ['macd', (view) => view.macd('AAA', 2, 4, 2)],
  ['bollinger', (view) => view.bollinger('AAA', 4)],
  ['atr', (view) => view.indicator('atr', 'AAA', { period: 3 })],
  ['obv', (view) => view.indicator('obv', 'AAA')],
];

describe('an indicator that runs when a split comes', () => {
  it.each(indicators)('%s continues in new shares', (_, of) => {
    const market = openMarket();
    const handle = of(market.view);
    release(market, facts);
    expect(handle.value).toEqual(of(marketOf(inNewShares).view).value);
  });

  it.each(indicators)('%s is recomputed if the split is known late', (_, of) => {
    const late = facts.filter(({ kind }) => kind !== 'split');
    late.push(split(8, 2));
    const market = openMarket();
    const handle = of(market.view);
    release(market, late);
    expect(handle.value).toEqual(of(marketOf(inNewShares).view).value);
  });
});

describe('what is read across a split', () => {
  it('is in new shares: windows, the last bar, bars of a stretch', () => {
    const { view } = marketOf(facts.slice(0, 17));
    expect(view.bars('AAA', 2)).toMatchObject({ close: [54, 53], volume: [20, 20] });
    expect(view.rawBars('AAA', 2)).toMatchObject({ close: [108, 53], volume: [10, 20] });
    expect(view.barsBetween('AAA', { count: 2 })[0]).toMatchObject({ open: 54, adjClose: 54 });
    expect(view.closes('AAA', 2)).toEqual([54, 53]);
  });

  it('is in new shares before the first price of the day', () => {
    const { view } = marketOf([sessionOpen(1), bar(100), split(2, 1, 10), sessionOpen(2)]);
    expect(view.lastPrice('AAA')).toBe(1000);
    expect(view.lastBar('AAA')).toMatchObject({ close: 1000 });
  });

  it('is in new shares when it is a trade or a quote', () => {
    const { view } = marketOf([
      sessionOpen(1),
      quote(9, 11),
      trade(10, 'AAA', 3),
      split(2, 2),
      sessionOpen(2),
    ]);
    expect(view.lastPrice('AAA')).toBe(5);
    expect(view.lastTrade('AAA')).toMatchObject({ price: 5, size: 6 });
    expect(view.lastQuote('AAA')).toMatchObject({ bid: 4.5, ask: 5.5, bidSize: 2, askSize: 4 });
  });

  it('begins with the midnight of its date, whenever the session opens', () => {
    const day = requireCivilDate('2025-11-20', 'test');
    const at = (date: number, minutes: number): Instant =>
      zonedInstant(date, minutes, 'America/New_York');
    const { view } = marketOf([
      { ...bar(100), time: at(day - 1, 20 * 60) },
      { ...split(day, 10), time: at(day, 0) + 1 },
      { ...bar(10), time: at(day, 8 * 60) },
    ]);
    expect(view.closes('AAA', 2)).toEqual([10, 10]);
    expect(view.adjustedCloses('AAA', 2)).toEqual([10, 10]);
  });

  it('is left as it is when the prices are split-adjusted', () => {
    const { view } = marketOf(facts, { priceBasis: 'split-adjusted' });
    expect(view.closes('AAA', 12)).toEqual([...before, ...after]);
  });
});

describe('the adjusted close of a vendor', () => {
  // Later dividends are in the factors of all but the last bar.
  const dividends: SmallFact[] = [
    sessionOpen(1),
    bar(100, { adjClose: 81 }),
    sessionOpen(2),
    bar(110, { adjClose: 99 }),
    sessionOpen(3),
    bar(120, { adjClose: 120 }),
  ];
  const adjusted = (to: number, options = {}): number[] => {
    const market = openMarket(options);
    release(market, dividends, to);
    return market.view.barsBetween('AAA').map(({ adjClose }) => adjClose);
  };

  it('is the close of the last bar that is known, and has the vendor’s returns before', () => {
    expect(adjusted(2)).toEqual([100]);
    expect(adjusted(4)).toEqual([90, 110]);
    expect(adjusted(6)).toEqual([81, 99, 120]);
  });

  it('is as the vendor computed it when the data set declares that', () => {
    expect(adjusted(4, { adjusted: 'vendor' })).toEqual([81, 99]);
    expect(adjusted(4, { tradePrice: 'adjClose' })).toEqual([81, 99]);
  });

  it('is the close in current shares if the vendor gives none', () => {
    const { view } = marketOf(facts);
    expect(view.barsBetween('AAA', { count: 6 })[0]).toMatchObject({ close: 54, adjClose: 54 });
  });
});
