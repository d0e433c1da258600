/** Copies of a piece of a column, as plain arrays: what agents are handed. */

/** Templates are kept up to this length: windows are short, and asked for again and again. */
const templateLengthMax = 1024;

/** Arrays of doubles by length. A copy of one is an array of doubles from the start, and never changes its kind. */
const templates: (readonly number[] | undefined)[] = [];

/**
 * Rows [from, to) of a column. A plain array of a few dozen doubles is made several times as quickly as a typed
 * array, whose memory lies outside of the heap.
 */
export function copyOf(column: Float64Array, from: number, to: number): number[] {
  const length = to - from;
  const copy = templateOf(length).slice();
  for (let index = 0; index < length; index++) copy[index] = column[from + index] as number;
  return copy;
}

function templateOf(length: number): readonly number[] {
  const known = templates[length];
  if (known !== undefined) return known;
  const template: number[] = [];
  for (let index = 0; index < length; index++) template.push(0.5);
  if (length <= templateLengthMax) templates[length] = template;
  return template;
}
