/** Sharpe ratio: mean return for each unit of variation. */

import { figureOf, noVariation, tooFewReturns, type Figure } from '../sample/figure.js';
import type { ReturnSample } from '../sample/return-sample.js';

/**
 * mean(r) / stdev(r) x sqrt(sessionsPerYear), sample standard deviation (divisor n - 1), simple
 * returns between marks, sessions without a change included, risk-free rate 0. Undefined under two
 * returns, and when the deviation is 0 or only rounding noise (`ReturnSample.noise`).
 *
 * Source: Sharpe, "The Sharpe Ratio", Journal of Portfolio Management 21(1), 1994.
 */
export function sharpe(sample: ReturnSample): Figure {
  const figure = sharpePerSession(sample);
  if (figure.value === null) return figure;
  return figureOf(figure.value * Math.sqrt(sample.sessionsPerYear));
}

/** mean(r) / stdev(r), not annualized; undefined as `sharpe`. */
export function sharpePerSession(sample: ReturnSample): Figure {
  if (sample.count < 2) return tooFewReturns(sample.count, 2);
  if (sample.deviation === 0) return noVariation;
  return figureOf(sample.mean / sample.deviation);
}
