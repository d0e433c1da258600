/**
 * What a table holds, from the names of its columns: bars, quotes, trades, or a series of closes.
 */

import { excerpt, invalidInput } from '#values';
import { tableFields } from '../../manifest/dataset-manifest.js';
import { clockColumn, fieldNames } from '../../rows/column-names.js';
import type { TableLocation } from '../../tables/table-location.js';
import type { TextShape } from './text-shape.js';

/** The column of closes whose name is a symbol. */
export type MappedColumns = { readonly close: string } | undefined;

/** Positions of the fields of a file without a header. */
type Placed = Readonly<Record<string, string>> | undefined;

interface KindShape {
  readonly placed: Placed;
  readonly mapped: MappedColumns;
  readonly hasClock: boolean;
  /** The fields of the first lines. */
  readonly records: TextShape['records'];
}

const needed = {
  bars: ['open', 'high', 'low', 'close'],
  quotes: ['bid', 'ask'],
  trades: ['price', 'size'],
};

/** Whether the first row below the header has a time of day; true if its texts are not at hand. */
export function hasClock(
  { header }: TextShape['keys'],
  [names = [], row]: TextShape['records'],
): boolean {
  if (header === false || row === undefined) return true;
  const fields = fieldNames(names, ['timestamp', 'time']);
  const time = row[fields.indexOf('timestamp')] ?? '';
  return fields.includes(clockColumn) || isTimeOfDay.test(time);
}

/** `09:30`, `093000123` behind a date, or a count since 1970. */
const isTimeOfDay = /\d:\d\d|^\d{6,8}[ T-]?\d{4,9}$|^\d{9,19}(?:\.\d{1,9})?$/;

/** The kind of the table, its fields, and their column names. */
export function kindOf(
  location: TableLocation,
  header: readonly string[],
  { placed, mapped, hasClock, records }: KindShape,
) {
  const closes = closesOf(location, header, { placed, mapped });
  for (const holds of ['bars', 'quotes', 'trades'] as const) {
    const { fields, columns } = columnsOf(holds, location, header, placed);
    const isComplete = ['timestamp', ...needed[holds]].every((field) => columns.has(field));
    // A trade has a time of day: a price of a date is its close.
    const isSeries = holds === 'trades' && !hasClock && closes !== undefined;
    if (isComplete && !isSeries) return { holds, fields, columns, isCloseOnly: false };
  }
  if (closes !== undefined) return closes;
  throw invalidInput('the columns are not those of bars, quotes or trades', {
    where: `${location.name} line 1`,
    expected: wayOut(records, location.name) ?? expectedColumns,
    found: excerpt(header.join(), 200),
  });
}

/** The fields of a kind of table, and the column of each that the header has. */
function columnsOf(
  holds: 'bars' | 'quotes' | 'trades',
  location: TableLocation,
  header: readonly string[],
  placed: KindShape['placed'],
) {
  const fields = tableFields[holds].filter((field) => field !== 'date');
  const names = fieldNames(header, fields, placed);
  const columns = new Map<string, string>();
  for (const field of fields) {
    const at = names.indexOf(field === 'time' ? clockColumn : (placed?.[field] ?? field));
    if (at >= 0) columns.set(field, (location.format === 'csv' ? names : header)[at] as string);
  }
  return { fields, columns };
}

const expectedColumns =
  'date, open, high, low and close; or time, bid and ask; or time, price and size';

/** What is in the way, if the names are there. */
function wayOut([first = [], ...rows]: TextShape['records'], file: string): string | undefined {
  const isHeader = (names: readonly string[]): boolean => {
    const all = tableFields.bars.filter((field) => field !== 'date');
    const fields = fieldNames(names, all);
    return ['timestamp', 'close'].every((field) => fields.includes(field));
  };
  const below = rows.slice(0, titleLinesMax).find(isHeader);
  if (below !== undefined) {
    const line = excerpt(below.join(), 80);
    return (
      'a header in the first line; it stands further down ' + `(${line}): remove the lines above it`
    );
  }
  if (first.length > 1 || !isHeader((first[0] ?? '').trim().split(/\s+/))) return undefined;
  return `columns that are separated by commas, not by spaces: tr -s ' ' ',' < ${file} > comma.csv`;
}

/** Lines above a header that are looked through. */
const titleLinesMax = 20;

/** Bars of a file that names a time and a close, and neither open, high nor low. */
function closesOf(
  location: TableLocation,
  header: readonly string[],
  { placed, mapped }: Pick<KindShape, 'placed' | 'mapped'>,
) {
  if (placed !== undefined) return undefined;
  const opens = ['open', 'high', 'low'];
  const all = tableFields.bars.filter((field) => field !== 'date' && field !== 'time');
  const fields = all.filter((field) => !opens.includes(field));
  const names = fieldNames(header, all, mapped);
  if (opens.some((field) => names.includes(field))) return undefined;
  const columns = new Map<string, string>();
  for (const field of fields) {
    const at = names.indexOf(field === 'close' ? (mapped?.close ?? field) : field);
    if (at >= 0) columns.set(field, (location.format === 'csv' ? names : header)[at] as string);
  }
  if (!columns.has('timestamp') || !columns.has('close')) return undefined;
  return { holds: 'bars' as const, fields, columns, isCloseOnly: true };
}
