/** The order that a manifest declares for a table, checked row by row. */

import { startOfUtcDay } from '#values';
import { parseDate, parseZonedInstant } from '../rows/zoned-time.js';

export type OrderValue = string | number;

/**
 * Compares keys of rows: numbers as numbers, dates and times as instants, other texts by code unit,
 * unknown before known.
 */
export function compareKeys(a: readonly OrderValue[], b: readonly OrderValue[]): number {
  for (let index = 0; index < a.length; index++) {
    const [left, right] = [a[index] as OrderValue, b[index] as OrderValue];
    if (left === right) continue;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    return String(left) < String(right) ? -1 : 1;
  }
  return 0;
}

/** A field as it takes part in an order. */
export function orderValue(value: unknown): OrderValue {
  if (typeof value === 'number') return value;
  if (value === undefined || value === null) return '';
  const text = String(value);
  const date = parseDate(text);
  return date === undefined ? (parseZonedInstant(text, 'UTC') ?? text) : startOfUtcDay(date);
}
