/**
 * The test of a function's profit. Prices move by one tick a minute, up or down with equal chance,
 * and a position of at most `p` orders is chosen before each move. So the profit S after T moves,
 * in ticks for the shares of an order, is a martingale with steps of at most p, and by the bound
 * of Azuma and Hoeffding P(S / (p √T) ≥ z) ≤ exp(-z² / 2): for any function, without an
 * approximation. Fills of limits and stops take the worse of what a bar allows, so that their
 * profit is at most such an S.
 *
 * Power: who knows the price m minutes ahead once in h minutes, and trades with it, earns √(2m/π)
 * ticks each time, and has √(2m/π) √T / h for the expected z, of which the standard deviation is
 * at most about 1.
 */

/** The z that none of so many functions reaches, but with a probability of `level` at most. */
export const criticalZ = (functions: number, level: number): number =>
  Math.sqrt(2 * Math.log(functions / level));

/**
 * How many moves a profit needs to be found, if m minutes are known once in h: with a
 * probability of 0.999.
 */
export const movesFor = (critical: number, m: number, h: number): number =>
  (((critical + 3.1) * h) / Math.sqrt((2 * m) / Math.PI)) ** 2;
