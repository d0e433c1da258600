/** Lists that lie in rows as they came, many items to a row: the rows in which some items stand. */

import type { ProjectedTable } from '../tables.js';
import { columnList, decodedRow } from './row-codec.js';
import type { SqlReader } from './sql-store.js';

/** A row that holds the items from number `first` to number `last` of a run. */
export interface PartRow {
  readonly run: string;
  readonly first: number;
  readonly last: number;
}

export interface NumberedItem<T> {
  readonly number: number;
  readonly item: T;
}

/** At most `wanted` items of a run from number `from` on, in their order; one statement, which reads few rows more. */
export async function readItems<R extends PartRow, T>(
  reader: SqlReader,
  { table, itemsOf }: { readonly table: ProjectedTable<R>; itemsOf(row: R): readonly T[] },
  { run, from, wanted }: { readonly run: string; readonly from: number; readonly wanted: number },
): Promise<NumberedItem<T>[]> {
  const name = reader.name(table);
  const rows = await reader.query(
    `SELECT ${columnList(table, 't')} FROM ${name} t WHERE t.run = ? AND t.first < ? AND t.first >=
       COALESCE((SELECT MAX(s.first) FROM ${name} s WHERE s.run = ? AND s.first <= ?), 0)
     ORDER BY t.run, t.first`,
    [run, from + wanted, run, from],
  );
  const found: NumberedItem<T>[] = [];
  for (const row of rows.map((one) => decodedRow(table, one))) {
    for (const [index, item] of itemsOf(row).entries()) {
      const number = row.first + index;
      if (number >= from && found.length < wanted) found.push({ number, item });
    }
  }
  return found;
}
