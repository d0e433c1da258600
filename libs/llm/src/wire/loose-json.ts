/** Reads JSON of foreign origin: anything that lacks the expected form counts as absent. */

import { jsonOf } from '#values';
import { valueAt } from '#contracts/parsing/value-at';

type Path = readonly (string | number)[];

/** The value at a path of members and indices; undefined if there is none. */
export const at = (value: unknown, ...path: Path): unknown => valueAt(value, path);

/** The items of an array; empty for everything else. */
export function itemsAt(value: unknown, ...path: Path): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** A text; undefined for everything else. */
export function textAt(value: unknown, ...path: Path): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** As `textAt`; also null for an empty text, where the API gives that no meaning. */
export const wordAt = (...of: Parameters<typeof textAt>): string | null => textAt(...of) || null;

/** A count of tokens; undefined if it is missing, or not a count. */
export function countAt(value: unknown, ...path: Path): number | undefined {
  const found = at(value, ...path);
  return Number.isSafeInteger(found) && (found as number) >= 0 ? (found as number) : undefined;
}

/** A text unchanged, anything else as JSON, a missing value as an empty text. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    // Nested too deeply for the stack.
    return '(JSON that cannot be shown)';
  }
}

/**
 * The texts of a list of content parts (`text`, `input_text`, `output_text`), or a content that is
 * a text itself.
 */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return itemsAt(content)
    .map((part) => textAt(part, 'text') ?? textAt(part, 'refusal') ?? placeholder(part))
    .filter((text) => text !== '')
    .join('\n');
}

/** Images and other parts that are not text are named, not shown. */
function placeholder(part: unknown): string {
  const type = textAt(part, 'type');
  return type === undefined ? '' : `(${type})`;
}

/**
 * `type: message` of an error, 300 characters at most; null if there is none. Some servers send
 * a list of one.
 */
export function errorAt(value: unknown): string | null {
  const error = at(Array.isArray(value) ? value[0] : value, 'error');
  if (error === undefined || error === null) return null;
  if (typeof error === 'string') return error.slice(0, 300);
  const kind = textAt(error, 'type') ?? textAt(error, 'status') ?? textAt(error, 'code');
  const message = textAt(error, 'message') ?? 'an error without a message';
  return `${kind === undefined ? '' : `${kind}: `}${message}`.slice(0, 300);
}

/**
 * Counts of a usage that comes in parts: a later count replaces an earlier one, but a zero, or a
 * missing one, does not.
 */
export function mergedCounts(counts: unknown, more: unknown): unknown {
  if (typeof more !== 'object' || more === null) return counts;
  if (typeof counts !== 'object' || counts === null) return more;
  const merged: Record<string, unknown> = { ...counts };
  for (const [name, count] of Object.entries(more)) {
    const known = merged[name];
    if (typeof known === 'object' && known !== null) merged[name] = mergedCounts(known, count);
    else if (known === undefined || known === null || Boolean(count)) merged[name] = count;
  }
  return merged;
}

/**
 * The value of JSON as servers write it: those in Python may write numbers that JSON does not
 * have, which count as missing. Undefined if it is none.
 */
export function looseJson(text: string): unknown {
  const value = jsonOf(text);
  if (value !== undefined || !/NaN|Infinity/.test(text)) return value;
  let isInString = false;
  const strict = text.replace(/\\[^]|"|-?\b(?:NaN|Infinity)\b/g, (found) => {
    if (found === '"') isInString = !isInString;
    return isInString || found.length < 3 ? found : 'null';
  });
  return jsonOf(strict);
}
