/** Intervals of shares against statsmodels 0.15 and values by hand. */

import { describe, expect, it } from 'vitest';
import { normalInterval, pairedInterval, shareOf, wilsonInterval } from './shares.js';

describe('intervals of a share', () => {
  it.each([
    [454, 500, 0.882_666_223_966_984_1, 0.933_333_776_033_015_9],
    [99, 500, 0.163_071_264_125_624_45, 0.232_928_735_874_375_57],
    [5, 10, 0.190_102_483_847_719_16, 0.809_897_516_152_280_8],
    // 1/3 - 0.53 is below 0.
    [1, 3, 0, 0.866_767_964_039_479],
    [0, 10, 0, 0],
    [10, 10, 1, 1],
  ])('the normal approximation of %d of %d', (count, of, low, high) => {
    const interval = normalInterval({ count, of });
    expect(interval.low).toBeCloseTo(low, 14);
    expect(interval.high).toBeCloseTo(high, 14);
    expect(interval.level).toBe(0.95);
  });

  it.each([
    [454, 500, 0.879_461_261_863_825_6, 0.930_317_276_319_548],
    [99, 500, 0.165_431_122_569_193_5, 0.235_173_979_069_584_1],
    [1, 3, 0.061_491_944_720_396_26, 0.792_340_399_197_952_3],
    [0, 10, 0, 0.277_532_799_862_889_26],
    [10, 10, 0.722_467_200_137_110_6, 1],
    [500, 500, 0.992_375_659_538_447_9, 1],
  ])('the score interval of %d of %d', (count, of, low, high) => {
    const interval = wilsonInterval({ count, of });
    expect(interval.low).toBeCloseTo(low, 14);
    expect(interval.high).toBeCloseTo(high, 14);
  });

  it('the score interval ends at 0 when nothing is counted, and at 1 when all is', () => {
    for (let of = 1; of <= 1000; of++) {
      expect(wilsonInterval({ count: 0, of }).low).toBe(0);
      expect(wilsonInterval({ count: of, of }).high).toBe(1);
    }
  });

  it('is wider at a higher level: the quantile of 99.5% is 2.5758', () => {
    const { low, high, level } = normalInterval({ count: 5, of: 10 }, 0.99);
    expect((high - low) / 2).toBeCloseTo(2.575_829_303_548_900_4 * Math.sqrt(0.025), 12);
    expect(level).toBe(0.99);
  });

  it.each([
    [1, 0],
    [-1, 3],
    [4, 3],
    [0.5, 3],
  ])('refuses %d of %d', (count, of) => {
    expect(() => shareOf({ count, of })).toThrow('a share is a count of a count');
  });
});

describe('the interval of a paired difference', () => {
  it.each([
    // (8 - 2) / 22 +- 1.96 sqrt(11 - 36 / 22) / 22.
    [8, 2, 20, 0.000_113_570_984_648, 0.545_340_974_469_897],
    // 0 +- 1.96 / 12.
    [0, 0, 10, -0.163_330_332_045_005, 0.163_330_332_045_005],
    [29, 15, 500, 0.001_811_402_668_430, 0.053_965_489_761_848_5],
  ])('%d and %d of %d pairs differ', (onlyOne, onlyOther, pairs, low, high) => {
    const interval = pairedInterval(onlyOne, onlyOther, pairs);
    expect(interval.low).toBeCloseTo(low, 13);
    expect(interval.high).toBeCloseTo(high, 13);
  });

  it('refuses more pairs that differ than there are', () => {
    expect(() => pairedInterval(3, 3, 5)).toThrow('pairs differ or not');
  });
});
