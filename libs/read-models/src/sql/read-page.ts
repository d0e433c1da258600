/** Rows of a table in the order of its key, within a fixed prefix of the key. */

import type { EntityManager, FindOptionsWhere, SelectQueryBuilder } from 'typeorm';
import type { KeyValue } from '../projections/row-changes.js';
import { keyAfter, limitOf, pageOf, type Page, type PageOf } from '../tables/page.js';
import type { Table } from '../tables/table.js';
import type { WithTables } from './sql-store.js';

/**
 * The rows `t` whose key begins with the members of `prefix`, starting after the cursor;
 * filtered by `narrow`.
 */
export async function readPage<R extends object>(
  tables: EntityManager,
  table: Table<R>,
  prefix: FindOptionsWhere<R>,
  page: Page,
  narrow = (query: SelectQueryBuilder<R>) => query,
): Promise<PageOf<R>> {
  const limit = limitOf(page);
  const rest = table.keys.filter(({ property }) => !(property in prefix));
  const query = narrow(tables.createQueryBuilder(table.entity, 't').where(prefix));
  const rows = await behind(query, table, rest, keyAfter(table.name, rest, page))
    .limit(limit + 1)
    .getMany();
  return pageOf(table.name, rows, limit, (row) => keyOf(rest, row));
}

/** All rows of a table, in portions. */
export async function* rowsOf(read: WithTables, table: Table): AsyncGenerator<readonly object[]> {
  // Packed rows may hold thousands of records each.
  const wanted = table.columns.some(({ kind }) => kind === 'packed json') ? 50 : 2000;
  for (let after: readonly KeyValue[] | undefined; ;) {
    const rows = await read((tables) => {
      const query = tables.createQueryBuilder(table.entity, 't');
      return behind(query, table, table.keys, after).limit(wanted).getMany();
    });
    yield rows;
    if (rows.length < wanted) return;
    after = keyOf(table.keys, rows.at(-1) as object);
  }
}

/** Rows whose members `rest` of the key come after `after`. */
function behind<R extends object>(
  query: SelectQueryBuilder<R>,
  { keys }: Table<R>,
  rest: Table['keys'],
  after: readonly KeyValue[] | undefined,
): SelectQueryBuilder<R> {
  if (after !== undefined) {
    const columns = rest.map(({ property }) => `t.${property}`).join(', ');
    query.andWhere(`(${columns}) > (:...after)`, { after });
  }
  for (const { property } of keys) query.addOrderBy(`t.${property}`);
  return query;
}

const keyOf = (keys: Table['keys'], row: object): KeyValue[] =>
  keys.map(({ property }) => (row as Record<string, KeyValue>)[property] as KeyValue);

/** The row with these members. */
export const readRow = async <R extends object>(
  tables: EntityManager,
  { entity }: Table<R>,
  members: FindOptionsWhere<R>,
): Promise<R | undefined> => (await tables.findOneBy(entity, members)) ?? undefined;
