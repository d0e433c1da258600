/** A deep copy of a fold's state, so that a test can go on from it without the original. */

/**
 * Copies plain objects, instances, arrays, typed arrays, maps and sets, member by member;
 * prototypes are kept. State that a fold hides outside of its members would not be copied, and the
 * copy would go wrong.
 */
export function copied<T>(value: T): T {
  return copyOf(value) as T;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Folds keep numbers in doubles and in integers of several lengths.
  if (ArrayBuffer.isView(value)) return (value as Float64Array).slice();
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, copyOf(item)]));
  if (value instanceof Set) return new Set([...value].map(copyOf));
  if (Array.isArray(value)) return value.map(copyOf);
  const copy = Object.create(Object.getPrototypeOf(value) as object) as Record<string, unknown>;
  for (const [name, member] of Object.entries(value)) copy[name] = copyOf(member);
  return copy;
}
