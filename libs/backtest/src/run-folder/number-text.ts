/** Numbers as text, for tables of any length. */

/**
 * The shortest text that reads back as the number, as `String` has it. V8 keeps the last 65,000
 * texts that `String` made of numbers. Those of a long table would live long enough to grow old
 * there, and memory would fill with them up to the next collection of all of it; JSON is made
 * without that cache.
 */
export function numberText(value: number): string {
  return Number.isFinite(value) ? JSON.stringify(value) : String(value);
}
