/**
 * Defects of the library as the catalogue lists them: what it gives, and what is served instead.
 */

import ti from 'technicalindicators';
import { afterEach, describe, expect, it } from 'vitest';
import { bar, marketOf, type SmallBar } from '../../test/small-tape.js';
import type { IndicatorName } from './indicator-catalogue.js';

const flat = (count: number, price = 0.1): SmallBar[] =>
  Array.from({ length: count }, () => bar(price, { volume: 10 }));

const closing = (...closes: number[]): SmallBar[] =>
  closes.map((close) => bar(close, { volume: 10 }));

function served(bars: readonly SmallBar[], name: IndicatorName, options = {}) {
  const { value, missing } = marketOf(bars).view.indicator(name, 'AAA', options);
  return { value, missing };
}

const column = (bars: readonly SmallBar[], name: 'high' | 'low' | 'close' | 'volume') =>
  bars.map((each) => each[name] ?? each.close);
const columnsOf = (bars: readonly SmallBar[]) => ({
  high: column(bars, 'high'),
  low: column(bars, 'low'),
  close: column(bars, 'close'),
  volume: column(bars, 'volume'),
});

const noValue = { value: null, missing: 'the formula has no value for these bars' };

describe('where a formula divides by a range of zero', () => {
  it('the library’s stochastic is 0, and null is served, d included while it lasts', () => {
    const bars = flat(5);
    const options = { period: 3, signal: 3 };
    const { high, low, close } = columnsOf(bars);
    const library = ti.Stochastic.calculate({ high, low, close, period: 3, signalPeriod: 3 });
    expect(library.at(-1)).toEqual({ k: 0, d: 0 });
    expect(served(bars, 'stochastic', options)).toEqual(noValue);
    const moved = [...bars, ...closing(2, 3)];
    expect(served(moved, 'stochastic', options)).toEqual(noValue);
    expect(served([...moved, ...closing(4)], 'stochastic', options).value).toEqual({
      k: 100,
      d: 100,
    });
  });

  it('the library’s CCI is of rounding errors, and null is served', () => {
    const bars = flat(10);
    const { high, low, close } = columnsOf(bars);
    expect(ti.CCI.calculate({ high, low, close, period: 10 })[0]).toBeCloseTo(66.67, 1);
    expect(served(bars, 'cci', { period: 10 })).toEqual(noValue);
  });

  it('the library’s StochRSI is 0 in a steady rise, and null is served', () => {
    const closes = Array.from({ length: 40 }, (_, index) => 100 + index);
    const periods = { rsiPeriod: 14, stochasticPeriod: 14, kPeriod: 3, dPeriod: 3 };
    const library = ti.StochasticRSI.calculate({ values: closes, ...periods });
    expect(library.at(-1)).toEqual({ stochRSI: 0, k: 0, d: 0 });
    expect(served(closing(...closes), 'stochRsi')).toEqual(noValue);
  });

  it.each(['williamsR', 'adx'] as const)('%s is null', (name) => {
    expect(served(flat(40), name)).toEqual(noValue);
  });

  it.each(['mfi', 'vwap'] as const)('%s is null when nothing was traded', (name) => {
    const bars = flat(40).map((each) => ({ ...each, volume: 0 }));
    expect(served(bars, name)).toEqual(noValue);
  });
});

describe('where the library gives nothing for 0', () => {
  it('0 is served', () => {
    const values = column(flat(60, 5), 'close');
    expect(ti.TRIX.calculate({ values, period: 5 })).toEqual([]);
    expect(served(flat(60, 5), 'trix', { period: 5 }).value).toBe(0);
    expect(served(flat(60, 5), 'kst').value).toEqual({ kst: 0, signal: 0 });
    expect(served(flat(60, 5), 'forceIndex').value).toBe(0);
  });
});

describe('the force index', () => {
  it('counts the last bar of its seed twice when the seed is 0', () => {
    // Forces -10 and 10: their mean is 0, as the definition gives; the library continues with
    // 2/3 of the last.
    const bars = closing(5, 4, 5);
    expect(served(bars, 'forceIndex', { period: 2 }).value).toBeCloseTo(20 / 3, 12);
  });
});

describe('volume', () => {
  it('of a bar without range is all accumulation in the library, and none as served', () => {
    const bars = flat(3);
    expect(ti.ADL.calculate(columnsOf(bars)).at(-1)).toBe(30);
    expect(served(bars, 'adl', { bars: 3 }).value).toBe(0);
  });

  it('at an unchanged typical price counts as falling in the library, and as no flow as served', () => {
    const bars = closing(1, 2, 3, 3, 4);
    expect(ti.MFI.calculate({ ...columnsOf(bars), period: 3 }).at(-1)).toBe(70);
    expect(served(bars, 'mfi', { period: 3 }).value).toBe(100);
  });

  it('is summed from the first bar in the library, and over the last bars as served', () => {
    const bars = closing(1, 2, 3, 4, 3);
    expect(ti.OBV.calculate(columnsOf(bars)).at(-1)).toBe(20);
    expect(served(bars, 'obv', { bars: 2 }).value).toBe(0);
    expect(served(bars, 'vwap', { bars: 2 }).value).toBe(3.5);
  });
});

