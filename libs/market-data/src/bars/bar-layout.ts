/** Which column of a bar file holds which field. */

import { invalidInput } from '#values';
import { barColumns, type BarColumn } from '#contracts';
import { tableFields, type BarTable } from '../manifest/dataset-manifest.js';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import { clockColumn } from '../rows/column-names.js';
import { dialectOf } from '../rows/dialect.js';
import { defectKinds, RowDefect, rowDefect } from '../rows/row-defect.js';
import { missing } from '../rows/row-fields.js';
import { requireColumns } from '../rows/text-rows.js';
import { requiredColumns, type BarBatch, type SymbolTable } from './bar-batch.js';

/** What readers need to know about the rows of a file. */
export interface BarShape {
  readonly table: BarTable;
  readonly symbols: SymbolTable;
  /** Has days, whatever the frequency: dates the times in a daily file. */
  readonly calendar: SessionCalendar;
  /** The same of a symbol, where symbols have different ones. */
  readonly calendarOf?: ((symbol: number) => SessionCalendar) | undefined;
}

export type BarRole = 'symbol' | 'stamp' | 'clock' | BarColumn | 'other';

/** The documented field of each column. */
export const valueFields = {
  open: 'open',
  high: 'high',
  low: 'low',
  close: 'close',
  adjClose: 'adj_close',
  volume: 'volume',
  vwap: 'vwap',
} as const satisfies Readonly<Record<BarColumn, string>>;

const filled: readonly string[] = ['open', 'high', 'low'];

/** Whether a price is the close, as the file has no other. */
export const isFilled = ({ closeOnly }: BarTable, field: string): boolean =>
  closeOnly === true && filled.includes(field);

/** The file's name for a field of the documented format. */
export function columnName(table: BarTable, field: keyof NonNullable<BarTable['columns']>): string {
  return table.columns?.[field] ?? field;
}

/**
 * Columns that the file must have: `symbol` unless the manifest gives it, the stamp,
 * and the prices.
 */
export function requiredNames(table: BarTable): string[] {
  return [
    ...(table.symbol === undefined ? [columnName(table, 'symbol')] : []),
    stampName(table),
    ...requiredColumns
      .filter((column) => !isFilled(table, column))
      .map((column) => columnName(table, valueFields[column])),
    ...(table.tradePrice === 'adjClose' ? [columnName(table, 'adj_close')] : []),
  ];
}

/** The stamp's column: `date` for daily bars, `timestamp` for intraday bars. */
export function stampName(table: BarTable): string {
  return columnName(table, table.frequency !== 'intraday' ? 'date' : 'timestamp');
}

/**
 * The fields that a table of bars can have: one stamp, and a symbol unless the manifest names one.
 */
export function barFields(table: BarTable): string[] {
  const other = table.frequency === 'intraday' ? ['date'] : ['timestamp', 'time'];
  return tableFields.bars.filter(
    (field) =>
      !other.includes(field) &&
      !isFilled(table, field) &&
      (field !== 'symbol' || table.symbol === undefined),
  );
}

/**
 * The role of each column as `fieldNames` names it. Throws `InvalidInput` if a required
 * column is missing.
 */
export function rolesOf(header: readonly string[], table: BarTable, file: string): BarRole[] {
  requireColumns(header, requiredNames(table), file);
  const roles = new Map<string, BarRole>([
    [stampName(table), 'stamp'],
    [clockColumn, 'clock'],
  ]);
  if (table.symbol === undefined) roles.set(columnName(table, 'symbol'), 'symbol');
  for (const column of barColumns) {
    if (isFilled(table, column)) continue;
    const name = columnName(table, valueFields[column]);
    if (roles.has(name)) {
      throw invalidInput('one column cannot be two fields', { where: file, found: name });
    }
    roles.set(name, column);
  }
  return header.map((name) => roles.get(name) ?? 'other');
}

/**
 * The stamp of a row from its field. Throws `RowDefect` if it is missing, or not in the
 * format of the table.
 */
export function stampOf(table: BarTable, value: unknown, calendar: SessionCalendar): number {
  const daily = table.frequency !== 'intraday';
  const field = daily ? 'date' : 'timestamp';
  if (value === undefined || value === null || value === '') throw missing(field);
  const dialect = dialectOf(table);
  const text = String(value);
  const stamp = daily ? dialect.day(text, calendar) : dialect.instant(text);
  if (stamp !== undefined) return stamp;
  throw dialect.unreadable(daily ? defectKinds.notADate : defectKinds.notATime, field, text);
}

/** A row of named fields; `symbol` is not read if the table names the symbol of the file. */
export interface BarFields {
  symbol(): string;
  stamp(): unknown;
  /** Null if unknown. */
  value(column: BarColumn): number | null;
}

/**
 * Stores a row, or its first defect. Symbol and stamp come first: a row with a broken price
 * still has a time.
 */
export function storeBar(
  batch: BarBatch,
  row: number,
  { table, symbols, calendar, calendarOf }: BarShape,
  fields: BarFields,
): void {
  try {
    const symbol = table.symbol ?? fields.symbol();
    if (symbol.length > 32) throw rowDefect('the symbol is too long', { field: 'symbol' });
    const number = symbols.indexOf(symbol);
    batch.symbol[row] = number;
    batch.stamp[row] = stampOf(table, fields.stamp(), calendarOf?.(number) ?? calendar);
    for (const column of barColumns) {
      const value = fields.value(isFilled(table, column) ? 'close' : column);
      if (value === null && requiredColumns.includes(column)) throw missing(column);
      batch.values[column][row] = value ?? NaN;
    }
  } catch (error) {
    if (!(error instanceof RowDefect)) throw error;
    batch.defects.set(row, error.defect);
  }
}
