/** Sources of bars from a file that was checked: one a symbol where its rows stand together, else one in all. */

import type { Instant } from '#values';
import { factKinds, rankOfKind, type FactSource } from '#contracts';
import type { BarReader, SymbolTable } from '../bars/bar-batch.js';
import { barSource } from '../bars/bar-source.js';
import type { BarTimes } from '../bars/bar-times.js';
import { CsvBarReader } from '../bars/csv-bar-reader.js';
import { databaseBarReader } from '../bars/database-bar-reader.js';
import { inInstrumentOrder } from '../bars/instant-order.js';
import { jsonlBarReader } from '../bars/row-bar-reader.js';
import { sortedBarReader } from '../bars/sorted-bar-reader.js';
import type { BarScan } from '../check/bar-scan.js';
import type { SymbolHistory } from '../check/symbol-history.js';
import type { BarTable } from '../manifest/dataset-manifest.js';
import type { ByteInput } from '../rows/byte-input.js';
import type { TableLocation } from '../tables/table-location.js';
import { chunkRowsOf, share } from './chunk-rows.js';

/** A bar file as all passes over it share it. */
export interface BarTableAccess {
  readonly table: BarTable;
  readonly location: TableLocation;
  /** Open for as long as the data set is. */
  readonly input: ByteInput;
  readonly symbols: SymbolTable;
  readonly times: BarTimes;
}

export interface BarSourcesOptions {
  readonly access: BarTableAccess;
  readonly scan: BarScan;
  readonly instrumentOf: ReadonlyMap<string, number>;
  readonly until: Instant;
  /** Rows that a sort holds in memory. */
  readonly rowBudget: number;
  /** Sources of bars that the tape has in all: they share what memory there is for chunks. */
  readonly sourceCount: number;
}

/** A reader of the whole file; `time` sorts it. */
export function openBarReader(
  { table, location, input, symbols }: BarTableAccess,
  order: 'file' | { readonly byTime: (symbol: number, line: number) => boolean; rowBudget: number },
): BarReader {
  if (location.format === 'database') {
    const sorted = order === 'file' ? 'file' : 'time';
    return databaseBarReader({ location, table, symbols, order: sorted });
  }
  const lasting = { ...input, close: () => undefined };
  const reader =
    location.format === 'csv'
      ? new CsvBarReader({ input: lasting, table, symbols })
      : jsonlBarReader(lasting, table, symbols);
  if (order === 'file') return reader;
  return sortedBarReader({
    reader,
    rowBudget: order.rowBudget,
    wants: (batch, row) => order.byTime(batch.symbol[row] as number, batch.line[row] as number),
  });
}

/** The selected symbols' bars of one file. */
export function barSources(options: BarSourcesOptions): FactSource[] {
  const { scan, instrumentOf } = options;
  const selected = [...scan.histories]
    .filter(([, history]) => history.rows > 0 && instrumentOf.has(history.symbol))
    .sort(([, a], [, b]) => number(instrumentOf, a) - number(instrumentOf, b));
  if (selected.length === 0) return [];
  if (scan.order !== 'symbol') return [oneForAll(options, selected)];
  return selected.map(([index, history]) => oneForSymbol(options, index, history));
}

function oneForSymbol(
  options: BarSourcesOptions,
  index: number,
  history: SymbolHistory,
): FactSource {
  const { access, scan, instrumentOf, until, sourceCount } = options;
  const instrument = number(instrumentOf, history);
  const chunkRows = chunkRowsOf(sourceCount);
  return barSource({
    name: `${scan.file} (${history.symbol})`,
    rank: rankOfBars + instrument,
    reader: new CsvBarReader({
      input: { ...access.input, close: () => undefined },
      table: access.table,
      symbols: access.symbols,
      ranges: history.ranges,
      batchRows: chunkRows,
      blockBytes: share(1 << 22, sourceCount, 1 << 12, 1 << 16),
    }),
    times: access.times,
    instrumentOf: (symbol) => (symbol === index ? instrument : undefined),
    until,
    droppedLines: scan.dropped.lines,
    chunkRows,
  });
}

function oneForAll(
  options: BarSourcesOptions,
  selected: readonly (readonly [number, SymbolHistory])[],
): FactSource {
  const { access, scan, instrumentOf, until, rowBudget } = options;
  const instruments = new Map(
    selected.map(([index, history]) => [index, number(instrumentOf, history)]),
  );
  const byTime = (symbol: number, line: number): boolean =>
    instruments.has(symbol) && !scan.dropped.lines.has(line);
  const source = barSource({
    name: scan.file,
    rank: rankOfBars + Math.min(...instruments.values()),
    reader: openBarReader(access, scan.order === 'time' ? 'file' : { byTime, rowBudget }),
    times: access.times,
    instrumentOf: (symbol) => instruments.get(symbol),
    until,
    droppedLines: scan.dropped.lines,
  });
  return inInstrumentOrder(source);
}

const rankOfBars = rankOfKind[factKinds.bar] * 65_536;

function number(instrumentOf: ReadonlyMap<string, number>, history: SymbolHistory): number {
  return instrumentOf.get(history.symbol) as number;
}
