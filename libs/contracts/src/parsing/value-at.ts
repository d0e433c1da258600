/** Down a path of keys and positions, as an issue of a schema names its place. */

/** What stands there; undefined where the path ends before. Nothing inherited is found. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Readonly<Record<string | number, unknown>>)[part];
  }
  return at;
}
