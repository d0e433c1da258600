/** Decimal numbers without rounding: an integer and how many of its digits stand behind the point. */

export interface Decimal {
  readonly digits: bigint;
  /** Digits behind the point, 0 or more. */
  readonly places: number;
}

/** Of digits with at most one point and a sign in front. */
export function decimalOf(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(`${whole}${fraction}` || '0'), places: fraction.length };
}

/** Exactly what the shortest spelling of a double says. */
export function decimalOfNumber(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  return shifted(decimalOf(mantissa), Number(exponent));
}

/** Times ten to the power of `by`. */
export function shifted({ digits, places }: Decimal, by: number): Decimal {
  const left = places - by;
  return left >= 0
    ? { digits, places: left }
    : { digits: digits * 10n ** BigInt(-left), places: 0 };
}

export const negated = ({ digits, places }: Decimal): Decimal => ({ digits: -digits, places });

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** |one - other| as digits at `places`. */
function distance(one: Decimal, other: Decimal, places: number): bigint {
  const at = ({ digits, places: own }: Decimal): bigint => digits * 10n ** BigInt(places - own);
  return absolute(at(one) - at(other));
}

export const isEqual = (one: Decimal, other: Decimal): boolean =>
  distance(one, other, Math.max(one.places, other.places)) === 0n;

/** Whether two values lie at most half of `step` apart. */
export function isWithinHalf(one: Decimal, other: Decimal, step: Decimal): boolean {
  const places = Math.max(one.places, other.places, step.places);
  const size = step.digits * 10n ** BigInt(places - step.places);
  return 2n * distance(one, other, places) <= absolute(size);
}
