/**
 * The store in a SQLite file: the contract, readers beside the writer, a full disk, damage,
 * foreign files.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeRecordStore } from '../record-store.contract.fixture.js';
import { isStoreFull, SqliteStore } from './sqlite-store.js';

describeRecordStore('a file of SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-store-'));
  const path = join(folder, 'records.db');
  const change = (sql: string, ...values: (string | number)[]): void => {
    const database = new DatabaseSync(path);
    database.prepare(sql).run(...values);
    database.close();
  };
  return {
    open: async () => new SqliteStore(path),
    alter: async (stream, seq) =>
      change("UPDATE records SET body = x'00' WHERE stream = ? AND seq = ?", stream, seq),
    remove: async (stream, seq) =>
      change('DELETE FROM records WHERE stream = ? AND seq = ?', stream, seq),
    dispose: async () => rmSync(folder, { recursive: true }),
  };
});

describe('a store in a file', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tapefold-store-'));
    path = join(folder, 'records.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const filled = (count = 3): void => {
    const store = new SqliteStore(path);
    const bodies = Array.from({ length: count }, (_, index) => Buffer.from(`record ${index + 1}`));
    store.append([{ stream: 'calls', after: 0, bodies }]);
    store.close();
  };
  const numbers = (store: SqliteStore): number[] => store.read('calls', 0).map(({ seq }) => seq);

  it('shows a reader what was appended so far, while it is open for writing', () => {
    const store = new SqliteStore(path);
    const reader = new SqliteStore(path, { readOnly: true });
    store.append([{ stream: 'calls', after: 0, bodies: [Buffer.from('one')] }]);
    expect(numbers(reader)).toEqual([1]);
    store.append([{ stream: 'calls', after: 1, bodies: [Buffer.from('two')] }]);
    expect(numbers(reader)).toEqual([1, 2]);
    expect(reader.end('calls')).toBe(2);
    store.close();
    reader.close();
  });

  it('leaves a single file when it is closed', () => {
    filled();
    expect(existsSync(`${path}-wal`)).toBe(false);
    const reader = new SqliteStore(path, { readOnly: true });
    expect(numbers(reader)).toEqual([1, 2, 3]);
    reader.close();
  });

  it('stores nothing of an append that fills the disk, and continues once there is room', () => {
    const store = new SqliteStore(path, { pagesMax: 20 });
    const bodies = Array.from({ length: 100 }, () => Buffer.alloc(1000, 1));
    let failure: unknown;
    try {
      store.append([{ stream: 'calls', after: 0, bodies }]);
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({ code: 'Unavailable' });
    expect(isStoreFull(failure)).toBe(true);
    expect(store.end('calls')).toBe(0);
    store.append([{ stream: 'calls', after: 0, bodies: bodies.slice(0, 5) }]);
    expect(numbers(store)).toEqual([1, 2, 3, 4, 5]);
    store.close();
  });

  it('returns no altered record, whichever byte of the file is flipped', () => {
    filled(40);
    const whole = readFileSync(path);
    const before = new SqliteStore(path, { readOnly: true });
    const expected = before.read('calls', 0).map(({ body }) => Buffer.from(body).toString());
    before.close();
    let noticed = 0;
    for (let at = 0; at < whole.length; at += 37) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] as number) ^ 0x55;
      writeFileSync(path, bytes);
      try {
        const store = new SqliteStore(path, { readOnly: true });
        const found = store.read('calls', 0).map(({ body }) => Buffer.from(body).toString());
        store.close();
        // A reader cannot see that the end is lost; the caller who kept the last digest can.
        expect(found).toEqual(expected.slice(0, found.length));
      } catch (error) {
        expect(['CorruptJournal', 'Unavailable']).toContain((error as { code: string }).code);
        noticed++;
      }
    }
    expect(noticed).toBeGreaterThan(20);
  });

  it('refuses a file that is not a store', () => {
    const refused = (): unknown => new SqliteStore(path, { readOnly: true });
    expect(refused).toThrow(expect.objectContaining({ code: 'Unavailable' }));
    writeFileSync(path, 'records, one a line\n'.repeat(100));
    expect(refused).toThrow(expect.objectContaining({ code: 'CorruptJournal' }));
    rmSync(path);
    const other = new DatabaseSync(path);
    other.exec('CREATE VIEW records AS SELECT 1 AS seq');
    other.close();
    expect(refused).toThrow(expect.objectContaining({ found: 'other tables' }));
    expect(() => new SqliteStore(path)).toThrow(expect.objectContaining({ found: 'other tables' }));
    rmSync(path);
    filled();
    const later = new DatabaseSync(path);
    later.exec('PRAGMA user_version = 2');
    later.close();
    expect(refused).toThrow(expect.objectContaining({ found: 'version 2' }));
    symlinkSync(path, join(folder, 'link.db'));
    expect(() => new SqliteStore(join(folder, 'link.db'))).toThrow(
      expect.objectContaining({ code: 'InvalidInput' }),
    );
  });

  it('syncs once for all that wait', async () => {
    const store = new SqliteStore(path);
    store.append([{ stream: 'calls', after: 0, bodies: [Buffer.from('one')] }]);
    await Promise.all([store.durable(), store.durable()]);
    await store.durable();
    expect(numbers(store)).toEqual([1]);
    store.close();
  });
});
