/** Columns of numbers in messages: each checked in one plain loop, and published as the JSON Schema of that check. */

import { z } from 'zod';

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Whole numbers that a double holds, of either sign. */
const anyInteger: Bounds = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

/** A list of whole numbers, at most `length` of them. */
export function integers(length: number, bounds: Bounds = anyInteger): z.ZodType<number[]> {
  const { min, max } = bounds;
  return z
    .custom<number[]>(
      (value) => isIntegers(value, length, bounds),
      `expected a list of whole numbers from ${min} to ${max}, ${length} at most`,
    )
    .meta({
      type: 'array',
      items: { type: 'integer', minimum: min, maximum: max },
      maxItems: length,
    });
}

/** One whole number for all rows, or a list of them. */
export function oneOrIntegers(length: number, bounds: Bounds): z.ZodType<number | number[]> {
  const { min, max } = bounds;
  const item = { type: 'integer', minimum: min, maximum: max };
  return z
    .custom<number | number[]>(
      (value) => isInteger(value, bounds) || isIntegers(value, length, bounds),
      `expected whole numbers from ${min} to ${max}, one or a list of at most ${length}`,
    )
    .meta({ anyOf: [item, { type: 'array', items: item, maxItems: length }] });
}

/** One number for all rows, or a list in which null is an unknown value. */
export function oneOrNumbers(length: number): z.ZodType<number | (number | null)[]> {
  return z
    .custom<number | (number | null)[]>(
      (value) => Number.isFinite(value) || isNumbersOrNull(value, length),
      `expected finite numbers or null, one number or a list of at most ${length}`,
    )
    .meta({
      anyOf: [
        { type: 'number' },
        {
          type: 'array',
          items: { anyOf: [{ type: 'number' }, { type: 'null' }] },
          maxItems: length,
        },
      ],
    });
}

function isInteger(value: unknown, { min, max }: Bounds): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function isIntegers(value: unknown, length: number, bounds: Bounds): boolean {
  if (!Array.isArray(value) || value.length > length) return false;
  for (let row = 0; row < value.length; row++) if (!isInteger(value[row], bounds)) return false;
  return true;
}

function isNumbersOrNull(value: unknown, length: number): boolean {
  if (!Array.isArray(value) || value.length > length) return false;
  for (let row = 0; row < value.length; row++) {
    if (value[row] !== null && !Number.isFinite(value[row])) return false;
  }
  return true;
}
