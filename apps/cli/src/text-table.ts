/** Rows of text in columns that line up. */

/** Columns of numbers to the right, others to the left; a row is as long as what it has. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const [header = [], ...body] = rows;
  const columns = header.map((title, column) => {
    const cells = body.map((row) => row[column] ?? '');
    const isNumeric = cells.length > 0 && cells.every((cell) => /^\d+$/.test(cell));
    return { width: Math.max(...[title, ...cells].map(({ length }) => length)), isNumeric };
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
