/** Reads JSON of foreign origin: anything that lacks the expected form counts as absent. */

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
