/** A row of a table of trades or quotes, and the defects it has on its own. */

import type { Instant } from '#values';
import type { BarTimes } from '../bars/bar-times.js';
import { tableFields, type TickTable, type TickTableKind } from '../manifest/dataset-manifest.js';
import { rowDefect, type Defect } from '../rows/row-defect.js';
import { missing, rowFields } from '../rows/row-fields.js';
import type { RawRow } from '../rows/text-rows.js';
import { readTable, type ReadRow, type TableAccess } from '../tables/table-rows.js';

interface TickPlace {
  readonly line: number;
  readonly symbol: string;
  /** When it happened and was known, microseconds. */
  readonly at: Instant;
}

/** Price in the instrument's currency, size in shares, contracts or coins. */
interface TradeRow extends TickPlace {
  readonly price: number;
  readonly size: number;
  /** The vendor's id; it only distinguishes trades of one instant. */
  readonly id: string | null;
}

/** The best bid and ask; null if a side has no offer, or a size is unknown. */
interface QuoteRow extends TickPlace {
  readonly bid: number | null;
  readonly ask: number | null;
  readonly bidSize: number | null;
  readonly askSize: number | null;
}

export type TickRow = TradeRow | QuoteRow;

export interface TickTableAccess extends TableAccess<TickTableKind, TickTable> {
  readonly times: BarTimes;
}

/** Columns that a file of these rows must have; `symbol` unless the table names the one symbol of the file. */
const requiredFields: Readonly<Record<TickTableKind, readonly string[]>> = {
  trades: ['symbol', 'timestamp', 'price', 'size'],
  quotes: ['symbol', 'timestamp', 'bid', 'ask'],
};

export const isTrade = (row: TickRow): row is TradeRow => 'price' in row;

/** Every row, parsed, in file order and in batches. */
export function readTicks(
  access: TickTableAccess,
): AsyncGenerator<readonly ReadRow<TickRow>[], void> {
  const { holds, table } = access;
  const isOfFile = (field: string): boolean => field !== 'symbol' || table.symbol === undefined;
  const required = requiredFields[holds].filter(isOfFile);
  const fields = tableFields[holds].filter(isOfFile);
  return readTable(access, { required, fields }, (row) => tickRow(access, row));
}

/** Reads one row; throws `RowDefect` for an unusable one. */
function tickRow({ holds, table }: TickTableAccess, { line, fields }: RawRow): TickRow {
  const row = rowFields(fields, table);
  const symbol = table.symbol ?? row.text('symbol');
  if (symbol.length > 32) throw rowDefect('not a symbol', { field: 'symbol' });
  const at = row.optionalInstant('timestamp');
  if (at === null) throw missing('timestamp');
  const price = <T extends number | null>(field: string, value: T): T => {
    if (value !== null && value <= 0) throw impossible(field, 'above 0', value);
    return value;
  };
  const size = <T extends number | null>(field: string, value: T): T => {
    if (value !== null && value < 0) throw impossible(field, '0 or more', value);
    return value;
  };
  const place = { line, symbol, at };
  if (holds === 'trades') {
    const id = row.optionalText('id');
    const traded = size('size', row.number('size'));
    return { ...place, price: price('price', row.number('price')), size: traded, id };
  }
  const [bid, ask] = [row.optionalNumber('bid'), row.optionalNumber('ask')];
  if (bid === null && ask === null) throw missing('bid, ask');
  return {
    ...place,
    bid: price('bid', bid),
    ask: price('ask', ask),
    bidSize: size('bid_size', row.optionalNumber('bid_size')),
    askSize: size('ask_size', row.optionalNumber('ask_size')),
  };
}

/** A warning about a row: unusual, but accepted, since venues report crossed quotes for moments. */
export function oddityOfTick(row: TickRow): Defect | undefined {
  if (isTrade(row) || row.bid === null || row.ask === null || row.bid <= row.ask) return undefined;
  return {
    what: 'the quote is crossed',
    field: 'bid',
    expected: `at most the ask, ${row.ask}`,
    found: `${row.bid}`,
  };
}

function impossible(field: string, expected: string, found: number): Error {
  return rowDefect('the value is impossible', { field, expected, found: `${found}` });
}
