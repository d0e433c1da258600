/** Bars of an unsorted file, sorted in bounded memory when the first is requested. */

import { barColumns } from '#contracts';
import { ExternalSort } from '../rows/external-sort.js';
import { BarBatch, type BarReader, type BarRows } from './bar-batch.js';

/**
 * Stamp, symbol, line, then the values in the order of `barColumns`. JSON supports neither NaN, stored as null, nor
 * negative zero, stored as text: the sign reaches the tape's hash.
 */
type SortedRow = readonly (number | string | null)[];

interface SortedBarReaderOptions {
  /** The file, in its own order; synchronous. */
  readonly reader: BarReader;
  /** Selected rows: others are not sorted. */
  wants(batch: BarRows, row: number): boolean;
  readonly rowBudget: number;
}

/** Sorted by stamp, then line. Selected rows must be sound. */
export function sortedBarReader(options: SortedBarReaderOptions): BarReader {
  const sort = new ExternalSort<SortedRow>({
    compare: (a, b) => (a[0] as number) - (b[0] as number) || (a[2] as number) - (b[2] as number),
    rowBudget: options.rowBudget,
  });
  const out = new BarBatch(4096);
  let rows: Iterator<SortedRow> | undefined;
  return {
    file: options.reader.file,
    ended: true,
    isSound: options.reader.isSound === true,
    next: () => {
      rows ??= gather(options, sort);
      out.clear();
      while (out.count < out.capacity) {
        const next = rows.next();
        if (next.done === true) break;
        store(out, next.value);
      }
      return out.count === 0 ? null : out;
    },
    close: () => {
      rows?.return?.();
      sort.dispose();
      options.reader.close();
    },
  };
}

function gather(
  { reader, wants }: SortedBarReaderOptions,
  sort: ExternalSort<SortedRow>,
): Iterator<SortedRow> {
  for (;;) {
    const batch = reader.next() as BarRows | null;
    if (!batch) return sort.sorted();
    for (let row = 0; row < batch.count; row++) {
      if (!wants(batch, row)) continue;
      sort.add([
        batch.stamp[row] as number,
        batch.symbol[row] as number,
        batch.line[row] as number,
        ...barColumns.map((column) => {
          const value = batch.values[column][row] as number;
          if (Number.isNaN(value)) return null;
          return Object.is(value, -0) ? '-0' : value;
        }),
      ]);
    }
  }
}

function store(out: BarBatch, row: SortedRow): void {
  const at = out.count++;
  out.stamp[at] = row[0] as number;
  out.symbol[at] = row[1] as number;
  out.line[at] = row[2] as number;
  out.offset[at] = -1;
  for (const [index, column] of barColumns.entries())
    out.values[column][at] = Number(row[index + 3] ?? NaN);
}
