/**
 * The parsed rows of a table of facts, trades or quotes: in file order, or sorted in
 * bounded memory.
 */

import { isFailure } from '#values';
import type { FactTable, KindOfTable } from '../manifest/dataset-manifest.js';
import type { ByteInput } from '../rows/byte-input.js';
import { ExternalSort, type ExternalSortOptions } from '../rows/external-sort.js';
import { RowDefect, type Defect } from '../rows/row-defect.js';
import { inBatches, type RawRow } from '../rows/text-rows.js';
import { rowsOf, type LocatedTable } from './table-location.js';

/** A table, shared by all passes over it. */
export interface TableAccess<K, T> extends LocatedTable<T>, KindOfTable<K, T> {
  /** Open as long as the data set: documents are read from it. */
  readonly input: ByteInput;
}

/** A row, with its value or its defect. */
export type ReadRow<V> =
  | { readonly row: RawRow; readonly value: V; readonly defect?: undefined }
  | { readonly row: RawRow; readonly value?: undefined; readonly defect: Defect };

/** Every row of a table in batches. `parse` throws `RowDefect` for an unusable row. */
export async function* readTable<V>(
  { table, location, input }: TableAccess<unknown, FactTable>,
  { required, fields }: Readonly<Record<'required' | 'fields', readonly string[]>>,
  parse: (row: RawRow) => V,
): AsyncGenerator<readonly ReadRow<V>[], void> {
  const names = required.map((field) => table.columns?.[field] ?? field);
  for await (const rows of rowsOf(location, names, input, table, fields)) {
    yield rows.map((row) => readRow(row, parse));
  }
}

function readRow<V>(row: RawRow, parse: (row: RawRow) => V): ReadRow<V> {
  if (row.defect) return { row, defect: row.defect };
  try {
    return { row, value: parse(row) };
  } catch (error) {
    if (error instanceof RowDefect) return { row, defect: error.defect };
    // A calendar throws `InvalidInput` for a date it does not cover; here the row is at fault.
    if (!isFailure(error, 'InvalidInput')) throw error;
    return { row, defect: { what: 'a date lies beyond the calendar' } };
  }
}

/** Rows sorted by `compare`, in batches; `compare` also orders those of equal time. */
export async function* sortedRows<S>(
  batches: AsyncIterable<readonly S[]>,
  options: ExternalSortOptions<S>,
): AsyncGenerator<readonly S[], void> {
  const sort = new ExternalSort(options);
  try {
    for await (const rows of batches) for (const row of rows) sort.add(row);
    yield* inBatches(sort.sorted());
  } finally {
    sort.dispose();
  }
}
