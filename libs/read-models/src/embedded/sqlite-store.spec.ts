/**
 * A transaction that runs out of space leaves no trace, is reported, and succeeds once
 * there is space.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readsAsWritten } from '../sql/written-values.fixture.js';
import { openSqliteStore } from './sqlite-store.js';

it('continues after the database was full', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const failures: string[] = [];
  const file = join(folder, 'tables.sqlite');
  const store = await openSqliteStore(file, ({ message }) => failures.push(message));
  const pages = (count: number): Promise<unknown> =>
    store.transaction((tables) => tables.query(`PRAGMA max_page_count = ${count}`));
  const write = (): Promise<unknown> =>
    store.transaction((tables) => tables.query('CREATE TABLE large AS SELECT zeroblob(1000000) b'));
  const rows = (): Promise<unknown> =>
    store.read((tables) => tables.query("SELECT name FROM sqlite_schema WHERE name = 'large'"));

  await pages(1);
  await expect(write()).rejects.toMatchObject({ code: 'Unavailable' });
  expect(failures).toEqual([expect.stringMatching(/database or disk is full/)]);
  expect(await rows()).toEqual([]);

  await pages(1_000_000);
  await write();
  expect(await rows()).toEqual([{ name: 'large' }]);
  expect(failures).toHaveLength(1);
  await store.close();
});

it('reads what it wrote', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = await openSqliteStore(join(folder, 'tables.sqlite'));
  await expect(readsAsWritten(store)).resolves.toBeUndefined();
  await store.close();
});
