/** Sortino ratio: mean return for each unit of downside deviation. */

import { figureOf, tooFewReturns, undefinedFigure, type Figure } from '../sample/figure.js';
import type { ReturnSample } from '../sample/return-sample.js';

/**
 * mean(r) / sqrt(sum(min(r, 0)^2) / n) x sqrt(sessionsPerYear); target 0, and n counts all returns,
 * not just the negative ones (which would reward an agent for losing more often by less).
 * Undefined under two returns, and when the downside deviation is 0 or rounding noise.
 *
 * Source: Sortino and Price, "Performance Measurement in a Downside Risk Framework", Journal of
 * Investing 3(3), 1994.
 */
export function sortino(sample: ReturnSample): Figure {
  const { returns, count, mean, noise, sessionsPerYear } = sample;
  if (count < 2) return tooFewReturns(count, 2);
  let squares = 0;
  for (let index = 0; index < count; index++) {
    const below = Math.min(returns[index]!, 0);
    squares += below * below;
  }
  const downside = Math.sqrt(squares / count);
  if (downside <= noise) return undefinedFigure('no return is negative');
  return figureOf((mean / downside) * Math.sqrt(sessionsPerYear));
}
