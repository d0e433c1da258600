/** Pages of a table in the order of its key, within a fixed prefix of the key. */

import type { EntityManager, FindOptionsWhere, SelectQueryBuilder } from 'typeorm';
import type { KeyValue } from '../projections/row-changes.js';
import { keyAfter, limitOf, pageOf, type Page, type PageOf } from '../tables/page.js';
import type { Table } from '../tables/table.js';

/** The rows `t` whose key begins with the members of `prefix`, starting after the cursor; filtered by `narrow`. */
export async function readPage<R extends object>(
  tables: EntityManager,
  table: Table<R>,
  prefix: FindOptionsWhere<R>,
  page: Page,
  narrow = (query: SelectQueryBuilder<R>) => query,
): Promise<PageOf<R>> {
  const limit = limitOf(page);
  const rest = table.keys.filter(({ property }) => !(property in prefix));
  const after = keyAfter(table.name, rest, page);
  const query = narrow(tables.createQueryBuilder(table.entity, 't').where(prefix));
  if (after !== undefined) {
    const columns = rest.map(({ property }) => `t.${property}`).join(', ');
    query.andWhere(`(${columns}) > (:...after)`, { after });
  }
  for (const { property } of table.keys) query.addOrderBy(`t.${property}`);
  const rows = await query.limit(limit + 1).getMany();
  return pageOf(table.name, rows, limit, (row) =>
    rest.map(({ property }) => (row as Record<string, KeyValue>)[property] as KeyValue),
  );
}

/** The row with these members. */
export const readRow = async <R extends object>(
  tables: EntityManager,
  { entity }: Table<R>,
  members: FindOptionsWhere<R>,
): Promise<R | undefined> => (await tables.findOneBy(entity, members)) ?? undefined;
