/**
 * Bars from CSV: synchronous blocks, one pass over the bytes, memory limited by the block
 * and the batch.
 */

import { excerpt } from '#values';
import { barColumns, type BarColumn } from '#contracts';
import type { ByteInput } from '../rows/byte-input.js';
import { csvRecord } from '../rows/csv-record.js';
import { dialectOf, type Dialect } from '../rows/dialect.js';
import { LineCursor, type LineRange } from '../rows/line-cursor.js';
import { defectKinds, RowDefect, rowDefect } from '../rows/row-defect.js';
import { missing } from '../rows/row-fields.js';
import { decodedInput, readHeader } from '../rows/text-rows.js';
import { BarBatch, requiredColumns, type BarReader, type EmptyRows } from './bar-batch.js';
import { barFields, rolesOf, stampOf, valueFields } from './bar-layout.js';
import type { BarRole, BarShape } from './bar-layout.js';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import { isRemark } from '../rows/vendor-notes.js';
import {
  fillFromClose,
  plainLayout,
  PlainRows,
  symbolCharsMax,
  type PlainLayout,
} from './plain-rows.js';

interface CsvBarReaderOptions extends BarShape {
  readonly input: ByteInput;
  /** Parts of the file in the order in which to read them; defaults to the whole file. */
  readonly ranges?: readonly LineRange[];
  readonly batchRows?: number;
  readonly blockBytes?: number;
}

/**
 * Reads the header at once: throws `InvalidInput` if it does not fit. Unreadable rows are
 * defects of the batch.
 */
export class CsvBarReader implements BarReader {
  readonly file: string;
  ended = true;
  empty: EmptyRows | undefined;
  private readonly batch: BarBatch;
  /** How rows are parsed from bytes; undefined if the dialect of the file is another. */
  readonly plain: PlainLayout | undefined;
  private readonly plainRows: PlainRows | undefined;
  private readonly roleNames: readonly BarRole[];
  private readonly columns: readonly Float64Array[];
  private readonly fixedSymbol: number;
  private readonly dialect: Dialect;
  private readonly ranges: LineRange[];
  private cursor: LineCursor | undefined;
  /** Behind the part that was read last. */
  private behind: LineRange = { from: 0, to: 0, line: 1 };

  constructor(private readonly options: CsvBarReaderOptions) {
    const { table, symbols } = options;
    const input = decodedInput(options.input, table);
    this.file = input.name;
    this.dialect = dialectOf(table);
    const header = new LineCursor(input, undefined, options.ranges ? 1 << 12 : options.blockBytes);
    const { names, isSideBySide } = readHeader(header, input.name, table, barFields(table));
    if (isSideBySide || isBesideOthers(table)) this.empty = { count: 0, line: 0 };
    this.roleNames = rolesOf(names, table, input.name);
    const isPlain = this.dialect.isPlain && !this.roleNames.includes('clock');
    this.plain = isPlain ? plainLayout(this.roleNames, table) : undefined;
    this.plainRows = this.plain && new PlainRows(this.plain, symbols);
    this.batch = new BarBatch(options.batchRows ?? 4096);
    this.columns = barColumns.map((column) => this.batch.values[column]);
    this.fixedSymbol = table.symbol === undefined ? -1 : symbols.indexOf(table.symbol);
    this.ranges = [...(options.ranges ?? [])];
    // The rows follow the header in the same block: each byte of a whole file is read only once.
    if (!options.ranges) this.cursor = header;
  }

  next(): BarBatch | null {
    const { batch } = this;
    batch.clear();
    while (batch.count < batch.capacity) {
      const cursor = this.cursor ?? this.openNextRange();
      if (!cursor) break;
      if (!cursor.next()) this.leave(cursor);
      else if (cursor.end > cursor.start && !isRemark(cursor)) this.readRow(cursor);
    }
    return batch.count === 0 ? null : batch;
  }

  /**
   * What is left of the file, or of the part that was read last: its line is that of the next row.
   */
  get rest(): LineRange {
    return this.cursor?.rest ?? this.behind;
  }

  /** Reads a part of the file next, in place of what is left. */
  continueWith(range: LineRange): void {
    this.cursor = new LineCursor(this.options.input, range, this.options.blockBytes);
  }

  close(): void {
    this.cursor = undefined;
    this.ranges.length = 0;
    this.options.input.close();
  }

  private openNextRange(): LineCursor | undefined {
    const range = this.ranges.shift();
    if (range) this.continueWith(range);
    return this.cursor;
  }

