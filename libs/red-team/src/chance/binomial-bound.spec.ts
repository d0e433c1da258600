/** Checks the bound against sums of the binomial distribution in exact arithmetic. */

import { describe, expect, it } from 'vitest';
import { binomialBound } from './noise-trial.js';

describe('binomialBound', () => {
  // Python: the least k for which sum(comb(n, i) * p**i * (1-p)**(n-i) for i > k) is
  // below the risk.
  it.each([
    { n: 120, p: 0.05, risk: 0.001, bound: 14 },
    { n: 1000, p: 0.05, risk: 0.002, bound: 71 },
    { n: 10, p: 0.5, risk: 0.01, bound: 9 },
    { n: 5, p: 0.5, risk: 0.5, bound: 3 },
    { n: 1, p: 0.05, risk: 0.001, bound: 1 },
    { n: 0, p: 0.05, risk: 0.001, bound: 0 },
  ])('$n events of probability $p exceed $bound with a probability below $risk', (one) => {
    expect(binomialBound(one.n, one.p, one.risk)).toBe(one.bound);
  });
});
