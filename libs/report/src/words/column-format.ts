/** Numbers of which nothing is known but their column: told apart, and aligned with one another. */

import { formatNumber } from './figure-format.js';

const digitsMax = 4;

/** A writer for the numbers of one column: as many decimals as they need, at most four. */
export function columnFormat(
  values: readonly (number | string | null)[],
): (value: number) => string {
  const digits = values.reduce<number>(
    (most, value) => (typeof value === 'number' ? Math.max(most, digitsOf(value)) : most),
    0,
  );
  return (value) => (vanishes(value, digits) ? exponential(value) : formatNumber(value, digits));
}

function digitsOf(value: number): number {
  for (let digits = 0; digits < digitsMax; digits++) {
    if (Number(value.toFixed(digits)) === value) return digits;
  }
  return digitsMax;
}

/** Whether a number that is not zero would be written as if it were. */
function vanishes(value: number, digits: number): boolean {
  return value !== 0 && Number(value.toFixed(digits)) === 0;
}

function exponential(value: number): string {
  return value.toExponential(1).replaceAll('-', '\u2212');
}
