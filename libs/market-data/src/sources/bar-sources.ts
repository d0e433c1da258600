/**
 * Sources of bars from a checked file: one per symbol if its rows are contiguous,
 * else one in total.
 */

import { invalidInput, type Instant } from '#values';
import { factKinds, rankOfSource, type FactSource } from '#contracts';
import type { BarReader } from '../bars/bar-batch.js';
import type { BarShape } from '../bars/bar-layout.js';
import { barSource } from '../bars/bar-source.js';
import { csvBarReader } from '../ahead/ahead-bar-reader.js';
import { CsvBarReader } from '../bars/csv-bar-reader.js';
import { inInstrumentOrder } from '../bars/instant-order.js';
import { databaseBarReader, jsonlBarReader } from '../bars/row-bar-reader.js';
import { sortedBarReader } from '../bars/sorted-bar-reader.js';
import type { BarPlaces } from '../check/bar-spans.js';
import type { BarScan } from '../check/bar-scan.js';
import type { SymbolRange } from '../check/symbol-history.js';
import type { BarTable } from '../manifest/dataset-manifest.js';
import type { ColumnStore } from '../bars/column-store.js';
import { parsedBarReader } from '../bars/parsed-bar-reader.js';
import type { ByteInput } from '../rows/byte-input.js';
import type { LocatedTable } from '../tables/table-location.js';

/** A bar file, shared by all passes over it. */
export interface BarTableAccess extends LocatedTable<BarTable>, BarShape {
  /** Open as long as the data set. */
  readonly input: ByteInput;
  /** When bars of a symbol begin and end, and in which sessions. */
  readonly placesOf: (symbol: number) => BarPlaces;
  /** Store for parsed bars; if omitted, they are not kept. */
  readonly store?: ColumnStore | undefined;
}

/** In file order, or the selected rows sorted by time. */
type RowOrder =
  'file' | { readonly wants: (symbol: number, line: number) => boolean; rowBudget: number };

interface BarSourcesOptions {
  readonly access: BarTableAccess;
  readonly scan: BarScan;
  readonly instrumentOf: ReadonlyMap<string, number>;
  readonly until: Instant;
  /** Maximum rows that a sort holds in memory. */
  readonly rowBudget: number;
  /** Total number of bar sources on the tape: they share the memory for chunks. */
  readonly sourceCount: number;
}

/** A reader that parses the whole file. */
export function openBarReader(access: BarTableAccess, order: RowOrder): BarReader {
  const { table, location } = access;
  if (location.format === 'database') {
    const sorted = order === 'file' ? 'file' : 'time';
    if (sorted === 'time' && table.dates !== undefined) {
      const expected = 'rows in order of time, or dates that sort as they are';
      throw invalidInput('the rows cannot be sorted', { where: location.name, expected });
    }
    return databaseBarReader({ ...access, location, order: sorted });
  }
  const input = { ...access.input, close: () => undefined };
  const reader =
    location.format === 'csv' ? csvBarReader({ ...access, input }) : jsonlBarReader(input, access);
  return inOrder(reader, order);
}

/** A reader of a checked file: of the stored rows, else one that parses it again. */
export function openCheckedBars(access: BarTableAccess, scan: BarScan, order: RowOrder): BarReader {
  const { store } = access;
  const { file, parsed } = scan;
  if (!store) return openBarReader(access, order);
  if (parsed === null) return unchanged(access.input, openBarReader(access, order));
  return inOrder(parsedBarReader({ file, parsed, store }), order);
}

function inOrder(reader: BarReader, order: RowOrder): BarReader {
  if (order === 'file') return reader;
  return sortedBarReader({
    reader,
    rowBudget: order.rowBudget,
    wants: (batch, row) => order.wants(batch.symbol[row] as number, batch.line[row] as number),
  });
}

/** The selected symbols' bars of one file. */
export function barSources(options: BarSourcesOptions): FactSource[] {
  const { access, scan, instrumentOf, until, rowBudget, sourceCount } = options;
  const { file, dropped } = scan;
  const selected = [...scan.histories]
    .map(([symbol, history]) => {
      return { symbol, history, instrument: instrumentOf.get(history.symbol) ?? -1 };
    })
    .filter(({ history, instrument }) => history.rows > 0 && instrument >= 0)
    .sort((a, b) => a.instrument - b.instrument);
  const sourceOf = (
    name: string,
    symbolsOfSource: typeof selected,
    reader: BarReader,
    chunkRows?: number,
  ): FactSource => {
    const instruments = new Map(
      symbolsOfSource.map(({ symbol, instrument }) => [symbol, instrument]),
    );
    return barSource({
      name,
      rank: rankOfSource(factKinds.bar, symbolsOfSource[0]?.instrument),
      reader,
      timesOf: (symbol) => access.placesOf(symbol).times,
      instrumentOf: (symbol) => instruments.get(symbol),
      until,
      droppedLines: dropped.lines,
      chunkRows,
    });
  };
  if (scan.order === 'symbol') {
    const chunkRows = chunkRowsOf(sourceCount);
    return selected.map((one) => {
      const reader = readerOfSymbol(options, one.history.ranges, chunkRows);
      return sourceOf(`${file} (${one.history.symbol})`, [one], reader, chunkRows);
    });
  }
  if (selected.length === 0) return [];
  // Bars of one date end at different times where calendars differ: each calendar has its own
  // order of time.
  const groups = Map.groupBy(selected, ({ symbol }) => access.placesOf(symbol).calendar);
  return [...groups.values()].map((those) => {
    const symbols = new Set(those.map(({ symbol }) => symbol));
    const wants = (symbol: number, line: number): boolean =>
      symbols.has(symbol) && !dropped.lines.has(line);
    const order = scan.order === 'time' ? 'file' : { wants, rowBudget };
    return inInstrumentOrder(sourceOf(file, those, openCheckedBars(access, scan, order)));
  });
}

function readerOfSymbol(
  { access, scan, sourceCount }: BarSourcesOptions,
  ranges: readonly SymbolRange[],
  batchRows: number,
): BarReader {
  const { store, input } = access;
  const { file, parsed } = scan;
  if (store && parsed) return parsedBarReader({ file, parsed, store, ranges, batchRows });
  const reader = new CsvBarReader({
    ...access,
    input: { ...input, close: () => undefined },
    ranges,
    batchRows,
    blockBytes: share(1 << 22, sourceCount, 1 << 12, 1 << 16),
  });
  return store ? unchanged(input, reader) : reader;
}

/**
 * Rejects a file that changed since it was hashed: bars that did not fit in the store are parsed
 * a second time.
 */
function unchanged(input: ByteInput, reader: BarReader): BarReader {
  const next = reader.next.bind(reader);
  reader.next = () => {
    if (input.hasChanged?.() !== true) return next();
    throw invalidInput('the file has changed while it was read', { where: input.name });
  };
  return reader;
}

/** A share of `total` for each of `count`, within bounds. */
const share = (total: number, count: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, Math.floor(total / count)));

/** Rows per chunk for this many sources: about 8 MB in total beyond a handful. */
export const chunkRowsOf = (sources: number): number => share(65_536, sources, 64, 4096);
