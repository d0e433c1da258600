/** Decimal numbers without rounding: an integer times a power of ten. */

export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Of digits with at most one point, perhaps a sign and an exponent; a double is read as it is spelled. */
export function decimalOf(written: string | number): Decimal {
  const [mantissa = '', exponent = '0'] = String(written).toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Times ten to the power of `by`. */
export const shifted = ({ digits, exponent }: Decimal, by: number): Decimal => ({
  digits,
  exponent: exponent + by,
});

export const negated = ({ digits, exponent }: Decimal): Decimal => ({ digits: -digits, exponent });
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
export const magnitude = ({ digits, exponent }: Decimal): Decimal => ({
  digits: absolute(digits),
  exponent,
});

/** Below 0 where `one` is less, 0 where they are equal, above 0 where it is more. */
export function compare(one: Decimal, other: Decimal): number {
  const difference = distance(one, other);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** Whether two values differ by at most half of `step`; without a step, whether they are equal. */
export function isWithinHalf(one: Decimal, other: Decimal, step: Decimal | null): boolean {
  if (step === null) return compare(one, other) === 0;
  const least = Math.min(one.exponent, other.exponent, step.exponent);
  return 2n * absolute(distance(one, other, least)) <= at(step, least);
}

/** Plain digits, without trailing zeros behind the point. */
export function spelled({ digits, exponent }: Decimal): string {
  if (exponent >= 0) return String(digits * 10n ** BigInt(exponent));
  const padded = String(absolute(digits)).padStart(1 - exponent, '0');
  const fraction = padded.slice(exponent).replace(/0+$/, '');
  const whole = `${digits < 0n ? '-' : ''}${padded.slice(0, exponent)}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const at = ({ digits, exponent }: Decimal, to: number): bigint =>
  digits * 10n ** BigInt(exponent - to);
const distance = (
  one: Decimal,
  other: Decimal,
  to = Math.min(one.exponent, other.exponent),
): bigint => at(one, to) - at(other, to);
