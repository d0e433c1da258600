/**
 * Checks the widened percentiles against scipy, and that intervals over noise miss as rarely
 * as they claim.
 */

import { describe, expect, it } from 'vitest';
import { seededRandom } from '#values';
import { intervals } from './intervals.js';
import { noisePerformance } from '../sample/noise-performance.fixture.js';
import { smallSampleLevel } from './small-sample-level.js';

describe('smallSampleLevel', () => {
  it('is the level of the expanded percentile interval', () => {
    // 27 returns in blocks of 3 on average: 9 blocks. scipy 1.17:
    // 2 * norm.cdf(t.ppf(0.975, 8) * sqrt(9 / 8)) - 1, and with t.ppf(0.95, 8) for a level of 0.9.
    expect(smallSampleLevel(0.95, 27)).toBeCloseTo(0.985_550_362, 5);
    expect(smallSampleLevel(0.9, 27)).toBeCloseTo(0.951_430_168, 5);
  });

  it('comes close to the level itself in long samples', () => {
    expect(smallSampleLevel(0.95, 1e9)).toBeCloseTo(0.95, 5);
    expect(smallSampleLevel(0.95, 60)).toBeGreaterThan(smallSampleLevel(0.95, 500));
  });
});

describe('intervals over noise without a drift', () => {
  // More than 70 of 1,000 independent intervals at 95% miss with a probability of 0.2%.
  it.each([60, 250])('exclude zero as rarely as their level says: %i returns', (returns) => {
    const random = seededRandom('noise');
    let excluded = 0;
    for (let world = 0; world < 1000; world++) {
      const performance = noisePerformance(random, returns);
      const { sharpe } = intervals(performance, { seed: world % 4, resamples: 500 });
      if (sharpe !== null && (sharpe.low > 0 || sharpe.high < 0)) excluded++;
    }
    expect(excluded).toBeGreaterThan(25);
    expect(excluded).toBeLessThanOrEqual(70);
  });
});
