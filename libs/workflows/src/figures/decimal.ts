/** Decimal numbers without rounding: bigints that count units of the last of 150 decimal places. */

import { withoutEndZeros } from '#values';

const places = 150;
export const ones = 10n ** BigInt(places);

/**
 * Takes digits with at most one point, perhaps a sign and an exponent; a double is read as
 * it is spelled.
 */
export function decimalOf(written: string | number): bigint {
  const [mantissa = '', exponent = '0'] = String(written).toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return shifted(BigInt(whole + fraction), places + Number(exponent) - fraction.length);
}

/** Powers of ten that numbers need often: to compute one takes longer than to multiply by it. */
const powersOfTen = Array.from({ length: 2 * places }, (_, power) => 10n ** BigInt(power));
const powerOfTen = (power: number): bigint => powersOfTen[power] ?? 10n ** BigInt(power);

/** Times ten to the power of `by`. */
export const shifted = (value: bigint, by: number): bigint =>
  by < 0 ? value / powerOfTen(-by) : value * powerOfTen(by);

export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** Whether two values differ by at most half of `step`; equal ones if it is 0. */
export const isWithinHalf = (value: bigint, other: bigint, step: bigint): boolean =>
  2n * magnitude(value - other) <= step;

/** Plain digits, without trailing zeros after the point. */
export function spelled(value: bigint): string {
  const digits = String(magnitude(value)).padStart(places + 1, '0');
  const plain = withoutEndZeros(`${digits.slice(0, -places)}.${digits.slice(-places)}`);
  return value < 0n ? `-${plain}` : plain;
}
