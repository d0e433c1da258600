/** The order that a manifest declares for a table, checked row by row. */

import { invalidInput, startOfUtcDay } from '#values';
import type { FactTable } from '../manifest/dataset-manifest.js';
import type { Defect } from '../rows/row-defect.js';
import type { RowFields } from '../rows/row-fields.js';
import { parseDate, parseZonedInstant } from '../rows/zoned-time.js';

type OrderValue = string | number;

const outOfOrder = (order: readonly string[]): Defect => ({
  what: 'the row is out of order',
  expected: `order by ${order.join(', ')}`,
});

/** The order of facts, by any field. */
export class FieldOrder {
  private last: OrderValue[] | undefined;

  constructor(private readonly order: readonly string[] = []) {}

  /** The defect of a row that precedes the last sound one. */
  defectOf(fields: RowFields): Defect | undefined {
    const key = this.order.map((name) => orderValue(fields.raw(name)));
    if (this.last && compareKeys(key, this.last) < 0) return outOfOrder(this.order);
    this.last = key;
    return undefined;
  }
}

/**
 * Compares keys of rows: numbers as numbers, dates and times as instants, other texts by code unit,
 * unknown before known.
 */
function compareKeys(a: readonly OrderValue[], b: readonly OrderValue[]): number {
  for (let index = 0; index < a.length; index++) {
    const left = a[index] as OrderValue;
    const right = b[index] as OrderValue;
    if (left === right) continue;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    return String(left) < String(right) ? -1 : 1;
  }
  return 0;
}

/** A field's value for comparison in an order. */
function orderValue(value: unknown): OrderValue {
  if (typeof value === 'number') return value;
  if (value === undefined || value === null) return '';
  const text = String(value);
  const date = parseDate(text);
  return date === undefined ? (parseZonedInstant(text, 'UTC') ?? text) : startOfUtcDay(date);
}

/** What a table of bars or ticks calls its rows in messages, and the column of their times. */
interface TimedRows {
  readonly rows: string;
  readonly stamp: 'date' | 'timestamp';
  readonly column: string;
  readonly file: string;
}

/** The order of bars, trades and quotes: by symbol and by time; `-timestamp` means newest first. */
export class TimeOrder {
  private readonly order: readonly string[];
  private readonly keys: readonly ('symbol' | 'stamp' | '-stamp')[];
  /** Symbol of the last row in order. */
  private symbol: string | undefined;
  private stamp = NaN;

  /** Throws `InvalidInput` for an order by another column. */
  constructor(
    { order = [], columns }: Pick<FactTable, 'order' | 'columns'>,
    { rows, stamp, column, file }: TimedRows,
  ) {
    this.order = order;
    this.keys = order.map((key) => {
      const name = key.replace(/^-/, '');
      if (key === 'symbol' || key === columns?.['symbol']) return 'symbol';
      if (name === stamp || name === columns?.[stamp]) return key === name ? 'stamp' : '-stamp';
      throw invalidInput(`${rows} cannot be ordered by this column`, {
        where: file,
        expected: `symbol, ${column}`,
        found: key,
      });
    });
  }

  /** The defect of a row that precedes the last sound one. */
  defectOf(symbol: string, stamp: number): Defect | undefined {
    if (this.symbol !== undefined && this.isBehind(symbol, this.symbol, stamp)) {
      return outOfOrder(this.order);
    }
    this.symbol = symbol;
    this.stamp = stamp;
    return undefined;
  }

  private isBehind(symbol: string, last: string, stamp: number): boolean {
    for (const key of this.keys) {
      if (key === 'symbol' && symbol !== last) return symbol < last;
      if (key === 'symbol' || stamp === this.stamp) continue;
      return key === '-stamp' ? stamp > this.stamp : stamp < this.stamp;
    }
    return false;
  }
}
