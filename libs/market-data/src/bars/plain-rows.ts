/**
 * Rows of bars that are parsed from bytes alone: plain fields in ASCII, without creating strings.
 */

import { barColumns } from '#contracts/facts/fact-columns';
import type { BarTable } from '../manifest/dataset-manifest.js';
import { decodeUtf8 } from '../rows/csv-record.js';
import type { LineCursor } from '../rows/line-cursor.js';
import { requiredColumns, type BarRows, type SymbolTable } from './bar-batch.js';
import type { BarRole } from './bar-layout.js';
import { FieldCursor } from './byte-fields.js';

/** What the bytes of a row mean. Plain data: it is sent to threads. */
export interface PlainLayout {
  /** For each column the index into `barColumns`, or one of the roles below 0. */
  readonly roles: Int8Array;
  readonly table: Pick<BarTable, 'frequency' | 'timestampZone' | 'closeOnly'>;
}

/** Where rows are stored: columns of a batch. */
export type RowTarget = Pick<BarRows, 'symbol' | 'stamp' | 'values'>;

type Line = Pick<LineCursor, 'bytes' | 'start' | 'end'>;

const symbolRole = -1;
const stampRole = -2;
const otherRole = -3;
const comma = 44;
const quote = 34;
export const symbolCharsMax = 32;

interface SpelledSymbol {
  readonly hash: number;
  readonly bytes: Uint8Array;
  readonly symbol: number;
}

export function plainLayout(
  roles: readonly BarRole[],
  { frequency, timestampZone, closeOnly }: BarTable,
): PlainLayout {
  const table = { frequency, timestampZone, closeOnly };
  return { roles: Int8Array.from(roles, roleNumber), table };
}

function roleNumber(role: BarRole): number {
  if (role === 'symbol') return symbolRole;
  if (role === 'stamp') return stampRole;
  const column = barColumns.findIndex((name) => name === role);
  return column < 0 ? otherRole : column;
}

/** Stores the close as the other prices of a row whose file has no others. */
export function fillFromClose({ values }: Pick<RowTarget, 'values'>, row: number): void {
  const { open, high, low, close } = values;
  const price = close[row] as number;
  open[row] = price;
  high[row] = price;
  low[row] = price;
}

export class PlainRows {
  private readonly fields: FieldCursor;
  private readonly roles: Int8Array;
  private readonly isDaily: boolean;
  /** Symbols by a hash of their bytes. */
  private readonly spelled = new Map<number, SpelledSymbol>();
  private lastSpelled: SpelledSymbol = { hash: 0, bytes: new Uint8Array(0), symbol: -1 };

  constructor(
    { roles, table }: PlainLayout,
    private readonly symbols: SymbolTable,
  ) {
    this.roles = roles;
    this.isDaily = table.frequency !== 'intraday';
    this.fields = new FieldCursor(table.timestampZone ?? 'UTC');
  }

  /** Stores the row of a line; false if anything in it is not plain, whatever is stored by then. */
  read(line: Line, target: RowTarget, columns: readonly Float64Array[], row: number): boolean {
    const { fields, roles } = this;
    fields.bytes = line.bytes;
    fields.at = line.start;
    fields.end = line.end;
    const count = roles.length;
    for (let index = 0; index < count; index++) {
      const role = roles[index] as number;
      if (role >= 0) {
        const value = fields.number();
        if (value !== value && !this.mayBeEmpty(role)) return false;
        (columns[role] as Float64Array)[row] = value;
      } else if (role === stampRole) {
        const stamp = this.stamp();
        if (stamp !== stamp) return false;
        target.stamp[row] = stamp;
      } else if (role === symbolRole) {
        const symbol = this.symbol();
        if (symbol < 0) return false;
        target.symbol[row] = symbol;
      } else if (!this.skip()) return false;
      if (index < count - 1) {
        if (fields.at >= fields.end) return false;
        fields.at++;
      }
    }
    return fields.at === fields.end;
  }

  /** Whether a field without a number is one that is empty, and may be. */
  private mayBeEmpty(role: number): boolean {
    return role >= requiredColumns.length && this.fields.atDelimiter;
  }

  private stamp(): number {
    return this.isDaily ? this.fields.date() : this.fields.instant();
  }

  /** The symbol in the bytes; creates strings for new symbols only. */
  private symbol(): number {
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
    const symbol = this.symbols.indexOf(decodeUtf8(copy));
    this.lastSpelled = { hash, bytes: copy, symbol };
    this.spelled.set(hash, this.lastSpelled);
    return symbol;
  }

  /**
   * Skips a field of plain ASCII; false at a quote, and at bytes whose encoding must be checked.
   */
  private skip(): boolean {
    const { fields } = this;
    const { bytes, end } = fields;
    for (; fields.at < end; fields.at++) {
      const byte = bytes[fields.at] as number;
      if (byte === comma) break;
      if (byte === quote || byte >= 0x80) return false;
    }
    return true;
  }
}

function sameBytes(known: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let at = 0; at < known.length; at++) if (known[at] !== bytes[from + at]) return false;
  return true;
}