describe('the parabolic stop', () => {
  it('starts long, whatever the direction', () => {
    expect(served(closing(10, 9.9), 'psar').value).toBe(10);
    // Held since the first bar in the rise; in the fall the second bar hit it, and the stop
    // is the extreme.
    expect(served(closing(10, 11, 12), 'psar').value).toBe(10);
  });

  it('is not hit by a bar that touches it', () => {
    const touching = [bar(11, { high: 12, low: 10 }), bar(11, { high: 12, low: 10 })];
    // The stop is the first low, which the second bar touches; a hit would move it to
    // the extreme, 12.
    expect(served(touching, 'psar').value).toBe(10);
    const through = [touching[0] as SmallBar, bar(11, { high: 12, low: 9.99 })];
    expect(served(through, 'psar').value).toBe(12);
  });
});

describe('the money flow index', () => {
  it('is rounded to two decimals, and comes a bar late', () => {
    const bars = closing(1, 2, 3, 2, 1);
    // Flows 30, -20, -10 of the last three changes: 30 / 60; the first change, of the second bar,
    // is not counted.
    expect(served(bars, 'mfi', { period: 3 }).value).toBe(50);
    expect(served(closing(1, 2, 3, 2, 2.5), 'mfi', { period: 3 }).value).toBe(73.33);
    expect(served(bars.slice(0, 4), 'mfi', { period: 3 }).missing).toMatch(/^5 bars are needed/);
  });
});

describe('accumulation and distribution', () => {
  it('is rounded to whole shares', () => {
    const bars = [bar(2, { high: 3, low: 0, volume: 10 })];
    // ((2 - 0) - (3 - 2)) / 3 of 10 shares.
    expect(served(bars, 'adl', { bars: 1 }).value).toBe(3);
  });
});

describe('the Ichimoku lines', () => {
  it('are those of the last bar, not moved', () => {
    const bars = closing(...Array.from({ length: 52 }, (_, index) => index + 1));
    // Middles of 44 to 52, of 27 to 52, and of 1 to 52.
    const lines = { conversion: 48, base: 39.5, spanA: 43.75, spanB: 26.5 };
    expect(served(bars, 'ichimoku').value).toEqual(lines);
  });
});

describe('precision', () => {
  afterEach(() => ti.setConfig('precision', undefined));

  it('that other code of the process set rounds nothing that is served', () => {
    const closes = Array.from({ length: 60 }, (_, index) => 100 + Math.sin(index));
    const before = served(closing(...closes), 'adx').value;
    ti.setConfig('precision', 2);
    expect(served(closing(...closes), 'adx').value).toEqual(before);
    expect(before).not.toBeNull();
  });
});

describe('where prices move by rounding alone', () => {
  /** 40 bars that move, and then flat ones, each price up to two roundings off. */
  const still = (count: number): SmallBar[] => {
    const off = (at: number): number => 10 * (1 + ((at % 3) - 1) * Number.EPSILON);
    return Array.from({ length: count }, (_, at) =>
      bar(off(at), { open: off(at + 1), high: off(at + 2), low: off(at), volume: 1e12 }),
    );
  };
  const moving = closing(...Array.from({ length: 40 }, (_, at) => 10 + ((at * 7) % 5) / 10));

  it.each(['stochastic', 'williamsR', 'cci', 'mfi', 'adx', 'stochRsi'] as const)(
    '%s is null',
    (name) => {
      expect(served(still(60), name)).toEqual(noValue);
    },
  );

  it.each(['stochastic', 'williamsR', 'cci', 'mfi', 'stochRsi'] as const)(
    '%s is null however the prices moved before',
    (name) => {
      for (let count = 40; count < 60; count++) {
        expect(served([...moving, ...still(count)], name)).toEqual(noValue);
      }
    },
  );

  it.each(['obv', 'adl', 'forceIndex', 'trix'] as const)('%s is 0', (name) => {
    expect(served(still(60), name).value).toBe(0);
  });

  it('the relative strength index says that nothing moved', () => {
    expect(marketOf(still(60)).view.rsi('AAA', 14).value).toBe(50);
    const moved = marketOf([...moving, ...flat(20, 10)]).view.rsi('AAA', 14).value;
    expect(marketOf([...moving, ...flat(4000, 10)]).view.rsi('AAA', 14).value).toBeCloseTo(
      moved!,
      6,
    );
    expect(marketOf([...moving, ...flat(12_000, 10)]).view.rsi('AAA', 14).value).toBe(50);
  });
});
