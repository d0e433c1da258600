/** How often something may happen by chance. */

/**
 * The least count that n independent events of probability p exceed with a probability below `risk`.
 * P(X > k) is summed from the top of the distribution down, in logarithms: no term is lost.
 *
 * Source: the binomial distribution, Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964, 26.1.20.
 */
export function binomialBound(n: number, p: number, risk: number): number {
  let above = 0;
  for (let k = n; k > 0; k--) {
    above += Math.exp(logTerm(n, k, p));
    if (above >= risk) return k;
  }
  return 0;
}

const logTerm = (n: number, k: number, p: number): number =>
  logChoose(n, k) + k * Math.log(p) + (n - k) * Math.log1p(-p);

function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let factor = 1; factor <= k; factor++) sum += Math.log((n - k + factor) / factor);
  return sum;
}
