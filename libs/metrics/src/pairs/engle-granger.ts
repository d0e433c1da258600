/** Whether two series of prices keep together: the two-step test of Engle and Granger. */

import { undefinedFigure, type Undefined } from '../figure.js';
import { dickeyFuller } from './dickey-fuller.js';
import {
  cointegrationCriticalValues,
  cointegrationPValue,
  type CriticalValues,
} from './mackinnon.js';
import { nestedRegressions } from './nested-regressions.js';

export interface Cointegration {
  /** t of the residuals' pull back: the more negative, the stronger. */
  readonly statistic: number;
  /** The probability of such a statistic without cointegration, 0 to 1; MacKinnon's approximation. */
  readonly pValue: number;
  readonly critical: CriticalValues;
  readonly lags: number;
  /** The slope of the first step: what `left` moves by for one of `right`. */
  readonly hedgeRatio: number;
  readonly intercept: number;
}

/** Fewer leave the regression with all lags hardly two rows for each coefficient. */
const fewest = 30;

/** Of the squares of a constant series no more is left about its mean. */
const constant = 1e-24;

/** Of the variation of `left`, less than this share is left where the two are one series. */
const collinear = 100 * Math.sqrt(Number.EPSILON);

/**
 * Regresses `left` on `right` and a constant, and tests the residuals for a unit root. Not symmetric: the other order
 * is another test. Both series have one length and are finite. Undefined under 30 values, where one of them does not
 * vary, and where they are one series but for rounding (statsmodels answers minus infinity there).
 *
 * Source: Engle and Granger, "Co-integration and Error Correction", Econometrica 55(2), 1987; the same answers as
 * `coint` of statsmodels (trend c, autolag aic).
 */
export function engleGranger(left: Float64Array, right: Float64Array): Cointegration | Undefined {
  const count = left.length;
  if (count < fewest) {
    return undefinedFigure(`needs at least ${fewest} common sessions, found ${count}`);
  }
  const ones = new Float64Array(count).fill(1);
  const fitted = nestedRegressions([ones, right], left);
  if (fitted === null || fitted.squares(1) <= constant * fitted.squares(0)) {
    return undefinedFigure('the prices do not vary');
  }
  if (fitted.squares(2) <= collinear * fitted.squares(1)) {
    return undefinedFigure('the two are one series but for rounding');
  }
  const [intercept, hedgeRatio] = fitted.coefficients(2) as [number, number];
  const residuals = left.map((value, index) => value - intercept - hedgeRatio * right[index]!);
  const tested = dickeyFuller(residuals);
  if (tested === null || !Number.isFinite(tested.statistic)) {
    return undefinedFigure('the spread has no random part');
  }
  const pValue = cointegrationPValue(tested.statistic);
  return { ...tested, pValue, critical: cointegrationCriticalValues(count), hedgeRatio, intercept };
}
