/** The augmented Dickey-Fuller regression without constant, its lags chosen by Akaike's criterion. */

import { nestedRegressions, type NestedRegressions } from './nested-regressions.js';

export interface DickeyFuller {
  /** t of the level: the more negative, the stronger the pull back. */
  readonly statistic: number;
  /** Lagged differences in the regression. */
  readonly lags: number;
}

/**
 * Regresses the differences of `series` on its level before and on lagged differences, without a constant, as for
 * residuals. The number of lags, 0 to ceil(12 (n / 100)^(1/4)) and at most floor(n / 2) - 1 (Schwert, Journal of
 * Business & Economic Statistics 7(2), 1989), is that of the smallest criterion n log(SSR / n) + 2 k, the smaller of
 * equal ones; all are compared over the same rows, and the one chosen is estimated over as many rows as it has. Null
 * where the regressors are dependent, as of a constant series.
 *
 * Source: Said and Dickey, Biometrika 71(3), 1984; lags and rows as `adfuller` of statsmodels takes them.
 */
export function dickeyFuller(series: Float64Array): DickeyFuller | null {
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
    if (criterion < least) [best, least] = [lags, criterion];
  }
  return best;
}
