/** Bars of an unsorted file, sorted in bounded memory when the first is requested. */

import { barColumns } from '#contracts';
import { sortedRows } from '../tables/table-rows.js';
import { BarBatch, batchReader, type BarReader, type BarRows } from './bar-batch.js';

/**
 * Stamp, symbol, line, then the values in the order of `barColumns`. JSON supports neither NaN,
 * stored as null, nor negative zero, stored as text: the sign reaches the tape's hash.
 */
type SortedRow = readonly (number | string | null)[];

interface SortedBarReaderOptions {
  /** The file, in its own order. */
  readonly reader: BarReader;
  /** Selected rows: others are not sorted. */
  wants(batch: BarRows, row: number): boolean;
  readonly rowBudget: number;
}

/** Sorted by stamp, then line. Selected rows must be sound. */
export function sortedBarReader(options: SortedBarReaderOptions): BarReader {
  const { reader } = options;
  const sorted = batchReader(reader.file, sortedBatches(options));
  const close = (): void => {
    sorted.close();
    reader.close();
  };
  return {
    ...sorted,
    isSound: reader.isSound === true,
    get empty() {
      return reader.empty;
    },
    close,
  };
}

async function* sortedBatches(options: SortedBarReaderOptions): AsyncGenerator<BarBatch, void> {
  const { rowBudget } = options;
  const compare = (a: SortedRow, b: SortedRow): number =>
    (a[0] as number) - (b[0] as number) || (a[2] as number) - (b[2] as number);
  const out = new BarBatch(4096);
  for await (const rows of sortedRows(wantedRows(options), { compare, rowBudget })) {
    if (out.count + rows.length > out.capacity) {
      yield out;
      out.clear();
    }
    for (const row of rows) store(out, row);
  }
  if (out.count > 0) yield out;
}

async function* wantedRows({
  reader,
  wants,
}: SortedBarReaderOptions): AsyncGenerator<readonly SortedRow[], void> {
  for (let batch = await reader.next(); batch; batch = await reader.next()) {
    const { stamp, symbol, line, values } = batch;
    const rows: SortedRow[] = [];
    for (let row = 0; row < batch.count; row++) {
      if (!wants(batch, row)) continue;
      rows.push([
        stamp[row] as number,
        symbol[row] as number,
        line[row] as number,
        ...barColumns.map((column) => {
          const value = values[column][row] as number;
          if (Number.isNaN(value)) return null;
          return Object.is(value, -0) ? '-0' : value;
        }),
      ]);
    }
    yield rows;
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
