/** The stationary bootstrap: blocks as in its paper, and the same ones for the same seed. */

import { describe, expect, it } from 'vitest';
import { indexLists } from '../../test/index-lists.js';
import { stationaryBootstrap, type Resampling } from './stationary-bootstrap.js';

const resamplesOf = (count: number, resampling: Resampling): number[][] =>
  indexLists(stationaryBootstrap(count, resampling));

/** Share of neighbors that follow each other on the circle. */
function shareOfSuccessors(resamples: readonly number[][], count: number): number {
  let successors = 0;
  let neighbors = 0;
  for (const indices of resamples) {
    for (let position = 1; position < count; position++) {
      neighbors++;
      if (indices[position] === (indices[position - 1]! + 1) % count) successors++;
    }
  }
  return successors / neighbors;
}

describe('the stationary bootstrap', () => {
  it('draws as many as asked, with indices into the series', () => {
    const resamples = resamplesOf(50, { seed: 1, resamples: 20, meanBlockLength: 4 });
    expect(resamples).toHaveLength(20);
    for (const indices of resamples) {
      expect(indices).toHaveLength(50);
      expect(indices.every((index) => index >= 0 && index < 50)).toBe(true);
    }
  });

  it('gives the same resamples for the same seed, and others for another', () => {
    const options = { resamples: 5, meanBlockLength: 3 };
    const first = resamplesOf(40, { seed: 7, ...options });
    expect(resamplesOf(40, { seed: 7, ...options })).toEqual(first);
    expect(resamplesOf(40, { seed: 8, ...options })).not.toEqual(first);
  });

  // Continues with probability 1 - 1/b, or starts a block there by chance; 199,000 neighbors.
  it.each([1, 2, 5, 12])('ends a block after each element with probability 1 / %i', (length) => {
    const count = 200;
    const resamples = resamplesOf(count, { seed: 3, resamples: 1000, meanBlockLength: length });
    const expected = 1 - 1 / length + 1 / length / count;
    expect(Math.abs(shareOfSuccessors(resamples, count) - expected)).toBeLessThan(0.005);
  });

  it('draws each element equally often, the ends too: the series is a circle', () => {
    const frequency = new Float64Array(20);
    for (const indices of resamplesOf(20, { seed: 5, resamples: 5000, meanBlockLength: 4 })) {
      for (const index of indices) frequency[index]! += 1 / 100_000;
    }
    for (const share of frequency) expect(Math.abs(share - 0.05)).toBeLessThan(0.005);
  });

  it('keeps a block in at most two ranges, so that few numbers say many indices', () => {
    const count = 1000;
    const resamples = 50;
    const { first, from, to } = stationaryBootstrap(count, {
      seed: 1,
      resamples,
      meanBlockLength: 10,
    });
    expect(first).toHaveLength(resamples + 1);
    expect(first.at(-1)).toBe(from.length);
    expect(to).toHaveLength(from.length);
    // 1 + 999 / 10 blocks a resample, and about one of them runs past the end.
    expect(from.length / resamples).toBeGreaterThan(95);
    expect(from.length / resamples).toBeLessThan(108);
  });

  it('resamples a series of one', () => {
    expect(resamplesOf(1, { seed: 1, resamples: 2, meanBlockLength: 1 })).toEqual([[0], [0]]);
  });

  it.each([
    [0, { resamples: 1, meanBlockLength: 1 }, 'something to resample'],
    [5, { resamples: 0, meanBlockLength: 1 }, 'counted from 1'],
    [5, { resamples: 1.5, meanBlockLength: 1 }, 'counted from 1'],
    [5, { resamples: 1, meanBlockLength: 0.5 }, 'at least one element'],
    [5, { resamples: 1, meanBlockLength: Number.NaN }, 'at least one element'],
  ])('refuses a series of %i with %j', (count, options, law) => {
    expect(() => resamplesOf(count, { seed: 1, ...options })).toThrow(law);
  });
});
