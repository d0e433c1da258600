/** Resamples are drawn once for all runs of a scenario with the same number of returns. */

import { describe, expect, it, vi } from 'vitest';
import { equityOf, performanceOf, seededReturns } from '../../test/performance-of.js';
import { intervals } from './intervals.js';
import { pairedDifference } from './paired-difference.js';
import type { Performance } from '../sample/performance.js';
import { sharedResamples } from './stationary-bootstrap.js';

/** How many blocks are drawn for the figures of runs: the length of each takes one logarithm. */
function blocksDrawn(runs: readonly Performance[], seed: number): number {
  const logarithm = vi.spyOn(Math, 'log');
  for (const run of runs) {
    intervals(run, { seed });
    pairedDifference(run, runs[0]!, { seed });
  }
  const { length } = logarithm.mock.calls;
  logarithm.mockRestore();
  return length;
}

describe('shared resamples', () => {
  it('are drawn for thirty runs as for one', () => {
    const runs = Array.from({ length: 30 }, (_, run) =>
      performanceOf(equityOf(seededReturns(run, 120))),
    );
    const ofOne = blocksDrawn(runs.slice(0, 1), 101);
    // 1,000 resamples of 1 + 119 / 120^(1/3) = 25.1 blocks.
    expect(ofOne).toBeGreaterThan(24_500);
    expect(ofOne).toBeLessThan(25_700);
    expect(blocksDrawn(runs.slice(0, 1), 101)).toBe(0);
    expect(Math.abs(blocksDrawn(runs, 102) / ofOne - 1)).toBeLessThan(0.02);
  });

  it('are those of their seed, length and number alone', () => {
    const one = sharedResamples(50, 1, 20);
    expect(sharedResamples(50, 1, 20)).toBe(one);
    expect(sharedResamples(50, '1', 20)).not.toEqual(one);
    expect(sharedResamples(50, 2, 20)).not.toEqual(one);
    expect(sharedResamples(51, 1, 20)).not.toEqual(one);
    expect(sharedResamples(50, 1, 21).first).toHaveLength(22);
  });

  it('are kept for the few lengths in use, and drawn again as they were', () => {
    const used = sharedResamples(40, 7, 10);
    const unused = sharedResamples(41, 7, 10);
    for (let count = 42; count < 60; count++) {
      sharedResamples(count, 7, 10);
      expect(sharedResamples(40, 7, 10)).toBe(used);
    }
    const again = sharedResamples(41, 7, 10);
    expect(again).not.toBe(unused);
    expect(again).toEqual(unused);
  });
});
