/**
 * Rows of tables in a database: each with its line, and only where the columns that
 * are needed exist.
 */

import { expect, it } from 'vitest';
import { openDatabase } from './database.js';
import { rowsOf, type DatabaseLocation } from './table-location.js';

async function read(relation: string, required: readonly string[]): Promise<unknown[]> {
  const database = await openDatabase(null, 'memory');
  const location: DatabaseLocation = {
    format: 'database',
    name: 'prices',
    relation,
    rowNumber: 'n',
    database: () => Promise.resolve(database),
    open: () => {
      throw new Error('no bytes are read');
    },
  };
  const rows: unknown[] = [];
  try {
    const batches = rowsOf(location, required, location.open as never, {} as never, []);
    for await (const batch of batches) rows.push(...batch);
  } finally {
    database.close();
  }
  return rows;
}

const relation = "(SELECT i AS n, 'day ' || i AS date FROM range(2) r(i))";

it('have the number of their row as their line', async () => {
  expect(await read(relation, ['date'])).toMatchObject([
    { line: 1, offset: -1, bytes: 0, fields: { date: 'day 0' } },
    { line: 2, offset: -1, bytes: 0, fields: { date: 'day 1' } },
  ]);
});

it('need all of their columns', async () => {
  await expect(read(relation, ['date', 'close', 'open'])).rejects.toMatchObject({
    code: 'InvalidInput',
    where: 'prices line 1',
    expected: 'close, open',
    found: '"n,date"',
  });
});
