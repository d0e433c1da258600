/** Time in market: how often a position was open. */

import { figureOf, undefinedFigure, type Figure } from '../sample/figure.js';
import type { Performance } from '../sample/performance.js';
import { noMark } from '../sample/reasons.js';

/**
 * Marks with a position (gross exposure not 0) / all marks, a fraction. A position that opens and
 * closes between two marks does not count; the last mark counts although nothing is held after it.
 * Undefined without a mark.
 */
export function timeInMarket(performance: Performance): Figure {
  const { gross } = performance.bars ?? performance;
  if (gross.length === 0) return undefinedFigure(noMark);
  let invested = 0;
  // 0 / 0 is a book without position or equity; |NaN| > 0 is false, as it should be.
  for (let mark = 0; mark < gross.length; mark++) if (Math.abs(gross[mark]!) > 0) invested++;
  return figureOf(invested / gross.length);
}
