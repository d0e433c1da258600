/** Follows a path of keys and positions, as in an issue of a schema. */

/** The value there; undefined if the path ends earlier. Ignores inherited members. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Readonly<Record<string | number, unknown>>)[part];
  }
  return at;
}
