/** Calmar ratio: yearly growth for each unit of the deepest loss. */

import { figureOf, undefinedFigure, type Figure } from '../sample/figure.js';
import { noiseShare } from '../sample/return-sample.js';

/**
 * Annualized (geometric) return / maximum drawdown, both over the whole window (Young took the
 * last 36 months). Undefined where the annualized return is, and when there was no drawdown
 * beyond rounding.
 *
 * Source: Young, "Calmar Ratio: A Smoother Tool", Futures, October 1991.
 */
export function calmar(annualized: Figure, maximumDrawdown: Figure): Figure {
  if (annualized.value === null) return annualized;
  if (maximumDrawdown.value === null) return maximumDrawdown;
  if (maximumDrawdown.value <= noiseShare) return undefinedFigure('there was no drawdown');
  return figureOf(annualized.value / maximumDrawdown.value);
}
