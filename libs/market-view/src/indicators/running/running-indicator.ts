/**
 * The port through which every indicator takes closes and shows its value, and the bounds of
 * its arguments.
 */

import { invalidInput } from '#values';

/** Follows one series of closes, one update a bar, in bounded memory. */
export interface RunningIndicator<T> {
  /** Takes the next close; positive and at most 1e290 by contract. */
  next(close: number): void;
  /** null while it warms up. */
  readonly value: T | null;
}

/** The longest window, in bars: a bound against hostile lengths. */
export const windowLengthMax = 10_000;

/**
 * `length` itself; an `InvalidInput` error naming `where` unless it is an integer from 1 to 10,000.
 */
export function requireWindowLength(length: number, where: string): number {
  if (Number.isInteger(length) && length >= 1 && length <= windowLengthMax) return length;
  throw invalidInput('not a number of bars', {
    where,
    expected: `an integer from 1 to ${windowLengthMax}`,
    found: String(length),
  });
}
