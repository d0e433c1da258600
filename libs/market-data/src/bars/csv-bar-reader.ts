/** Bars from CSV: synchronous blocks, one pass over the bytes, memory limited by the block and the batch. */

import { excerpt } from '#values';
import { barColumns, type BarColumn } from '#contracts';
import type { ByteInput } from '../rows/byte-input.js';
import { csvRecord, decodeUtf8 } from '../rows/csv-record.js';
import { dialectOf, type Dialect } from '../rows/dialect.js';
import { LineCursor, type LineRange } from '../rows/line-cursor.js';
import { defectKinds, RowDefect, rowDefect } from '../rows/row-defect.js';
import { missing } from '../rows/row-fields.js';
import { decodedInput, readHeader } from '../rows/text-rows.js';
import { BarBatch, type BarReader, type EmptyRows } from './bar-batch.js';
import { barFields, requiredColumns, rolesOf, stampOf, valueFields } from './bar-layout.js';
import type { BarRole, BarShape } from './bar-layout.js';
import type { SessionCalendar } from '../calendar/session-calendar.js';
import { isRemark } from '../rows/vendor-notes.js';
import { FieldCursor } from './byte-fields.js';

interface CsvBarReaderOptions extends BarShape {
  readonly input: ByteInput;
  /** Parts of the file in the order in which to read them; defaults to the whole file. */
  readonly ranges?: readonly LineRange[];
  readonly batchRows?: number;
  readonly blockBytes?: number;
}

const symbolRole = -1;
const stampRole = -2;
const otherRole = -3;
const comma = 44;
const quote = 34;
const symbolCharsMax = 32;

interface SpelledSymbol {
  readonly hash: number;
  readonly bytes: Uint8Array;
  readonly symbol: number;
}

/** Reads the header at once: throws `InvalidInput` if it does not fit. Unreadable rows are defects of the batch. */
export class CsvBarReader implements BarReader {
  readonly file: string;
  ended = true;
  empty: EmptyRows | undefined;
  private readonly batch: BarBatch;
  private readonly fields: FieldCursor;
  /** For each column the index into `barColumns`, or one of the roles below 0. */
  private readonly roles: Int8Array;
  private readonly roleNames: readonly BarRole[];
  private readonly columns: readonly Float64Array[];
  private readonly fixedSymbol: number;
  private readonly dialect: Dialect;
  /** Whether rows can be parsed from bytes. */
  private readonly isPlain: boolean;
  private readonly ranges: LineRange[];
  private cursor: LineCursor | undefined;
  /** Symbols by a hash of their bytes. */
  private readonly spelled = new Map<number, SpelledSymbol>();
  private lastSpelled: SpelledSymbol = { hash: 0, bytes: new Uint8Array(0), symbol: -1 };

