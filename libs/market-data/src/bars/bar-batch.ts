/**
 * Rows of a bar file as columns, before any calendar is applied: the output of every bar reader.
 */

import { invalidInput, invariant } from '#values';
import type { BarColumn } from '#contracts';
import type { Defect } from '../rows/row-defect.js';

/** A tape numbers instruments in 16 bits. */
const symbolsMax = 65_000;

/** Columns that every bar needs: the first of all columns. */
export const requiredColumns: readonly BarColumn[] = ['open', 'high', 'low', 'close'];

/** Rows in file order; only those below `count` are valid. */
export type BarRows = Readonly<Omit<BarBatch, 'capacity' | 'clear' | 'begin'>>;

/** A batch of at most `capacity` rows, filled by readers. */
export class BarBatch {
  count = 0;
  /** Line of the row; row number in a binary file. */
  readonly line: Float64Array;
  /** Where the row begins in a text file; -1 elsewhere. */
  readonly offset: Float64Array;
  /** Index into the reader's symbols, -1 if unreadable. */
  readonly symbol: Int32Array;
  /** A civil date for daily bars, an instant as stamped for intraday bars; NaN if unreadable. */
  readonly stamp: Float64Array;
  readonly values: Readonly<Record<BarColumn, Float64Array>>;
  /** Unreadable rows, by their index in the batch. */
  readonly defects = new Map<number, Defect>();

  constructor(readonly capacity: number) {
    const column = (): Float64Array => new Float64Array(capacity);
    this.line = column();
    this.offset = column();
    this.symbol = new Int32Array(capacity);
    this.stamp = column();
    this.values = {
      open: column(),
      high: column(),
      low: column(),
      close: column(),
      adjClose: column().fill(NaN),
      volume: column().fill(NaN),
      vwap: column().fill(NaN),
    };
  }

  clear(): void {
    this.count = 0;
    this.defects.clear();
  }

  /** Appends a row with only its position set, and returns its index. */
  begin(line: number, offset: number): number {
    // Typed arrays ignore what is written beyond their end.
    invariant(this.count < this.capacity, 'a batch has room for its rows');
    const row = this.count++;
    this.line[row] = line;
    this.offset[row] = offset;
    this.symbol[row] = -1;
    this.stamp[row] = NaN;
    return row;
  }
}

/** The symbols of a data set in order of first appearance; shared by its readers. */
export class SymbolTable {
  readonly names: string[] = [];
  private readonly indexes = new Map<string, number>();

  constructor(names: readonly string[] = []) {
    for (const name of names) this.indexOf(name);
  }

  /** The index of a symbol; assigns a new one on first appearance. */
  indexOf(name: string): number {
    const known = this.indexes.get(name);
    if (known !== undefined) return known;
    if (this.names.length >= symbolsMax) {
      throw invalidInput('there are too many symbols', { expected: `at most ${symbolsMax}` });
    }
    this.indexes.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

export interface EmptyRows {
  readonly count: number;
  /** Line of the first; 0 without one. */
  readonly line: number;
}

export interface BarReader {
  readonly file: string;
  /** The next rows, valid until the next call; null at the end. */
  next(): BarRows | null | Promise<BarRows | null>;
  /** Rows that have values of other symbols only, so far; undefined if the file cannot have any. */
  readonly empty?: EmptyRows | undefined;
  /** Whether a check already found the rows sound. */
  readonly isSound?: boolean;
  /** Whether the last row of the file had a line end. */
  readonly ended: boolean;
  close(): void;
}

/** A reader of batches that are made one after another; each is valid until the next. */
export function batchReader(file: string, batches: AsyncGenerator<BarBatch, void>): BarReader {
  return {
    file,
    next: async () => (await batches.next()).value ?? null,
    ended: true,
    close: () => void batches.return(undefined),
  };
}
