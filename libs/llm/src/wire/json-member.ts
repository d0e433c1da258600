/** Looks into JSON of providers, of which nothing is certain. */

import { valueAt } from '#contracts/parsing/value-at';

/** The value at a path of members and indices; undefined where there is none. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  valueAt(value, path);

export const textAt = (value: unknown, ...path: readonly (string | number)[]): string | null => {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : null;
};

/** As `textAt`; null for an empty text, too, where that is no word of the API. */
export const wordAt = (...of: Parameters<typeof textAt>): string | null => textAt(...of) || null;

/** A count of tokens; undefined where there is none, or it is no count. */
export const countAt = (
  value: unknown,
  ...path: readonly (string | number)[]
): number | undefined => {
  const found = at(value, ...path);
  return Number.isSafeInteger(found) && (found as number) >= 0 ? (found as number) : undefined;
};

/** `type: message` of an error, 300 characters at most; null where there is none. Some servers send a list of one. */
export function errorAt(value: unknown): string | null {
  const error = at(Array.isArray(value) ? value[0] : value, 'error');
  if (error === undefined || error === null) return null;
  if (typeof error === 'string') return error.slice(0, 300);
  const kind = textAt(error, 'type') ?? textAt(error, 'status') ?? textAt(error, 'code');
  const message = textAt(error, 'message') ?? 'an error without a message';
  return `${kind === null ? '' : `${kind}: `}${message}`.slice(0, 300);
}
