/**
 * A line of numbers drawn with dots of braille: two columns and four rows of dots in
 * each character.
 */

/**
 * Bits of the dots of a character, by column and by row from the top (Unicode, U+2800 to U+28FF).
 */
const dots = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const;

/**
 * `height` lines of `width` characters, the greatest value at the top. Neighbors are joined by a
 * vertical stroke. More values than dots are thinned out, the last of each part standing for it;
 * the newest is always drawn.
 */
export function brailleLine(values: readonly number[], width: number, height: number): string[] {
  const cells = Array.from({ length: height }, () => new Uint8Array(width));
  const low = Math.min(...values);
  const high = Math.max(...values);
  const rows = height * 4;
  const rowOf = (value: number): number =>
    high === low ? rows >> 1 : Math.round(((high - value) / (high - low)) * (rows - 1));
  let before: number | undefined;
  for (const [column, value] of thinned(values, width * 2).entries()) {
    const row = rowOf(value);
    const [from, to] = before === undefined ? [row, row] : joined(before, row);
    for (let at = from; at <= to; at++) {
      const line = cells[at >> 2] as Uint8Array;
      line[column >> 1] = (line[column >> 1] as number) | dotOf(column, at);
    }
    before = row;
  }
  return cells.map((line) => [...line].map((bits) => String.fromCodePoint(0x2800 + bits)).join(''));
}

const dotOf = (column: number, row: number): number =>
  (dots[(column & 1) as 0 | 1] as readonly number[])[row & 3] as number;

/** Rows of the stroke from one value to the next; the dot of the former is there already. */
function joined(before: number, row: number): [number, number] {
  if (row > before) return [before + 1, row];
  return row < before ? [row, before - 1] : [row, row];
}

function thinned(values: readonly number[], count: number): readonly number[] {
  if (values.length <= count) return values;
  return Array.from(
    { length: count },
    (_, index) => values[Math.ceil(((index + 1) * values.length) / count) - 1] as number,
  );
}
