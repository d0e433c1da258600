/** Probabilistic Sharpe ratio: how probable it is that the true Sharpe ratio is above zero. */

import { figureOf, undefinedFigure, type Figure } from '../sample/figure.js';
import type { ReturnSample } from '../sample/return-sample.js';
import { sharpe } from '../figures/sharpe.js';
import { sharpeStandardError } from './sharpe-standard-error.js';
import { standardNormalDistribution } from './standard-normal.js';

/**
 * PSR(0) = Phi(SR sqrt(n - 1) / sqrt(1 - g1 SR + (b2 - 1) / 4 SR^2)), SR per session, g1 and b2
 * the moment estimators of skewness and kurtosis (normal = 3), benchmark 0; a probability in 0..1.
 * That is the Sharpe ratio over its standard error, so the annualization cancels. Assumes returns
 * that are independent over time, and one trial: choosing the best of many makes it too high.
 * Undefined under four returns, for a constant series, and when the standard error is 0
 * (two-valued returns can).
 *
 * Source: Bailey and López de Prado, "The Sharpe Ratio Efficient Frontier", Journal of Risk 15(2),
 * 2012.
 */
export function probabilisticSharpe(sample: ReturnSample): Figure {
  const error = sharpeStandardError(sample);
  if (error.value === null) return error;
  const ratio = sharpe(sample);
  if (ratio.value === null) return ratio;
  if (error.value === 0) return undefinedFigure('the Sharpe ratio has no standard error');
  return figureOf(standardNormalDistribution(ratio.value / error.value));
}
