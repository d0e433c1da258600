/** Options as commander passes them: text, checked before use. */

import { excerpt, invalidInput } from '#values';

/** The options of a command by their names, as commander passes them. */
export type Options = Readonly<Record<string, unknown>>;

/** An integer from `least` to `most`; `InvalidInput` naming the option. */
export function wholeNumber(
  value: unknown,
  option: string,
  least = 1,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const number = Number(value);
  if (typeof value === 'string' && /^\d+$/.test(value) && number >= least && number <= most) {
    return number;
  }
  const from = `a whole number of at least ${least}`;
  const expected = most === Number.MAX_SAFE_INTEGER ? from : `${from} and at most ${most}`;
  throw invalidInput('not a valid number', {
    where: option,
    expected,
    found: excerpt(value),
  });
}

/** An integer of at least 1; undefined when the option was not given. */
export function numberIfGiven(value: unknown, option: string): number | undefined {
  return value === undefined ? undefined : wholeNumber(value, option);
}

/**
 * The one of `choices` that the value names; `InvalidInput` says `what` is not among them,
 * of which option.
 */
export function oneOf<T extends string>(
  value: unknown,
  choices: readonly T[],
  { what, where, of = '' }: { what: string; where?: string; of?: string },
): T {
  const found = choices.find((one) => one === value);
  if (found !== undefined) return found;
  const expected = `${of}${choices.join(', ')}`;
  const named = where === undefined ? {} : { where };
  throw invalidInput(what, { ...named, expected, found: excerpt(value) });
}

/** The text of an option, or undefined when it was not given. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
