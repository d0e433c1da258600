/** Checks on untrusted values before anything recurses into them: nesting depth and keys. */

/**
 * Whether objects and arrays in a value are nested at most `most` levels deep; a
 * scalar has depth 0.
 */
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
