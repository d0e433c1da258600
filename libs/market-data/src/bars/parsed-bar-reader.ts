/**
 * Reads already parsed bars from their columns: views of memory, or parts of the temporary file.
 */

import { barColumns, type BarColumn } from '#contracts';
import { BarBatch, type BarReader, type BarRows } from './bar-batch.js';
import type { ColumnStore } from './column-store.js';
import { doubleColumn, doubleColumns, type ParsedChunk, type ParsedRows } from './parsed-rows.js';

/** Rows of a file by their numbers among its sound ones; `to` is exclusive. */
export interface RowRange {
  readonly fromRow: number;
  readonly toRow: number;
}

interface ParsedBarReaderOptions {
  /** Name of the file that the rows were parsed from. */
  readonly file: string;
  readonly parsed: ParsedRows;
  readonly store: ColumnStore;
  /** Parts in the order in which to read them; defaults to everything. */
  readonly ranges?: readonly RowRange[];
  readonly batchRows?: number;
}

/** The rows as the reader of the file returned them, without the dropped ones. */
export function parsedBarReader(options: ParsedBarReaderOptions): BarReader {
  const { parsed, batchRows = 4096 } = options;
  const ranges = [...(options.ranges ?? [{ fromRow: 0, toRow: parsed.rows }])];
  const batch = new BarBatch(batchRows);
  let at = 0;
  let to = 0;
  let chunk = 0;
  return {
    file: options.file,
    ended: true,
    isSound: true,
    next: () => {
      while (at === to) {
        const range = ranges.shift();
        if (range === undefined) return null;
        at = range.fromRow;
        to = range.toRow;
        chunk = chunkOf(parsed.chunks, at);
      }
      while (at >= endOf(parsed.chunks[chunk])) chunk++;
      const from = parsed.chunks[chunk] as ParsedChunk;
      const rows = Math.min(batchRows, to - at, endOf(from) - at);
      at += rows;
      return rowsOf(from, at - rows - from.from, rows, batch, options.store);
    },
    close: () => {
      ranges.length = 0;
      to = at;
    },
  };
}

const endOf = (chunk: ParsedChunk | undefined): number =>
  chunk === undefined ? Infinity : chunk.from + chunk.rows;

/** The last chunk that begins at or before the row. */
function chunkOf(chunks: readonly ParsedChunk[], row: number): number {
  let low = 0;
  let high = chunks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((chunks[middle] as ParsedChunk).from <= row) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/**
 * Rows of a chunk starting at its row `first`; columns that are not views of memory are
 * read into `own`.
 */
function rowsOf(
  chunk: ParsedChunk,
  first: number,
  rows: number,
  batch: BarBatch,
  store: ColumnStore,
): BarRows {
  const column = <T extends Float64Array | Int32Array>(place: number, target: T): T => {
    const form = chunk.columns[place] as ParsedChunk['columns'][number];
    if (typeof form !== 'number') {
      for (let row = 0; row < rows; row++) target[row] = form.first + (first + row) * form.step;
      return target;
    }
    const width = target.BYTES_PER_ELEMENT;
    if (typeof chunk.block !== 'number') {
      const View = target.constructor as new (bytes: ArrayBufferLike, at: number, n: number) => T;
      return new View(chunk.block, form + first * width, rows);
    }
    const bytes = new Uint8Array(target.buffer, target.byteOffset, rows * width);
    store.read(bytes, chunk.block + form + first * width);
    return target;
  };
  const [line, stamp, ...values] = doubleColumns.map((_, place) =>
    column(place, doubleColumn(batch, place)),
  ) as [Float64Array, Float64Array, ...Float64Array[]];
  const symbol = column(doubleColumns.length, batch.symbol);
  return {
    count: rows,
    line,
    offset: batch.offset,
    symbol,
    stamp,
    values: Object.fromEntries(barColumns.map((name, index) => [name, values[index]])) as Record<
      BarColumn,
      Float64Array
    >,
    defects: batch.defects,
  };
}
