/** Loss from the highest equity so far. */

/**
 * Fractions from -1 to 0 (below -1 when equity is negative), one a mark: equity over its running
 * peak, minus one. The peak starts at `startEquity`. Source: C. Bacon, Practical Portfolio
 * Performance Measurement and Attribution, 2nd ed., section 4.
 */
export function drawdownCurve(equity: Float64Array, startEquity: number): Float64Array {
  let peak = startEquity;
  return equity.map((value) => {
    peak = Math.max(peak, value);
    return peak > 0 ? value / peak - 1 : 0;
  });
}
