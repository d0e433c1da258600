/** Checks on untrusted values before anything recurses into them: nesting depth and keys. */

/** Whether no more than `most` objects and arrays of a value lie within each other; a plain value needs none. */
export function isNestedWithin(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return most > 0 && Object.values(value).every((one) => isNestedWithin(one, most - 1));
}

/** Whether no object in the value has a member `__proto__`, which JSON tools drop or misread. */
export function hasPlainKeys(value: unknown): boolean {
  // Iterative, because the nesting depth of the value is not limited here.
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return false;
    for (const member of Object.values(next)) left.push(member);
  }
  return true;
}
