/** Whether two series of prices keep together: the two-step test of Engle and Granger. */

import { type Undefined, undefinedFigure } from '../sample/figure.js';
import { nestedRegressions, type NestedRegressions } from './nested-regressions.js';
import { standardNormalDistribution } from '../distribution/standard-normal.js';

/** Below it no probability is left, above it all of it is. */
const least = -18.86;
const greatest = 0.92;

/** Left of it the quadratic fits the tail, right of it the cubic fits the rest. */
const tailEnd = -2.62;
const tail = [2.92, 1.5012, 0.039796] as const;
const rest = [2.1945, 0.64695, -0.29198, -0.042377] as const;

interface Cointegration {
  /** t of the residuals' pull back: the more negative, the stronger. */
  readonly statistic: number;
  /**
   * The probability of such a statistic without cointegration, 0 to 1; MacKinnon's approximation.
   */
  readonly pValue: number;
  readonly lags: number;
  /** The slope of the first step: what `left` moves by for one of `right`. */
  readonly hedgeRatio: number;
  readonly intercept: number;
}

/** Fewer leave the regression with all lags hardly two rows for each coefficient. */
const fewest = 30;

/** A series is constant if at most this share of its sum of squares remains about its mean. */
const constant = 1e-24;

/** Where the two are one series, less than this share of the variation of `left` is left. */
const collinear = 100 * Math.sqrt(Number.EPSILON);

/**
 * Regresses `left` on `right` and a constant, and tests the residuals for a unit root. Not
 * symmetric: the other order is another test. Both series have one length and are finite. Undefined
 * under 30 values, if one of them does not vary, and if they are the same series up to rounding
 * (statsmodels answers minus infinity there).
 *
 * Source: Engle and Granger, "Co-integration and Error Correction", Econometrica 55(2), 1987; the
 * same answers as `coint` of statsmodels (trend c, autolag aic).
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
  return { ...tested, pValue, hedgeRatio, intercept };
}

interface DickeyFuller {
  /** t of the level: the more negative, the stronger the pull back. */
  readonly statistic: number;
  /** Lagged differences in the regression. */
  readonly lags: number;
}

/**
 * Regresses the differences of `series` on its level before and on lagged differences, without a
 * constant, as for residuals. The number of lags, 0 to ceil(12 (n / 100)^(1/4)) and at most floor(n
 * / 2) - 1 (Schwert, Journal of Business & Economic Statistics 7(2), 1989), is that of the smallest
 * criterion n log(SSR / n) + 2 k, the smaller of equal ones; all are compared over the same rows,
 * and the one chosen is estimated over as many rows as it has. Null if the regressors are
 * dependent, as for a constant series.
 *
 * Source: Said and Dickey, Biometrika 71(3), 1984; lags and rows as `adfuller` of
 * statsmodels takes them.
 */
function dickeyFuller(series: Float64Array): DickeyFuller | null {
  const count = series.length;
  const most = Math.min(Math.floor(count / 2) - 1, Math.ceil(12 * (count / 100) ** 0.25));
  const compared = regressionOf(series, most);
  if (compared === null) return null;
  const lags = bestLags(compared, count - 1 - most, most);
  const statistic = regressionOf(series, lags)?.firstT(lags + 1);
  return statistic === undefined ? null : { statistic, lags };
}

/** Columns: the level, then the differences 1 to `lags` sessions back. */
function regressionOf(series: Float64Array, lags: number): NestedRegressions | null {
  const differences = series.subarray(1).map((value, index) => value - series[index]!);
  const rows = differences.length - lags;
  const level = series.subarray(lags, lags + rows);
  const lagged = Array.from({ length: lags }, (_, index) =>
    differences.subarray(lags - 1 - index, lags - 1 - index + rows),
  );
  return nestedRegressions([level, ...lagged], differences.subarray(lags));
}

function bestLags(compared: NestedRegressions, rows: number, most: number): number {
  let best = 0;
  let least = Infinity;
  for (let lags = 0; lags <= most; lags++) {
    const criterion = rows * Math.log(compared.squares(lags + 1) / rows) + 2 * (lags + 1);
    if (criterion < least) {
      best = lags;
      least = criterion;
    }
  }
  return best;
}

/**
 * The probability, 0 to 1, of a statistic at most this small where the two series are not
 * cointegrated; asymptotic.
 *
 * Source: MacKinnon, "Approximate Asymptotic Distribution Functions for Unit-Root and
 * Cointegration Tests", Journal of Business & Economic Statistics 12(2), 1994, tables 3 and 4, two
 * variables, constant.
 */
export function cointegrationPValue(statistic: number): number {
  if (statistic > greatest) return 1;
  if (statistic < least) return 0;
  const coefficients = statistic <= tailEnd ? tail : rest;
  return standardNormalDistribution(polynomial(coefficients, statistic));
}

/** Coefficients from the constant up. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}
