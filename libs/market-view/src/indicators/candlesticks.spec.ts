/** Each candlestick pattern is found on bars drawn for it, and none on plain bars. */

import ti from 'technicalindicators';
import { describe, expect, it } from 'vitest';
import { bar, marketOf } from '../../test/small-tape.js';
import type { CandlestickPattern } from './catalogue/candles.js';

/** Open, high, low, close. */
type Drawn = readonly [number, number, number, number];

/** Rising a little with both shadows: part of no pattern. */
const plain: Drawn = [100, 101, 99, 100.5];

function shown(...drawn: readonly Drawn[]): CandlestickPattern[] {
  const bars = [plain, plain, ...drawn].map(([open, high, low, close]) =>
    bar(close, { open, high, low }),
  );
  const value = marketOf(bars).view.indicator('candlesticks', 'AAA').value ?? {};
  return Object.entries(value).flatMap(([name, is]) =>
    is === 1 ? [name as CandlestickPattern] : [],
  );
}

const cases: [CandlestickPattern, ...Drawn[]][] = [
  ['doji', [100, 102, 98, 100.05]],
  ['dragonflyDoji', [100, 100.02, 96, 100]],
  ['gravestoneDoji', [100, 104, 99.98, 100]],
  ['bullishMarubozu', [100, 105.01, 99.99, 105]],
  ['bearishMarubozu', [105, 105.01, 99.99, 100]],
  ['bullishEngulfing', [102, 103, 99, 100], [99, 104, 98, 103]],
  ['bearishEngulfing', [100, 103, 99, 102], [103, 104, 98, 99]],
  ['bullishHarami', [110, 111, 99, 100], [103, 107, 102, 106]],
  ['bearishHarami', [100, 111, 99, 110], [106, 107, 102, 103]],
  ['bullishHaramiCross', [110, 111, 99, 100], [105, 107, 103, 105.05]],
  ['bearishHaramiCross', [100, 111, 99, 110], [105, 107, 103, 105.05]],
  ['piercingLine', [110, 111, 99, 100], [98, 108, 97, 107]],
  ['darkCloudCover', [100, 111, 99, 110], [112, 113, 102, 103]],
  ['morningStar', [110, 111, 99, 100], [96, 98, 94, 95], [99, 109, 98.5, 108]],
  ['eveningStar', [100, 111, 99, 110], [114, 116, 112, 115], [111, 111.5, 101, 102]],
  ['morningDojiStar', [110, 111, 99, 100], [96, 98, 94, 96.05], [99, 109, 98.5, 108]],
  ['eveningDojiStar', [100, 111, 99, 110], [114, 116, 112, 114.05], [111, 111.5, 101, 102]],
  ['abandonedBaby', [110, 111, 99, 100], [96, 98, 94, 96.05], [99, 109, 98.5, 108]],
  ['downsideTasukiGap', [110, 111, 104, 105], [102, 103, 97, 98], [100, 104.5, 99.5, 104]],
  ['threeWhiteSoldiers', [100, 104, 99, 103], [102, 106, 101, 105], [104, 108, 103, 107]],
  ['threeBlackCrows', [107, 108, 103, 104], [105, 106, 101, 102], [103, 104, 99, 100]],
];

describe('candlesticks', () => {
  it('find nothing on plain bars', () => {
    expect(shown(plain)).toEqual([]);
  });

  it('have a case each', () => {
    const value = marketOf([plain, plain, plain].map(() => bar(5))).view;
    const names = Object.keys(value.indicator('candlesticks', 'AAA').value ?? {});
    expect(cases.map(([name]) => name).sort()).toEqual(names.sort());
  });

  it.each(cases)('%s is shown', (name, ...drawn) => {
    expect(shown(...drawn)).toContain(name);
  });

  it.each(cases)('%s is over one plain bar later', (name, ...drawn) => {
    expect(shown(...drawn, plain)).not.toContain(name);
  });

  it('are the same on prices ten times as high', () => {
    for (const [name, ...drawn] of cases) {
      const high = drawn.map((prices) => prices.map((price) => 10 * price) as unknown as Drawn);
      expect(shown(...high), name).toContain(name);
    }
  });
});

describe('known defects of the patterns', () => {
  it('a short bar is a doji', () => {
    expect(shown([100, 100.05, 99.95, 100.04])).toContain('doji');
  });

  it('a bullish harami may close above the body before it', () => {
    expect(shown([110, 115, 99, 100], [103, 114, 102, 112])).toContain('bullishHarami');
  });

  it('a piercing line may engulf', () => {
    const both = shown([110, 111, 99, 100], [98, 113, 97, 112]);
    expect(both).toEqual(['bullishEngulfing', 'piercingLine']);
  });

  it('the second body of a star may be the longest', () => {
    const bars: Drawn[] = [
      [110, 111, 99, 100],
      [80, 98, 79, 97],
      [99, 109, 98.5, 108],
    ];
    expect(shown(...bars)).toContain('morningStar');
  });

  it('soldiers may open below the body before them', () => {
    const bars: Drawn[] = [
      [100, 104, 99, 103],
      [98, 106, 97, 105],
      [96, 108, 95, 107],
    ];
    expect(shown(...bars)).toContain('threeWhiteSoldiers');
  });

  it('omitted values also hold for missing bars', () => {
    const columns = ([open, high, low, close]: Drawn) => ({
      open: [open],
      high: [high],
      low: [low],
      close: [close],
    });
    expect(ti.bullishhammerstick(columns([100, 104, 98, 104]))).toBe(true);
    expect(ti.bearishspinningtop(columns([100, 110.2, 100, 110]))).toBe(true);
    expect(ti.bullishspinningtop(columns([110, 110.2, 99.8, 100]))).toBe(true);
  });
});
