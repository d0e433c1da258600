/** A file is known to lack its write-ahead log, and one that was closed is known to need none. */

import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { requireLog } from './missing-log.js';
import { SqliteStore } from './sqlite-store.js';

const body = Buffer.from('a record');

it('refuses a copy without the log of a writer that did not end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'missing-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'own.db');
  const copy = join(folder, 'copy.db');
  expect(() => requireLog(path)).not.toThrow();
  const store = new SqliteStore(path);
  store.append([{ stream: 'asks', after: 0, bodies: [body] }]);
  expect(() => requireLog(path)).not.toThrow();
  cpSync(path, copy);
  const refused = expect.objectContaining({ code: 'CorruptJournal', where: `${copy}-wal` });
  expect(() => requireLog(copy)).toThrow(refused);
  expect(existsSync(`${copy}-shm`)).toBe(false);
  cpSync(`${path}-wal`, `${copy}-wal`);
  expect(() => requireLog(copy)).not.toThrow();
  const read = new SqliteStore(copy, { readOnly: true });
  expect(read.end('asks')).toBe(1);
  read.close();
  store.close();
  expect(() => requireLog(path)).not.toThrow();
  expect(existsSync(`${path}-wal`)).toBe(false);
});
