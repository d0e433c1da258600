/** Intervals of one share, and of the difference of two samples, against statsmodels 0.15 and values by hand. */

import { describe, expect, it } from 'vitest';
import { normalInterval, shareOf, wilsonInterval } from './share.js';
import { differenceInterval, twoShareTest } from './two-shares.js';

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

  it('is wider at a higher level: the quantile of 99.5 % is 2.5758', () => {
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

describe('two shares of different samples', () => {
  it.each([
    [454, 500, 99, 500, 22.579_380_688_250_257, 0],
    [446, 500, 401, 500, 3.952_984_333_993_964_8, 7.718_249_213_622_203e-5],
    [253, 271, 201, 229, 2.152_803_206_757_072, 0.031_334_148_026_656_15],
    [8, 20, 5, 10, -0.521_050_105_718_906, 0.602_331_867_061_727],
  ])('tests %d of %d against %d of %d', (count, of, otherCount, otherOf, z, p) => {
    const test = twoShareTest({ count, of }, { count: otherCount, of: otherOf });
    expect(test?.z).toBeCloseTo(z, 12);
    expect(test?.p).toBeCloseTo(p, 13);
  });

  it('has no test where both are 0, or both 1', () => {
    expect(twoShareTest({ count: 0, of: 4 }, { count: 0, of: 9 })).toBeNull();
    expect(twoShareTest({ count: 4, of: 4 }, { count: 9, of: 9 })).toBeNull();
  });

  it.each([
    [253, 271, 201, 229, 0.004_639_316_229_557_829, 0.110_203_447_972_210_38],
    [10, 10, 3, 8, 0.201_975_327_429_002_98, 0.863_155_714_176_402_6],
  ])('has the interval of %d of %d less %d of %d', (count, of, otherCount, otherOf, low, high) => {
    const interval = differenceInterval({ count, of }, { count: otherCount, of: otherOf });
    expect(interval.low).toBeCloseTo(low, 13);
    expect(interval.high).toBeCloseTo(high, 13);
  });
});
