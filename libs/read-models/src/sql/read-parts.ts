/** Lists stored as rows with many items each: reads the rows that hold the requested items. */

import type { EntityManager } from 'typeorm';
import type { ProjectedTable } from '../tables/tables.js';

/** A row with the items from number `first` to number `last` of a run. */
export interface PartRow {
  readonly run: string;
  readonly first: number;
  readonly last: number;
}

export interface NumberedItem<T> {
  readonly number: number;
  readonly item: T;
}

/** A table of lists. */
interface PartTable<R extends PartRow, T> {
  readonly table: ProjectedTable<R>;
  itemsOf(row: R): readonly T[];
  /** How many numbers an item spans: one, except for a stretch of decisions. */
  numbersOf(item: T): number;
}

interface WantedItems {
  readonly run: string;
  readonly from: number;
  readonly wanted: number;
}

/** At most `wanted` items of a run that begin at or after number `from`, in order. */
export async function readItems<R extends PartRow, T>(
  tables: EntityManager,
  parts: PartTable<R, T>,
  { run, from, wanted }: WantedItems,
): Promise<NumberedItem<T>[]> {
  const found: NumberedItem<T>[] = [];
  // One read is enough if every item has one number; items that span many may leave a page short.
  for (let next = from; found.length < wanted;) {
    // As many numbers as the missing items are likely to span.
    const each = found.length === 0 ? 1 : Math.ceil((next - from) / found.length);
    const numbers = (wanted - found.length) * each;
    const rows = await readRows(tables, parts.table, { run, from: next, wanted: numbers });
    const last = rows.at(-1)?.last ?? 0;
    if (last < next) break;
    for (const row of rows) addItems(row, parts, { from: next, wanted, found });
    next = last + 1;
  }
  return found;
}

function addItems<R extends PartRow, T>(
  row: R,
  { itemsOf, numbersOf }: PartTable<R, T>,
  { from, wanted, found }: { from: number; wanted: number; found: NumberedItem<T>[] },
): void {
  let number = row.first;
  for (const item of itemsOf(row)) {
    if (number >= from && found.length < wanted) found.push({ number, item });
    number += numbersOf(item);
  }
}

/** The rows with the next numbers, and the row before them, in which they may begin. */
async function readRows<R extends PartRow>(
  tables: EntityManager,
  table: ProjectedTable<R>,
  { run, from, wanted }: WantedItems,
): Promise<R[]> {
  const query = tables.createQueryBuilder(table.entity, 't');
  const before = query.subQuery().select('MAX(s.first)').from(table.entity, 's');
  const start = before.where('s.run = :run AND s.first <= :from').getQuery();
  return query
    .where(`t.run = :run AND t.first < :to AND t.first >= COALESCE(${start}, 0)`)
    .setParameters({ run, from, to: from + wanted })
    .orderBy('t.first')
    .getMany();
}
