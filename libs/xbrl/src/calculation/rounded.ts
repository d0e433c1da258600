/** Decimal places: rounding as XBRL 2.1 has it, and digits beyond what is stated. */

import type { Big } from 'big.js';

const halfEven = 2;

/**
 * The value to its decimals: ties go to the even digit (XBRL 2.1, 4.6.7.2, after IEEE 754). Negative decimals round
 * before the point; `INF` changes nothing.
 */
export function rounded(value: Big, decimals: number | 'INF'): Big {
  if (decimals === 'INF') return value;
  return value.round(decimals, halfEven);
}

/** Whether the value has digits other than 0 after its last stated place. */
export function hasExcessDigits(value: Big, decimals: number | 'INF'): boolean {
  return !rounded(value, decimals).eq(value);
}
