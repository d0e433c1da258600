/** Facts in the form that calculation checks take. */

import type { Big } from 'big.js';

export interface NumericFact {
  /** Named as in the networks: `{namespace}name`, or `prefix:name`. */
  readonly concept: string;
  /** The same for contexts that are s-equal. */
  readonly contextKey: string;
  /** The same for units that are equal. */
  readonly unitKey: string;
  /** Undefined exactly when the fact is nil. */
  readonly value: Big | undefined;
  /**
   * As stated, or inferred from a stated precision (XBRL 2.1, 4.6.6). Undefined: no digit is known
   * to be accurate, as with precision 0.
   */
  readonly decimals: number | 'INF' | undefined;
  readonly line: number;
  /** Keys of the tuples around it, outermost first; left out at the top. */
  readonly tuples?: readonly string[];
}

/** Beyond these, exact sums would cost more than they are worth. */
const placesMax = 2_000;

/**
 * Whether sums with it stay small: no real figure has a value or decimals of two thousand places.
 */
export function isWithinReach({ value, decimals }: NumericFact): boolean {
  if (typeof decimals === 'number') {
    if (!Number.isInteger(decimals) || Math.abs(decimals) > placesMax) return false;
  }
  return value === undefined || (Math.abs(value.e) <= placesMax && value.c.length <= placesMax);
}
