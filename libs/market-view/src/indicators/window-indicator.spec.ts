/**
 * Indicators at the cursor: warm-up, what is missing, options, price basis, and that the future
 * changes nothing.
 */

import { seededRandom } from '#values';
import { describe, expect, it } from 'vitest';
import { bar, marketOf, openMarket, release, type SmallBar } from '../../test/small-tape.js';
import {
  completeOptions,
  formulaOf,
  indicatorCatalogue,
  type IndicatorName,
} from './indicator-catalogue.js';

function walk(length: number, seed = 5): SmallBar[] {
  const random = seededRandom(seed);
  let price = 100;
  return Array.from({ length }, () => {
    const open = price * Math.exp(0.01 * random.normal());
    const close = open * Math.exp(0.02 * random.normal());
    price = close;
    const high = Math.max(open, close) * (1 + 0.01 * random.next());
    const low = Math.min(open, close) * (1 - 0.01 * random.next());
    return bar(close, { open, high, low, volume: Math.ceil(1e6 * random.next()) });
  });
}

const names = indicatorCatalogue.map(({ name }) => name as IndicatorName);
const defaultsOf = (name: string) =>
  Object.fromEntries(
    Object.entries(formulaOf(name).options).map(([option, rule]) => [option, rule.default]),
  );

describe.each(names)('%s', (name) => {
  const { warmUp, window } = formulaOf(name).bars(defaultsOf(name));
  const bars = walk(window + 20);

  it('has no value until its warm-up is over, and one from then on', () => {
    const market = openMarket();
    const indicator = market.view.indicator(name, 'AAA');
    expect(indicator.value).toBeNull();
    release(market, bars.slice(0, warmUp - 1));
    expect(indicator.value).toBeNull();
    expect(indicator.missing).toBe(`${warmUp} bars are needed, ${warmUp - 1} are readable`);
    const enough = marketOf(bars.slice(0, warmUp)).view.indicator(name, 'AAA');
    expect(enough.value).not.toBeNull();
    expect(enough.missing).toBeNull();
  });

  it('depends on the last bars alone', () => {
    const whole = marketOf(bars).view.indicator(name, 'AAA').value;
    expect(marketOf(bars.slice(-window)).view.indicator(name, 'AAA').value).toEqual(whole);
    expect(marketOf(bars, { history: window }).view.indicator(name, 'AAA').value).toEqual(whole);
  });

  it('is the same whatever comes later', () => {
    const ahead = openMarket();
    const later = walk(10, 6);
    release(ahead, [...bars, ...later], bars.length);
    const alone = marketOf(bars).view.indicator(name, 'AAA').value;
    expect(ahead.view.indicator(name, 'AAA').value).toEqual(alone);
  });
});

