/** Exposure: how large the book was for its equity, on average. */

import { undefinedFigure, type Figure } from '../sample/figure.js';
import type { Performance } from '../sample/performance.js';
import { noMark } from '../sample/reasons.js';
import { meanOf } from '../sample/return-sample.js';

/**
 * Mean over all marks of the sum of absolute position values / equity: 1 is fully invested, above 1
 * is leverage; longs and shorts add up. Undefined without a mark, and when equity was 0 at one.
 */
export function exposure(performance: Performance): Figure {
  const { gross } = performance.bars ?? performance;
  if (gross.length === 0) return undefinedFigure(noMark);
  const mean = meanOf(gross);
  return Number.isFinite(mean) ? { value: mean } : undefinedFigure('equity was zero at a mark');
}
