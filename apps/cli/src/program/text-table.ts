/** Rows of text in aligned columns, and as CSV. */

import { printable } from '#values';

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

export type Row = Readonly<Record<string, unknown>>;

/**
 * Columns by name with their maximum width in characters; longer cells are cut, numbers are
 * right-aligned.
 */
export function tableOf(rows: readonly Row[], columns: Readonly<Record<string, number>>): string {
  const cells = Object.entries(columns).map(([column, width]) =>
    toTheRight(rows.map((row) => printable(cellOf(row[column]), width))),
  );
  return textTable([Object.keys(columns), ...rows.map((_, at) => cells.map((own) => own[at]!))]);
}

/** Records of RFC 4180, the first with the names of the columns. */
export function csvOf(rows: readonly Row[], columns: readonly string[]): string {
  const quoted = (cell: string): string =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const cells = rows.map((row) => columns.map((column) => cellOf(row[column])));
  return [columns, ...cells].map((record) => record.map(quoted).join(',')).join('\n');
}

const cellOf = (value: unknown): string =>
  typeof value !== 'object' || value === null
    ? String(value ?? '')
    : Object.entries(value)
        .map(([key, each]) => `${key}=${each}`)
        .join('; ');

function toTheRight(cells: readonly string[]): string[] {
  const isNumber = (cell: string): boolean => /^[+-]?\.?\d[\d.e+-]*$/i.test(cell);
  const width = widestOf(cells.filter(isNumber));
  return cells.map((cell) => (isNumber(cell) ? cell.padStart(width) : cell));
}
