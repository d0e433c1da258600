/** Rows as tables of bounded width and as CSV. */

import { printable } from '#values';
import { textTable, widestOf } from '../program/text-table.js';

export type Row = Readonly<Record<string, unknown>>;

/** Columns by name with their maximum width in characters; longer cells are cut, numbers are right-aligned. */
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
