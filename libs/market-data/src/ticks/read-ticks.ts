/** Reads a table of trades or quotes: in file order, or its sound rows in order of time, in bounded memory. */

import type { Instant } from '#values';
import { ExternalSort } from '../rows/external-sort.js';
import { tableFields, type TickTable, type TickTableKind } from '../manifest/dataset-manifest.js';
import type { ByteInput } from '../rows/byte-input.js';
import { RowDefect, type Defect } from '../rows/row-defect.js';
import type { RawRow } from '../rows/text-rows.js';
import type { BarTimes } from '../bars/bar-times.js';
import { rowsOf, type TableLocation } from '../tables/table-location.js';
import { isTrade, requiredTickFields, tickRow, type TickRow } from './tick-row.js';

/** A table as all passes over it share it. */
export interface TickTableAccess {
  readonly holds: TickTableKind;
  readonly table: TickTable;
  readonly location: TableLocation;
  /** Open for as long as the data set is. */
  readonly input: ByteInput;
  readonly times: BarTimes;
}

/** A row as far as it could be read. */
export interface ReadTick {
  readonly row: RawRow;
  readonly tick: TickRow | undefined;
  readonly defect: Defect | undefined;
}

const batchRows = 256;

/** Every row, parsed, in file order and in batches. */
export async function* readTicks(access: TickTableAccess): AsyncGenerator<readonly ReadTick[]> {
  const { holds, table, location, input } = access;
  const required = requiredTickFields[holds]
    .filter((field) => field !== 'symbol' || table.symbol === undefined)
    .map((field) => table.columns?.[field] ?? field);
  const fields = tableFields[holds].slice(table.symbol === undefined ? 0 : 1);
  for await (const rows of rowsOf(location, required, input, table, fields)) {
    yield rows.map((row) => readRow(access, row));
  }
}

function readRow({ holds, table }: TickTableAccess, row: RawRow): ReadTick {
  if (row.defect) return { row, tick: undefined, defect: row.defect };
  try {
    return { row, tick: tickRow(holds, table, row.line, row.fields), defect: undefined };
  } catch (error) {
    if (!(error instanceof RowDefect)) throw error;
    return { row, tick: undefined, defect: error.defect };
  }
}

export interface SoundTicksOptions {
  /** Whether a row is wanted. */
  wants(tick: TickRow): boolean;
  /** Whether the rows stand in order of time; they are sorted where they do not. */
  readonly inOrder: boolean;
  /** Last knowledge time that is wanted; a file in order is not read beyond it. */
  readonly until: Instant;
  /** Rows that a sort holds in memory. */
  readonly rowBudget: number;
}

/** Sound rows that are wanted, by time; rows of one instant in file order. */
export async function* soundTicks(
  access: TickTableAccess,
  options: SoundTicksOptions,
): AsyncGenerator<readonly TickRow[], void> {
  if (options.inOrder) yield* wantedTicks(access, options);
  else yield* sortedTicks(access, options);
}

async function* wantedTicks(
  access: TickTableAccess,
  { wants, inOrder, until }: SoundTicksOptions,
): AsyncGenerator<readonly TickRow[], void> {
  const { times } = access;
  for await (const rows of readTicks(access)) {
    const kept: TickRow[] = [];
    for (const { tick } of rows) {
      if (!tick || times.isBefore(tick.at) || !wants(tick)) continue;
      if (times.knowledgeTime(tick.at) <= until) kept.push(tick);
      else if (inOrder) {
        yield kept;
        return;
      }
    }
    yield kept;
  }
}

async function* sortedTicks(
  access: TickTableAccess,
  options: SoundTicksOptions,
): AsyncGenerator<readonly TickRow[], void> {
  const sort = new ExternalSort<TickRow>({
    compare: (a, b) => a.at - b.at || a.line - b.line,
    rowBudget: options.rowBudget,
    encode,
    decode: (value) => decode(value as Encoded),
  });
  try {
    for await (const rows of wantedTicks(access, options)) for (const row of rows) sort.add(row);
    let batch: TickRow[] = [];
    for (const row of sort.sorted()) {
      if (batch.push(row) < batchRows) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  } finally {
    sort.dispose();
  }
}

/** NaN is null in JSON. */
type Encoded = readonly [
  line: number,
  symbol: string,
  at: number,
  ...numbers: (number | string | null)[],
];

function encode(row: TickRow): Encoded {
  const place = [row.line, row.symbol, row.at] as const;
  return isTrade(row)
    ? [...place, row.price, row.size, row.id]
    : [...place, row.bid, row.ask, row.bidSize, row.askSize];
}

function decode([line, symbol, at, ...values]: Encoded): TickRow {
  const number = (index: number): number => {
    const value = values[index];
    return typeof value === 'number' ? value : NaN;
  };
  const place = { line, symbol, at };
  if (values.length === 4) {
    const [bid, ask, bidSize, askSize] = [number(0), number(1), number(2), number(3)];
    return { ...place, bid, ask, bidSize, askSize };
  }
  const id = values[2];
  return {
    ...place,
    price: number(0),
    size: number(1),
    id: typeof id === 'string' ? id : null,
  };
}
