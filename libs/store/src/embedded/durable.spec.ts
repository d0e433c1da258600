/**
 * Tests of `durable`: who waits for which sync, a sync that fails, and what a killed writer left.
 */

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SqliteStore } from './sqlite-store.js';

const syncs: PromiseWithResolvers<void>[] = [];
const fsync = (): Promise<void> => {
  const sync = Promise.withResolvers<void>();
  syncs.push(sync);
  return sync.promise;
};

let folder: string;
let path: string;
beforeEach(() => {
  syncs.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'tapefold-durable-'));
  path = join(folder, 'records.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const add = (store: SqliteStore): void =>
  store.append([{ stream: 'calls', after: store.end('calls'), bodies: [Buffer.from('one')] }]);
const settled = () => new Promise((settle) => setImmediate(settle));

it('is synced for each caller, after what was appended when it asked', async () => {
  const store = new SqliteStore(path, { fsync });
  const durable: string[] = [];
  const wait = (name: string) => store.durable().then(() => durable.push(name));
  add(store);
  const first = wait('first');
  add(store);
  const others = [wait('second'), wait('third')];
  syncs[0]?.resolve();
  await first;
  await settled();
  expect(durable).toEqual(['first']);
  syncs[1]?.resolve();
  await Promise.all(others);
  expect(syncs).toHaveLength(2);
  add(store);
  const refused = store.durable();
  syncs[2]?.reject(new Error('EIO'));
  await expect(refused).rejects.toMatchObject({ code: 'Unavailable' });
  store.close();
});

it('syncs what a killed writer left unsynced', async () => {
  const killed = new SqliteStore(path, { fsync });
  add(killed);
  const copy = join(folder, 'copy.db');
  for (const end of ['', '-wal']) copyFileSync(path + end, copy + end);
  killed.close();
  const store = new SqliteStore(copy, { fsync });
  const durable = store.durable();
  expect(syncs).toHaveLength(1);
  syncs[0]?.resolve();
  await durable;
  expect(store.end('calls')).toBe(1);
  store.close();
});
