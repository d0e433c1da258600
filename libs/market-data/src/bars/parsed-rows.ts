/** Sound rows of a bar file as chunks of columns, written while the file is checked. */

import { barColumns } from '#contracts';
import { BarBatch, type BarRows } from './bar-batch.js';
import type { Block, ColumnStore } from './column-store.js';

/** Columns of doubles, in the order of a chunk; the symbols follow. */
export const doubleColumns = ['line', 'stamp', ...barColumns] as const;

/**
 * Where a column begins in its block, or the arithmetic series it forms: lines, minutes, one
 * symbol, or no value.
 */
type ColumnForm = number | { readonly first: number; readonly step: number };

/** Plain data, like everything here: it is sent to threads. */
export interface ParsedChunk {
  /** Number of the chunk's first row among the sound rows of the file. */
  readonly from: number;
  readonly rows: number;
  readonly block: Block;
  /** One for each of `doubleColumns`, and the last for symbols. */
  readonly columns: readonly ColumnForm[];
}

export interface ParsedRows {
  readonly rows: number;
  readonly chunks: readonly ParsedChunk[];
}

/** Receives the sound rows of one file, batch by batch. */
export class ParsedRowsWriter {
  private rows = 0;
  private chunks: ParsedChunk[] = [];
  private isGivenUp = false;
  private readonly start: number;

  constructor(private readonly store: ColumnStore) {
    this.start = store.end;
  }

  /** Adds the rows of a batch except the skipped ones, in their order. */
  add(batch: BarRows, leftOut: readonly number[]): void {
    if (this.isGivenUp || leftOut.length === batch.count) return;
    this.addAll(leftOut.length === 0 ? batch : soundRows(batch, new Set(leftOut)));
  }

  private addAll(batch: BarRows): void {
    const { count: rows } = batch;
    const { forms, bytes } = layOut(batch, rows);
    const block = this.store.add(bytes, (target) => copyColumns(batch, forms, target));
    if (block === undefined) return this.giveUp();
    this.chunks.push({ from: this.rows, rows, block, columns: forms });
    this.rows += rows;
  }

  private giveUp(): void {
    this.isGivenUp = true;
    releaseRows(this.store, this.chunks);
    this.store.cut(this.start);
    this.chunks = [];
  }

  /** The stored rows; null if there was no room for all of them. */
  end(): ParsedRows | null {
    return this.isGivenUp ? null : { rows: this.rows, chunks: this.chunks };
  }
}

/** Frees memory for others. */
export function releaseRows(store: ColumnStore, chunks: readonly ParsedChunk[]): void {
  store.release(chunks.map(({ block }) => block));
}

/** The column of a batch, by its place in a chunk. */
export function doubleColumn(batch: BarRows, place: number): Float64Array {
  const name = doubleColumns[place] as (typeof doubleColumns)[number];
  return name === 'line' || name === 'stamp' ? batch[name] : batch.values[name];
}

function soundRows(batch: BarRows, leftOut: ReadonlySet<number>): BarRows {
  const sound = new BarBatch(batch.count - leftOut.size);
  for (let row = 0; row < batch.count; row++) {
    if (leftOut.has(row)) continue;
    const to = sound.count++;
    sound.symbol[to] = batch.symbol[row] as number;
    for (let place = 0; place < doubleColumns.length; place++) {
      doubleColumn(sound, place)[to] = doubleColumn(batch, place)[row] as number;
    }
  }
  return sound;
}

function layOut(batch: BarRows, rows: number): { forms: ColumnForm[]; bytes: number } {
  let bytes = 0;
  const place = (width: number): number => {
    bytes += width * rows;
    return bytes - width * rows;
  };
  const forms = doubleColumns.map(
    (_, column): ColumnForm => seriesOf(doubleColumn(batch, column), rows) ?? place(8),
  );
  forms.push(seriesOf(batch.symbol, rows) ?? place(4));
  return { forms, bytes };
}

/** The series that yields exactly these values; undefined if there is none. */
function seriesOf(
  values: Float64Array | Int32Array,
  rows: number,
): { first: number; step: number } | undefined {
  const first = values[0] as number;
  const step = rows > 1 ? (values[1] as number) - first : 0;
  for (let row = 0; row < rows; row++) {
    if (!isSame(first + row * step, values[row] as number)) return undefined;
  }
  return { first, step };
}

/**
 * `Object.is` for numbers, without boxing: NaN is NaN, and the sign of zero reaches
 * the tape's hash.
 */
function isSame(one: number, other: number): boolean {
  if (one !== other) return one !== one && other !== other;
  return one !== 0 || 1 / one === 1 / other;
}

function copyColumns(batch: BarRows, forms: readonly ColumnForm[], target: ArrayBufferLike): void {
  const { count: rows } = batch;
  for (const [column, form] of forms.entries()) {
    if (typeof form !== 'number') continue;
    if (column < doubleColumns.length) {
      const values = doubleColumn(batch, column).subarray(0, rows);
      new Float64Array(target, form, rows).set(values);
    } else new Int32Array(target, form, rows).set(batch.symbol.subarray(0, rows));
  }
}
