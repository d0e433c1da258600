/** A path into a message of JSON: `data.price`, `0`, `$.symbol` from the whole message, `@` for the element itself. */

export interface MessagePath {
  /** From the whole message, not from the element of a list. */
  readonly isFromMessage: boolean;
  readonly parts: readonly string[];
}

/** Parts are separated by points; a point inside of a name is written `\.`. Undefined for what is no path. */
export function parsePath(text: string): MessagePath | undefined {
  if (text === '@' || text === '$') return { isFromMessage: text === '$', parts: [] };
  const isFromMessage = text.startsWith('$.');
  const parts = (isFromMessage ? text.slice(2) : text)
    .split(/(?<!\\)\./)
    .map((part) => part.replaceAll('\\.', '.'));
  if (parts.length > 20 || parts.some((part) => part === '')) return undefined;
  return { isFromMessage, parts };
}

/** What stands there; undefined where the path ends before. Nothing inherited is found. */
export function valueAtPath(path: MessagePath, message: unknown, element: unknown): unknown {
  let at = path.isFromMessage ? message : element;
  for (const part of path.parts) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[part];
  }
  return at;
}
