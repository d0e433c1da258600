/** Corrected probabilities against a slow count, their order, and pairs that do the same. */

import { describe, expect, it } from 'vitest';
import { seededRandom } from '#values';
import { blocksIn, expanded } from '../bootstrap/small-sample-level.js';
import type { ResampledFigure } from './entry-figures.js';
import { pairwiseDifferences } from './pairwise.js';
import { allPairs, rankIntervals } from './comparison.js';

const resamples = 400;
const options = { returns: 60, level: 0.95 };
const blocks = blocksIn(options.returns);

/** Figures with independent normal resamples of deviation 1. */
function figuresOf(values: readonly number[], seed = 'figures'): ResampledFigure[] {
  const random = seededRandom(seed);
  return values.map((value) => ({
    value,
    resampled: Float64Array.from({ length: resamples }, () => value + random.normal()),
  }));
}

/** |difference| and |resampled deviation|, in standard errors. */
function standardized(one: ResampledFigure, other: ResampledFigure) {
  const found = [...one.resampled].map((value, at) => value - other.resampled[at]!);
  const mean = found.reduce((sum, value) => sum + value, 0) / found.length;
  const squares = found.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const error = Math.sqrt(squares / (found.length - 1));
  return {
    size: Math.abs(one.value - other.value) / error,
    deviations: found.map((value) => Math.abs(value - mean) / error),
  };
}

describe('corrected probabilities', () => {
  it('are those of the stepdown procedure, counted one by one', () => {
    const figures = figuresOf([0, 1.5, 4, 9]);
    const pairs = allPairs(4);
    const found = pairwiseDifferences(figures, pairs, options);
    const tests = pairs.map(([one, other]) => standardized(figures[one]!, figures[other]!));
    const furthest = tests.map((_, at) => at).sort((a, b) => tests[b]!.size - tests[a]!.size);
    let least = 0;
    furthest.forEach((at, step) => {
      const left = furthest.slice(step).map((other) => tests[other]!.deviations);
      let beyond = 0;
      for (let resample = 0; resample < resamples; resample++) {
        const largest = Math.max(...left.map((deviations) => deviations[resample]!));
        if (expanded(largest, blocks) >= tests[at]!.size) beyond++;
      }
      least = Math.max(least, (1 + beyond) / (1 + resamples));
      expect(found[at]!.pAdjusted).toBeCloseTo(least, 12);
    });
    // The pairs of the last figure are apart, and some of the others are not.
    expect(found[2]!.pAdjusted).toBeLessThan(0.05);
    expect(found[0]!.pAdjusted).toBeGreaterThan(0.05);
  });

  it('are no smaller than those of the pair alone, but for the steps of a count', () => {
    const found = pairwiseDifferences(figuresOf([0, 1, 2, 3, 4, 5]), allPairs(6), options);
    for (const { p, pAdjusted } of found) expect(pAdjusted).toBeGreaterThan(p - 0.02);
  });

  it('grow with the number of pairs', () => {
    const alone = pairwiseDifferences(figuresOf([0, 4]), [[0, 1]], options)[0]!;
    const others = Array.from({ length: 18 }, () => 0);
    const among = pairwiseDifferences(figuresOf([0, 4, ...others]), allPairs(20), options)[0]!;
    expect(among.difference).toBe(alone.difference);
    expect(among.p).toBeCloseTo(alone.p, 12);
    expect(among.pAdjusted).toBeGreaterThan(2 * alone.pAdjusted);
    expect(among.smallestSeen).toBeGreaterThan(1.3 * alone.smallestSeen);
  });

  it('are at their least for a difference that is the same in every resample', () => {
    const [one] = figuresOf([1]);
    const shifted = (by: number): ResampledFigure => ({
      value: one!.value + by,
      resampled: one!.resampled.map((value) => value + by),
    });
    const figures = [one!, shifted(0.252), shifted(1e-15)];
    const pairs = allPairs(3);
    const found = pairwiseDifferences(figures, pairs, options);
    const least = expect.closeTo(1 / (1 + resamples), 12);
    const told = { p: expect.closeTo(0, 12), pAdjusted: least, smallestSeen: 0 };
    expect(found[0]).toMatchObject(told);
    expect(found[2]).toMatchObject(told);
    // Equal up to rounding.
    expect(found[1]).toMatchObject({ p: 1, pAdjusted: 1 });
    const values = figures.map(({ value }) => value);
    expect(rankIntervals(values, pairs, { differences: found, level: 0.95 })).toEqual([
      { rank: 2, best: 2, worst: 3 },
      { rank: 1, best: 1, worst: 1 },
      { rank: 2, best: 2, worst: 3 },
    ]);
  });

  it('say nothing of two that do the same', () => {
    const [one] = figuresOf([1]);
    const [same] = pairwiseDifferences([one!, one!], [[0, 1]], options);
    expect(same).toEqual({
      difference: 0,
      interval: { low: 0, high: 0, level: 0.95 },
      p: 1,
      pAdjusted: 1,
      smallestSeen: 0,
    });
  });

  it('a difference of the smallest that is seen is found four times in five', () => {
    let found = 0;
    const tried = 400;
    const random = seededRandom('power');
    for (let trial = 0; trial < tried; trial++) {
      const figures = figuresOf([0, 0], `power ${trial}`);
      const { smallestSeen } = pairwiseDifferences(figures, [[0, 1]], options)[0]!;
      // Two figures with a measurement error of 1 each, as their resamples show, this far
      // apart in truth.
      const measured = smallestSeen + Math.SQRT2 * random.normal();
      const moved = { value: measured, resampled: figures[0]!.resampled.map((v) => v + measured) };
      const [test] = pairwiseDifferences([moved, figures[1]!], [[0, 1]], options);
      if (test!.pAdjusted <= 0.05) found++;
    }
    // With an error that is known instead of estimated, a little more than 80%.
    expect(found / tried).toBeGreaterThan(0.76);
    expect(found / tried).toBeLessThan(0.9);
  });
});

describe('rank intervals', () => {
  const rank = (values: readonly number[]) => {
    const pairs = allPairs(values.length);
    const differences = pairwiseDifferences(figuresOf(values), pairs, options);
    return rankIntervals(values, pairs, { differences, level: 0.95 });
  };

  it('are single ranks when all are apart', () => {
    expect(rank([0, 100, 50])).toEqual([
      { rank: 3, best: 3, worst: 3 },
      { rank: 1, best: 1, worst: 1 },
      { rank: 2, best: 2, worst: 2 },
    ]);
  });

  it('are all ranks when none is apart, and ties share a rank', () => {
    expect(rank([1, 1, 0.9])).toEqual([
      { rank: 1, best: 1, worst: 3 },
      { rank: 1, best: 1, worst: 3 },
      { rank: 3, best: 1, worst: 3 },
    ]);
  });

  it('keep groups apart from each other alone', () => {
    expect(rank([0, 0.1, 100, 100.1]).map(({ best, worst }) => [best, worst])).toEqual([
      [3, 4],
      [3, 4],
      [1, 2],
      [1, 2],
    ]);
  });
});
