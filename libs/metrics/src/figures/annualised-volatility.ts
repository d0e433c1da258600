/** Annualized volatility: how much the returns vary, scaled to a year. */

import { figureOf, tooFewReturns, type Figure } from '../sample/figure.js';
import type { ReturnSample } from '../sample/return-sample.js';

/**
 * Sample standard deviation (divisor n - 1) of the returns between marks x sqrt(sessionsPerYear); a
 * fraction. The root rule holds for returns without autocorrelation. Undefined under two returns;
 * 0 for a constant series, rounding noise included.
 *
 * Source: Hull, "Options, Futures and Other Derivatives", section on estimating volatility, here of
 * simple instead of log returns.
 */
export function annualisedVolatility(sample: ReturnSample): Figure {
  if (sample.count < 2) return tooFewReturns(sample.count, 2);
  return figureOf(sample.deviation * Math.sqrt(sample.sessionsPerYear));
}
