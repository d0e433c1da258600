/**
 * Reads and rewrites the records of a store in a file, as an attacker who knows how
 * digests chain could.
 */

import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { chainDigest, noDigest } from '../record-store.js';
import { SqliteStore } from './sqlite-store.js';

/** The bodies of a stream as text; empty if there is no file. */
export function recordsIn(path: string, stream: string): string[] {
  const bodies: string[] = [];
  if (!existsSync(path)) return bodies;
  const store = new SqliteStore(path, { readOnly: true });
  try {
    for (;;) {
      const records = store.read(stream, bodies.length);
      if (records.length === 0) return bodies;
      bodies.push(...records.map(({ body }) => Buffer.from(body).toString('utf8')));
    }
  } finally {
    store.close();
  }
}

/** Replaces the records of a stream, with sound digests. */
export function changeRecords(
  path: string,
  stream: string,
  change: (bodies: string[]) => readonly string[],
): void {
  const bodies = change(recordsIn(path, stream));
  const database = new DatabaseSync(path);
  database.prepare('DELETE FROM records WHERE stream = ?').run(stream);
  let digest = noDigest;
  for (const [at, body] of bodies.entries()) {
    digest = chainDigest(digest, Buffer.from(body));
    database
      .prepare('INSERT INTO records VALUES (?, ?, ?, ?)')
      .run(stream, at + 1, Buffer.from(body), digest);
  }
  database.close();
}

/** Changes bytes of a record and leaves its digest. */
export function tamperRecord(
  path: string,
  { stream, seq }: { readonly stream: string; readonly seq: number },
  change: (body: string) => string,
): void {
  const body = recordsIn(path, stream)[seq - 1] ?? '';
  const database = new DatabaseSync(path);
  database
    .prepare('UPDATE records SET body = ? WHERE stream = ? AND seq = ?')
    .run(Buffer.from(change(body)), stream, seq);
  database.close();
}
