/** Looks into JSON that somebody else wrote: what is not of the form that is looked for is not there. */

import { valueAt } from '#contracts/parsing/value-at';

type Path = readonly (string | number)[];

/** The value at a path of members and indices; undefined where there is none. */
export const at = (value: unknown, ...path: Path): unknown => valueAt(value, path);

/** The items of an array; none for everything else. */
export function itemsAt(value: unknown, ...path: Path): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** A text; undefined for everything else. */
export function textAt(value: unknown, ...path: Path): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** As `textAt`; null for an empty text, too, where that is no word of the API. */
export const wordAt = (...of: Parameters<typeof textAt>): string | null => textAt(...of) || null;

/** A count of tokens; undefined where there is none, or it is no count. */
export function countAt(value: unknown, ...path: Path): number | undefined {
  const found = at(value, ...path);
  return Number.isSafeInteger(found) && (found as number) >= 0 ? (found as number) : undefined;
}

/** A text as it is, anything else as JSON, nothing as an empty text. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    // Nested deeper than the stack.
    return '(JSON that cannot be shown)';
  }
}

/** The texts of a list of content parts (`text`, `input_text`, `output_text`), or a content that is a text itself. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return itemsAt(content)
    .map((part) => textAt(part, 'text') ?? textAt(part, 'refusal') ?? placeholder(part))
    .filter((said) => said !== '')
    .join('\n');
}

/** Images and other parts that are no text are named, not shown. */
function placeholder(part: unknown): string {
  const type = textAt(part, 'type');
  return type === undefined ? '' : `(${type})`;
}

/** `type: message` of an error, 300 characters at most; null where there is none. Some servers send a list of one. */
export function errorAt(value: unknown): string | null {
  const error = at(Array.isArray(value) ? value[0] : value, 'error');
  if (error === undefined || error === null) return null;
  if (typeof error === 'string') return error.slice(0, 300);
  const kind = textAt(error, 'type') ?? textAt(error, 'status') ?? textAt(error, 'code');
  const message = textAt(error, 'message') ?? 'an error without a message';
  return `${kind === undefined ? '' : `${kind}: `}${message}`.slice(0, 300);
}
