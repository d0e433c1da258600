/** The number that a fact states, and how exactly (XBRL 2.1, 4.6.3 to 4.6.7). */

import Big from 'big.js';
import type { Fact } from './instance.js';

/** Exact digits after the point, negative for hundreds or millions; INF if all are exact. */
export type Decimals = number | 'INF';

/** A spelling of a number in XML Schema (decimal, double), bounded in size. */
const spelling = /^[+-]?(\d{1,400}(\.\d{0,400})?|\.\d{1,400})([eE][+-]?\d{1,3})?$/;
const integer = /^[+-]?\d{1,6}$/;

/** Beyond this many digits no rule of rounding changes a value that was written. */
const digitsMax = 2_000;

/** The exact value; undefined for nil, for a fraction, and for text that is not a number. */
export const valueOf = (fact: Fact): Big | undefined =>
  fact.nil ? undefined : numberOf(fact.text.trim());

/** The exact value of a number as XBRL writes it, `-.0130`; undefined for any other text. */
export const numberOf = (text: string): Big | undefined =>
  spelling.test(text) ? new Big(tidied(text)) : undefined;

/** big.js rejects a leading plus sign, and a point without a digit after it. */
const tidied = (text: string): string => text.replace(/^\+/, '').replace(/\.(?=[eE]|$)/, '');

/**
 * The decimals of a numeric fact, written or inferred from its precision (4.6.6): precision −
 * ⌊log10 |value|⌋ − 1. Undefined if none are written, if they are not numbers, and for a precision
 * of 0, which leaves the value unknown. A value of 0 with a precision is exact.
 */
export function decimalsOf(fact: Fact): Decimals | undefined {
  if (fact.decimals !== undefined) return writtenNumber(fact.decimals);
  const precision = fact.precision === undefined ? undefined : writtenNumber(fact.precision);
  const value = valueOf(fact);
  if (precision === undefined || value === undefined || precision === 'INF') return precision;
  if (precision <= 0) return undefined;
  return value.eq(0) ? 'INF' : precision - value.e - 1;
}

function writtenNumber(text: string): Decimals | undefined {
  if (text === 'INF') return 'INF';
  return integer.test(text) ? Number(text) : undefined;
}

/**
 * Rounds a value to `decimals`. A half goes to the even neighbor (IEEE 754), as in XBRL 2.1 and
 * Arelle: 2.5 and 1.5 are both 2 at 0 decimals.
 */
export function rounded(value: Big, decimals: Decimals): Big {
  if (decimals === 'INF' || decimals > digitsMax) return value;
  // Left of every digit, whatever the value: half of that is never reached.
  if (decimals < -digitsMax) return new Big(0);
  return value.round(decimals, Big.roundHalfEven);
}

/**
 * The value to its own decimals (5.2.5.2): what a calculation adds up; undefined where either is.
 */
export function roundedValue(fact: Fact): Big | undefined {
  const value = valueOf(fact);
  const decimals = decimalsOf(fact);
  return value === undefined || decimals === undefined ? undefined : rounded(value, decimals);
}
