/** Values from outside, before anything walks through them: how deep they may be nested, and which keys they have. */

/** Whether no more than `most` objects and arrays of a value lie within each other; a plain value needs none. */
export function isNestedWithin(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return most > 0 && Object.values(value).every((one) => isNestedWithin(one, most - 1));
}

/** Whether no object of a value has a member `__proto__`, which readers of JSON drop, or take for something else. */
export function hasPlainKeys(value: unknown): boolean {
  // A list of what is left, and no call for each level: a value may be nested as deep as it likes.
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return false;
    for (const member of Object.values(next)) left.push(member);
  }
  return true;
}