  constructor(private readonly options: CsvBarReaderOptions) {
    const { table, symbols } = options;
    const input = decodedInput(options.input, table);
    this.file = input.name;
    this.dialect = dialectOf(table);
    const header = new LineCursor(input, undefined, options.ranges ? 1 << 12 : options.blockBytes);
    const { names, isSideBySide } = readHeader(header, input.name, table, barFields(table));
    if (isSideBySide || isBesideOthers(table)) this.empty = { count: 0, line: 0 };
    this.roleNames = rolesOf(names, table, input.name);
    this.isPlain = this.dialect.isPlain && !this.roleNames.includes('clock');
    this.roles = Int8Array.from(this.roleNames, roleNumber);
    this.batch = new BarBatch(options.batchRows ?? 4096);
    this.columns = barColumns.map((column) => this.batch.values[column]);
    this.fields = new FieldCursor(table.timestampZone ?? 'UTC');
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
      if (!cursor.next()) this.cursor = undefined;
      else if (cursor.end > cursor.start && !isRemark(cursor)) this.readRow(cursor);
    }
    return batch.count === 0 ? null : batch;
  }

  close(): void {
    this.cursor = undefined;
    this.ranges.length = 0;
    this.options.input.close();
  }

  private openNextRange(): LineCursor | undefined {
    const range = this.ranges.shift();
    if (range) this.cursor = new LineCursor(this.options.input, range, this.options.blockBytes);
    return this.cursor;
  }

  private readRow(cursor: LineCursor): void {
    const { batch } = this;
    const row = batch.count++;
    batch.line[row] = cursor.line;
    batch.offset[row] = cursor.offset;
    batch.symbol[row] = this.fixedSymbol;
    batch.stamp[row] = NaN;
    if (!this.isPlain || !this.readPlain(cursor, row)) this.readCarefully(cursor, row);
    if (this.options.table.closeOnly === true) this.fillFromClose(row);
    this.ended = cursor.ended;
  }

  private fillFromClose(row: number): void {
    const { open, high, low, close } = this.batch.values;
    const price = close[row] as number;
    open[row] = price;
    high[row] = price;
    low[row] = price;
  }

  /** The fast path: returns false if anything is not plain, whatever it has stored by then. */
  private readPlain(cursor: LineCursor, row: number): boolean {
    const { fields, roles, batch } = this;
    fields.bytes = cursor.bytes;
    fields.at = cursor.start;
    fields.end = cursor.end;
    const count = roles.length;
    for (let index = 0; index < count; index++) {
      const role = roles[index] as number;
      if (role >= 0) {
        const value = fields.number();
        if (value !== value && (role < requiredColumns.length || !fields.atDelimiter)) return false;
        (this.columns[role] as Float64Array)[row] = value;
      } else if (role === stampRole) {
        const stamp =
          this.options.table.frequency !== 'intraday' ? fields.date() : fields.instant();
        if (stamp !== stamp) return false;
        batch.stamp[row] = stamp;
      } else if (role === symbolRole) {
        const symbol = this.plainSymbol();
        if (symbol < 0) return false;
        batch.symbol[row] = symbol;
      } else if (!this.skipPlain()) return false;
      if (index < count - 1) {
        if (fields.at >= fields.end) return false;
        fields.at++;
      }
    }
    return fields.at === fields.end;
  }

  /** The symbol in the bytes; creates strings for new symbols only. */
  private plainSymbol(): number {
    const { fields } = this;
    const { bytes, end } = fields;
    const from = fields.at;
    let hash = 0;
    let at = from;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte === comma) break;
      if (byte === quote || byte >= 0x80) return -1;
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    if (at === from || at - from > symbolCharsMax) return -1;
    fields.at = at;
    const known = hash === this.lastSpelled.hash ? this.lastSpelled : this.spelled.get(hash);
    if (known && sameBytes(known.bytes, bytes, from, at)) {
      this.lastSpelled = known;
      return known.symbol;
    }
    // A copy: a slice of the buffer would change with the next block.
    const copy = Uint8Array.from(bytes.subarray(from, at));
    const symbol = this.options.symbols.indexOf(decodeUtf8(copy));
    this.lastSpelled = { hash, bytes: copy, symbol };
    this.spelled.set(hash, this.lastSpelled);
    return symbol;
  }

  /** Skips a field of plain ASCII; false at a quote, and at bytes whose encoding must be checked. */
  private skipPlain(): boolean {
    const { fields } = this;
    const { bytes, end } = fields;
    for (; fields.at < end; fields.at++) {
      const byte = bytes[fields.at] as number;
      if (byte === comma) break;
      if (byte === quote || byte >= 0x80) return false;
    }
    return true;
  }

  /** The slow path through strings: handles everything that the fast path cannot, and reports defects. */
  private readCarefully(cursor: LineCursor, row: number): void {
    try {
      const values = csvRecord(cursor, this.dialect.delimiter);
      if (values.length !== this.roles.length) {
        throw rowDefect(defectKinds.fieldCount, {
          expected: String(this.roles.length),
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

/** Whether the closes are a column with the name of its symbol: files have those of several symbols beside it. */
const isBesideOthers = ({ closeOnly, columns, symbol }: BarShape['table']): boolean =>
  closeOnly === true && symbol !== undefined && columns?.close === symbol;

function sameBytes(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let at = 0; at < known.length; at++) if (known[at] !== bytes[from + at]) return false;
  return true;
}

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

function roleNumber(role: BarRole): number {
  if (role === 'symbol') return symbolRole;
  if (role === 'stamp') return stampRole;
  return isValue(role) ? barColumns.indexOf(role) : otherRole;
}
