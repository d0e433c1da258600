/**
 * Calculations 1.0: each part rounded, added, rounded as the total is, and equal to it (XBRL
 * 2.1, 5.2.5.2).
 */

import { Big } from 'big.js';
import type { Compared } from './calculation-check.js';
import type { Part } from './bound-facts.js';
import type { NumericFact } from './numeric-fact.js';
import { rounded } from '../instance/fact-value.js';

/**
 * If the total or a part has no accurate digit, the values are inconsistent (suite,
 * 397 V-24, V-29).
 */
export function compareRounded(total: NumericFact, parts: readonly Part[]): Compared {
  let sum = new Big(0);
  let isAccurate = total.decimals !== undefined;
  for (const { weight, twins } of parts) {
    const { value = new Big(0), decimals } = twins[0];
    isAccurate &&= decimals !== undefined;
    sum = sum.plus(rounded(value, decimals ?? 'INF').times(weight));
  }
  const decimals = total.decimals ?? 'INF';
  const reported = rounded(total.value ?? new Big(0), decimals);
  const computed = rounded(sum, decimals);
  const agrees = isAccurate && reported.eq(computed);
  return { verdict: agrees ? 'consistent' : 'inconsistent', reported, computed };
}
