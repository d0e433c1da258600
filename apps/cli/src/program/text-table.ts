/** Rows of text in aligned columns. */

/** Aligns columns of numbers right, others left; rows have no trailing padding. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const body = rows.slice(1);
  const isNumeric = (column: number): boolean =>
    body.length > 0 && body.every((row) => /^\d+$/.test(row[column] ?? ''));
  return alignedRows(rows, isNumeric)
    .map((row) => `  ${row}`)
    .join('\n');
}

/** A line for each row, with as many columns as the first one has. */
export function alignedRows(
  rows: readonly (readonly string[])[],
  isToTheRight: (column: number) => boolean,
): string[] {
  const columns = (rows[0] ?? []).map((_, column) => ({
    width: widestOf(rows.map((row) => row[column] ?? '')),
    pad: isToTheRight(column) ? ('padStart' as const) : ('padEnd' as const),
  }));
  return rows.map((row) =>
    columns
      .map(({ width, pad }, column) => (row[column] ?? '')[pad](width))
      .join('  ')
      .trimEnd(),
  );
}

/** Characters of the longest text; there may be more texts than a function takes arguments. */
export const widestOf = (texts: readonly string[]): number =>
  texts.reduce((widest, { length }) => Math.max(widest, length), 0);
