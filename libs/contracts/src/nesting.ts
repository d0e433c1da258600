/** Values from outside, before anything walks through them: how deep they may be nested. */

/** Whether no more than `most` objects and arrays of a value lie within each other; a plain value needs none. */
export function isNestedWithin(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return most > 0 && Object.values(value).every((one) => isNestedWithin(one, most - 1));
}
