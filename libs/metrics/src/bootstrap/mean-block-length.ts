/** How long the blocks of the stationary bootstrap are on average. */

/**
 * n^(1/3), at least 1: the rate at which the best block length grows with the sample (Hall, Horowitz
 * and Jing, "On Blocking Rules for the Bootstrap with Dependent Data", Biometrika 82(3), 1995).
 *
 * The automatic rule (Politis and White, "Automatic Block-Length Selection for the Dependent
 * Bootstrap", Econometric Reviews 23(1), 2004; corrected by Patton, Politis and White, 28(4), 2009)
 * is n^(1/3) times a constant, (G^2 / g^2)^(1/3), estimated from the autocorrelations of the series.
 * The constant is 1 for a first-order autoregression with coefficient sqrt(2) - 1 = 0.41, which few
 * daily equity curves reach. It is not estimated here, because returns are nearly uncorrelated: the
 * estimate falls to blocks of one, which destroys the clustering of volatility that a drawdown is
 * made of; a coefficient from 60 returns is mostly noise; and two runs on the same dates would get
 * different blocks. The price: the variance of independent returns comes out low by a fraction of
 * about (2 b - 1) / n, 1.6 % at 1,258 returns and 11 % at 60.
 */
export function meanBlockLength(count: number): number {
  return Math.max(1, Math.cbrt(count));
}