  private leave(cursor: LineCursor): void {
    this.behind = cursor.rest;
    this.cursor = undefined;
  }

  private readRow(cursor: LineCursor): void {
    const { batch } = this;
    const row = batch.count++;
    batch.line[row] = cursor.line;
    batch.offset[row] = cursor.offset;
    batch.symbol[row] = this.fixedSymbol;
    batch.stamp[row] = NaN;
    const isRead = this.plainRows?.read(cursor, batch, this.columns, row) === true;
    if (!isRead) this.readCarefully(cursor, row);
    if (this.options.table.closeOnly === true) fillFromClose(batch, row);
    this.ended = cursor.ended;
  }

  /**
   * The slow path through strings: handles everything that the fast path cannot, and
   * reports defects.
   */
  private readCarefully(cursor: LineCursor, row: number): void {
    try {
      const values = csvRecord(cursor, this.dialect.delimiter);
      if (values.length !== this.roleNames.length) {
        throw rowDefect(defectKinds.fieldCount, {
          expected: String(this.roleNames.length),
          found: String(values.length),
        });
      }
      if (this.empty !== undefined && this.isEmpty(values)) {
        this.leaveOut(cursor.line, this.empty);
        return;
      }
      this.storeTexts(values, row);
    } catch (error) {
      if (!(error instanceof RowDefect)) throw error;
      const what = cursor.ended ? error.defect.what : defectKinds.unfinished;
      this.batch.defects.set(row, { ...error.defect, what });
    }
  }

  /** Whether the row has no value of the symbol: others have bars at its time. */
  private isEmpty(values: readonly string[]): boolean {
    return this.roleNames.every(
      (role, index) => !isValue(role) || this.dialect.isUnknown(values[index] as string),
    );
  }

  /** Takes the row back that was begun, and counts it. */
  private leaveOut(line: number, { count, line: first }: EmptyRows): void {
    this.batch.count--;
    this.empty = { count: count + 1, line: count === 0 ? line : first };
  }

  private storeTexts(values: readonly string[], row: number): void {
    const { batch } = this;
    const { table } = this.options;
    // Where symbols have calendars of their own, that of the row says what its time means.
    const calendar = this.calendarOf(values, row);
    // Symbol and stamp first: a row with a broken price still has a time.
    const clock = this.roleNames.indexOf('clock');
    const time = clock < 0 ? '' : ` ${values[clock]}`;
    for (const [index, role] of this.roleNames.entries()) {
      const text = values[index] as string;
      if (role === 'symbol') batch.symbol[row] = this.symbolOf(text);
      else if (role === 'stamp') batch.stamp[row] = stampOf(table, text + time, calendar);
    }
    for (const [index, role] of this.roleNames.entries()) {
      if (!isValue(role)) continue;
      batch.values[role][row] = valueOf(values[index] as string, role, this.dialect);
    }
  }

  private calendarOf(values: readonly string[], row: number): SessionCalendar {
    const { calendar, calendarOf } = this.options;
    if (calendarOf === undefined) return calendar;
    const column = this.roleNames.indexOf('symbol');
    const { batch } = this;
    if (column >= 0) batch.symbol[row] = this.symbolOf(values[column] as string);
    return calendarOf(batch.symbol[row] as number);
  }

  private symbolOf(text: string): number {
    if (text === '') throw missing('symbol');
    if (text.length > symbolCharsMax) {
      throw rowDefect('the symbol is too long', { field: 'symbol', found: excerpt(text) });
    }
    return this.options.symbols.indexOf(text);
  }
}

/**
 * Whether the closes are a column with the name of its symbol: files have those of several
 * symbols beside it.
 */
const isBesideOthers = ({ closeOnly, columns, symbol }: BarShape['table']): boolean =>
  closeOnly === true && symbol !== undefined && columns?.close === symbol;

const isValue = (role: BarRole): role is BarColumn => barColumns.includes(role as BarColumn);

/** NaN for an optional value that is missing. */
function valueOf(text: string, column: BarColumn, dialect: Dialect): number {
  if (dialect.isUnknown(text)) {
    if (requiredColumns.includes(column)) throw missing(column);
    return NaN;
  }
  const value = dialect.number(text);
  if (value !== undefined) return dialect.ofField(valueFields[column], value);
  throw rowDefect(defectKinds.notANumber, { field: column, found: excerpt(text) });
}
