/**
 * The rows of a price file in one form for all files: ISO times and plain numbers, whatever
 * its dialect is.
 */

import {
  formatCivilDate,
  formatInstant,
  invalidInput,
  startOfUtcDay,
  type CivilDate,
  type Instant,
} from '#values';
import type { FactTable } from '../manifest/dataset-manifest.js';
import { clockColumn, fieldNames } from '../rows/column-names.js';
import { dialectOf } from '../rows/dialect.js';
import { describeDefect } from '../rows/row-defect.js';
import type { CsvTable, RawRow } from '../rows/text-rows.js';
import { hasOffset } from '../rows/zoned-time.js';
import { rowsOf, type TableLocation } from '../tables/table-location.js';
import type { SeriesTable } from './series-table.js';

/** Columns of a joined file besides its time and its symbol, in their order. */
export const joinedFields = [
  'open',
  'high',
  'low',
  'close',
  'adj_close',
  'volume',
  'vwap',
  'split_factor',
  'dividend',
] as const;
export type JoinedField = (typeof joinedFields)[number];

/** A file whose rows are joined with those of others. */
export interface Part {
  readonly file: string;
  readonly location: TableLocation;
  readonly guessed: SeriesTable;
  /** The keys of its table. */
  readonly table: FactTable & CsvTable;
}

export interface JoinedRow {
  readonly line: number;
  readonly symbol: string;
  /** For a date, the start of its day in UTC. */
  readonly at: Instant;
  /** A date, or a time in UTC. */
  readonly time: string;
  /** Texts of numbers, empty if unknown. */
  readonly values: Readonly<Partial<Record<JoinedField, string>>>;
  /** The last line of the file, without a terminator. */
  readonly unended: boolean;
}

/** The part of a guessed table. */
export function partOf(guessed: SeriesTable, location: TableLocation): Part {
  const keys = guessed.keys.filter(([, value]) => value !== undefined);
  const table = Object.fromEntries(keys) as unknown as FactTable & CsvTable;
  const columns = table.columns && {
    columns: Object.fromEntries(
      Object.entries(table.columns).map(([field, name]) => [field, String(name)]),
    ),
  };
  return { file: location.name, location, guessed, table: { ...table, ...columns } };
}

/**
 * All rows in file order. Throws `InvalidInput` with file and line for a row that cannot be read:
 * its place among the rows of other files is not known.
 */
export async function* joinedRows(part: Part): AsyncGenerator<JoinedRow> {
  const { location, table, guessed } = part;
  const stamp = guessed.frequency === 'intraday' ? 'timestamp' : 'date';
  const clock = stamp === 'date' ? [] : ['time'];
  const fields = ['symbol', stamp, ...clock, ...joinedFields];
  const input = location.open();
  let names: ReadonlyMap<string, string> | undefined;
  try {
    for await (const batch of rowsOf(location, [], input, table, fields)) {
      for (const row of batch) {
        if (row.defect) throw unreadable(part, row.line, describeDefect(row.defect));
        names ??= namesOf(part, Object.keys(row.fields), fields);
        yield joinedRow(part, row, { names, stamp });
      }
    }
  } finally {
    input.close();
  }
}

/** The name under which a row has each field. */
function namesOf(
  { location, table }: Part,
  header: readonly string[],
  fields: readonly string[],
): ReadonlyMap<string, string> {
  // The reader of CSV has renamed its columns already.
  const isNamed = location.format === 'csv';
  const names = isNamed ? header : fieldNames(header, fields, table.columns);
  const columns: Readonly<Record<string, string | undefined>> = table.columns ?? {};
  const found = fields.flatMap((field): [string, string][] => {
    const name = field === 'time' ? clockColumn : (columns[field] ?? field);
    const at = names.indexOf(name);
    return at < 0 ? [] : [[field, header[at] as string]];
  });
  return new Map(found);
}

interface RowShape {
  readonly names: ReadonlyMap<string, string>;
  readonly stamp: 'timestamp' | 'date';
}

function joinedRow(part: Part, row: RawRow, { names, stamp }: RowShape): JoinedRow {
  const { table, guessed } = part;
  const dialect = dialectOf(table);
  const raw = (field: string): string => {
    const value = row.fields[names.get(field) ?? ''];
    const text = value === null || value === undefined ? '' : String(value);
    return dialect.isUnknown(text) ? '' : text;
  };
  const number = (field: JoinedField, text: string): string => {
    const value = dialect.number(text);
    // The check of the data set names what is no number.
    return value === undefined ? text : String(dialect.ofField(field, value));
  };
  const clock = raw('time');
  const text = clock === '' ? raw(stamp) : `${raw(stamp)} ${clock}`;
  const date = stamp === 'date' ? dialect.midnightDate(text) : undefined;
  const at = date === undefined ? dialect.instant(text) : startOfUtcDay(date);
  if (at === undefined) throw unreadable(part, row.line, `no time in ${JSON.stringify(text)}`);
  const values = joinedFields.flatMap((field) =>
    names.has(field) ? [[field, number(field, raw(field))]] : [],
  );
  return {
    line: row.line,
    symbol: names.has('symbol') ? raw('symbol') : (guessed.symbols[0] ?? ''),
    at,
    time: stamp === 'date' ? dayText(dialect.isoText(text), { date, at }) : formatInstant(at),
    values: Object.fromEntries(values) as JoinedRow['values'],
    unended: row.unended === true,
  };
}

/** A time of a day keeps its offset: midnight as written is the date there. */
function dayText(
  iso: string,
  { date, at }: { readonly date: CivilDate | undefined; readonly at: Instant },
): string {
  if (date !== undefined) return formatCivilDate(date);
  return hasOffset(iso) ? iso : formatInstant(at);
}

const unreadable = ({ file }: Part, line: number, found: string): Error =>
  invalidInput('the row cannot be joined with those of other files of its symbol', {
    where: `${file} line ${line}`,
    expected: 'a whole row with a time; correct or remove it',
    found,
  });
