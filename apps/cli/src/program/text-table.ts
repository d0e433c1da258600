/** Rows of text in columns that line up. */

/** Columns of numbers to the right, others to the left; a row is as long as what it has. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const [header = [], ...body] = rows;
  const columns = header.map((title, column) => {
    const cells = body.map((row) => row[column] ?? '');
    const isNumeric = cells.length > 0 && cells.every((cell) => /^\d+$/.test(cell));
    return { width: widestOf([title, ...cells]), isNumeric };
  });
  const line = (row: readonly string[]): string =>
    columns
      .map(({ width, isNumeric }, column) => {
        const cell = row[column] ?? '';
        return isNumeric ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return rows.map((row) => `  ${line(row)}`).join('\n');
}

/** Characters of the longest text; there may be more texts than a function takes arguments. */
export const widestOf = (texts: readonly string[]): number =>
  texts.reduce((widest, { length }) => Math.max(widest, length), 0);
