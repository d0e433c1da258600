/** A path into a JSON message: `data.price`, `0`, `$.symbol` from the whole message, `@` for the element itself. */

export interface MessagePath {
  /** Starts at the whole message, not at the element of a list. */
  readonly isFromMessage: boolean;
  readonly parts: readonly string[];
}

/** Parts are separated by points; a point inside a name is written `\.`. Undefined for a malformed path. */
export function parsePath(text: string): MessagePath | undefined {
  if (text === '@' || text === '$') return { isFromMessage: text === '$', parts: [] };
  const isFromMessage = text.startsWith('$.');
  const parts = (isFromMessage ? text.slice(2) : text)
    .split(/(?<!\\)\./)
    .map((part) => part.replaceAll('\\.', '.'));
  if (parts.length > 20 || parts.some((part) => part === '')) return undefined;
  return { isFromMessage, parts };
}

/** The value at the path; undefined if the path ends earlier. Ignores inherited members. */
export function valueAtPath(path: MessagePath, message: unknown, element: unknown): unknown {
  let at = path.isFromMessage ? message : element;
  for (const part of path.parts) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[part];
  }
  return at;
}
