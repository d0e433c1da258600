/**
 * A run in a market of pure noise: coin flips decide about a position, and returns have no drift.
 */

import type { SeededRandom } from '#values';
import { performanceOf } from '../../test/performance-of.js';
import type { Performance } from './performance.js';

/** Daily returns are normal with a deviation of 1%. */
export function noisePerformance(random: SeededRandom, returns: number): Performance {
  const equity = new Float64Array(returns + 1).fill(100_000);
  let position = 1;
  for (let mark = 1; mark <= returns; mark++) {
    if (random.below(3) === 0) position = 1 - position;
    equity[mark] = equity[mark - 1]! * (1 + position * 0.01 * random.normal());
  }
  return performanceOf([...equity], { dates: [...equity.keys()], startingCapital: 100_000 });
}
