/** Checks on untrusted values before anything recurses into them: nesting depth and keys. */

import { z } from 'zod';

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

/** An object whose members are any JSON, such as the settings of an agent: at most `depthMax` deep, with plain keys. */
export const openObject = (depthMax: number) =>
  z
    .unknown()
    // Depth comes first: a schema of JSON walks through all of it, as deep as it goes.
    .refine((value) => isNestedWithin(value, depthMax), `nested more than ${depthMax} deep`)
    .refine(hasPlainKeys, 'a member called __proto__')
    .pipe(z.record(z.string(), z.json()))
    // The published schema is that of the object; the depth is in no schema.
    .meta({ type: 'object', propertyNames: { not: { enum: ['__proto__'] } } });