describe('view.indicator', () => {
  const bars = walk(80);
  const { view } = marketOf(bars);

  it('names the members of its value in the catalogue', () => {
    const whole = marketOf(walk(700)).view;
    for (const { name, output } of indicatorCatalogue) {
      const { value } = whole.indicator(name as IndicatorName, 'AAA');
      if (typeof output === 'string') expect(value, name).toBeTypeOf('number');
      else expect(Object.keys(value ?? {}), name).toEqual(Object.keys(output));
    }
  });

  it('follows the cursor, and gives a fresh object at each read', () => {
    const market = openMarket();
    const keltner = market.view.indicator('keltner', 'AAA');
    release(market, bars.slice(0, 40));
    const first = keltner.value;
    expect(keltner.value).toEqual(first);
    expect(keltner.value).not.toBe(first);
    release(market, bars.slice(40, 41));
    expect(keltner.value).toEqual(
      marketOf(bars.slice(0, 41)).view.indicator('keltner', 'AAA').value,
    );
    expect(keltner.value).not.toEqual(first);
  });

  it('sees no more than its reader does', () => {
    const near = marketOf(bars, { reach: 20 }).view;
    expect(near.indicator('atr', 'AAA').value).toBe(
      marketOf(bars.slice(-20)).view.indicator('atr', 'AAA').value,
    );
    expect(near.indicator('ichimoku', 'AAA').missing).toBe('52 bars are needed, 20 are readable');
  });

  it('has no value when a column that it reads has a gap', () => {
    const gap = bars.map((each, row) => (row === 75 ? { ...each, volume: NaN } : each));
    const holed = marketOf(gap).view;
    const obv = holed.indicator('obv', 'AAA');
    expect(obv.value).toBeNull();
    expect(obv.missing).toBe('no volume in 1 of the last 21 bars');
    expect(holed.indicator('obv', 'AAA', { bars: 3 }).value).not.toBeNull();
    expect(holed.indicator('atr', 'AAA').value).not.toBeNull();
  });

  it('moves open, high and low with the adjusted close when the run trades on it', () => {
    const halved = bars.map((each) => ({ ...each, adjClose: each.close / 2 }));
    const market = marketOf(halved, { tradePrice: 'adjClose' }).view;
    for (const name of ['atr', 'heikinAshi', 'vwap'] as const) {
      const [found, raw] = [market, view].map((each) => each.indicator(name, 'AAA').value);
      const numbers = (value: unknown) =>
        typeof value === 'number' ? [value] : Object.values(value as object);
      numbers(found).forEach((number: number, index) => {
        expect(number).toBeCloseTo((numbers(raw)[index] as number) / 2, 10);
      });
    }
  });

  it('refuses what is not in the catalogue', () => {
    const ask =
      (name: string, symbol = 'AAA', options = {}) =>
      () =>
        view.indicator(name as IndicatorName, symbol, options);
    expect(ask('rsi2')).toThrow(/unknown indicator.*atr/);
    expect(ask('toString')).toThrow(/unknown indicator/);
    expect(ask('rsi')).toThrow(/rsi is a method of the view.*view\.rsi\(symbol, length\)/);
    for (const name of ['sma', 'ema', 'macd', 'bollinger'])
      expect(ask(name)).toThrow(`${name} is a method of the view`);
    expect(ask('atr', 'CCC')).toThrow(/unknown symbol/);
    expect(ask('atr', 'AAA', { length: 3 })).toThrow(/unknown option.*period/);
    for (const period of [0, 1.5, 501, NaN, Infinity, '14', null]) {
      expect(ask('atr', 'AAA', { period }), String(period)).toThrow(
        /atr period.*integer from 1 to 500/,
      );
    }
    expect(ask('psar', 'AAA', { step: -0.1 })).toThrow(/a number from 0 to 1/);
  });

  it('computes with the smallest and the largest options', () => {
    for (const { name, options } of indicatorCatalogue) {
      for (const edge of ['min', 'max'] as const) {
        const given = Object.fromEntries(
          Object.entries(options).map(([option, rule]) => [option, rule[edge]]),
        );
        const { warmUp, window } = formulaOf(name).bars(given);
        expect(window).toBeLessThanOrEqual(17_000);
        const { value, missing } = marketOf(walk(warmUp)).view.indicator(
          name as IndicatorName,
          'AAA',
          given,
        );
        const undefinedAtOne = ['stochastic', 'stochRsi', 'cci', 'adx'].includes(name);
        if (edge === 'min' && undefinedAtOne) continue;
        expect(value, `${name} at ${edge}: ${missing}`).not.toBeNull();
      }
    }
  });
});

/** Warm-up and window by hand, from the formulas of the catalogue. */
const stated: [IndicatorName, Record<string, number>, warmUp: number, window: number][] = [
  ['wma', { period: 7 }, 7, 7],
  ['wema', { period: 7 }, 7, 217],
  ['roc', { period: 7 }, 8, 8],
  ['trix', { period: 4 }, 11, 86],
  ['kst', { roc1: 40, sma1: 9, signal: 5 }, 53, 53],
  ['stochRsi', { rsi: 5, period: 4, k: 3, d: 2 }, 12, 162],
  ['trueRange', {}, 2, 2],
  ['atr', { period: 5 }, 6, 156],
  ['keltner', { period: 8, atrPeriod: 9 }, 10, 280],
  ['keltner', { period: 30, atrPeriod: 9 }, 30, 495],
  ['chandelier', { period: 5 }, 6, 156],
  ['adx', { period: 5 }, 10, 160],
  ['psar', {}, 2, 500],
  ['ichimoku', { conversion: 3, base: 12, span: 8 }, 12, 12],
  ['cci', { period: 6 }, 6, 6],
  ['stochastic', { period: 6, signal: 4 }, 9, 9],
  ['williamsR', { period: 6 }, 6, 6],
  ['awesome', { fast: 12, slow: 7 }, 12, 12],
  ['obv', { bars: 6 }, 7, 7],
  ['adl', { bars: 6 }, 6, 6],
  ['mfi', { period: 6 }, 8, 8],
  ['vwap', { bars: 6 }, 6, 6],
  ['forceIndex', { period: 6 }, 7, 112],
  ['heikinAshi', {}, 1, 60],
  ['candlesticks', {}, 3, 3],
];

describe.each(stated)('%s with %j', (name, options, warmUp, window) => {
  it(`has its first value after ${warmUp} bars, and reads ${window}`, () => {
    const bars = walk(window + 30, 9);
    const first = (count: number) =>
      marketOf(bars.slice(0, count)).view.indicator(name, 'AAA', options).value;
    expect(first(warmUp - 1)).toBeNull();
    expect(first(warmUp)).not.toBeNull();
    const near = marketOf(bars.slice(-window)).view.indicator(name, 'AAA', options).value;
    expect(first(bars.length)).toEqual(near);
    const complete = completeOptions(name, formulaOf(name), options);
    expect(formulaOf(name).bars(complete)).toEqual({ warmUp, window });
  });
});

it('has every indicator of the catalogue in the table above', () => {
  expect(new Set(stated.map(([name]) => name))).toEqual(new Set(names));
});
