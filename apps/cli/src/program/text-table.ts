/** Rows of text in aligned columns, and as CSV. */

import { alignedRows, widestOf } from '#report/words/terminal-columns';
import { printable } from '#values';

/** Aligns columns of numbers right, others left; rows have no trailing padding. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const body = rows.slice(1);
  const isNumeric = (column: number): boolean =>
    body.length > 0 && body.every((row) => /^\d+$/.test(row[column] ?? ''));
  return alignedTable(rows, (column) => (isNumeric(column) ? 'right' : 'left'))
    .map((row) => `  ${row}`)
    .join('\n');
}

/** Rows of cells with as many columns as the first one has, each as wide as its longest cell. */
export function alignedTable(
  rows: readonly (readonly string[])[],
  alignOf: (column: number) => 'left' | 'right',
): string[] {
  const columns = (rows[0] ?? []).map((_, at) => ({
    width: widestOf(rows.map((row) => row[at] ?? '')),
    align: alignOf(at),
  }));
  return alignedRows(rows, columns);
}

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
