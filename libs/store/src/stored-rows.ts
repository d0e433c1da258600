/** Rows of the append-only table, checked against each other as they are read. */

import { conflict, corruptJournal } from '#values';
import { chainDigest, noDigest, type StoredRecord } from './record-store.js';

/** A row as a database returns it. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * The records of rows `from`, `from + 1`, and so on. The row before them comes first, unless
 * `from` is 1. `CorruptJournal` if one is missing, is of another type, or does not follow from
 * the one before.
 */
export function recordsOf(rows: readonly Row[], from: number, where: string): StoredRecord[] {
  let before = noDigest;
  let next = Math.max(1, from - 1);
  const records: StoredRecord[] = [];
  for (const { seq, body, digest } of rows) {
    const at = `${where} record ${next}`;
    if (Number(seq) !== next) {
      throw corruptJournal('a record is missing', { where: at, found: `record ${String(seq)}` });
    }
    if (!(body instanceof Uint8Array && digest instanceof Uint8Array)) {
      throw corruptJournal('a record has other types', {
        where: at,
        expected: 'bytes and a digest',
      });
    }
    if (next >= from) {
      if (Buffer.compare(digest, chainDigest(before, body)) !== 0) {
        throw corruptJournal('a record was altered', {
          where: at,
          expected: 'the digest of the record and of those before it',
        });
      }
      records.push({ seq: next, body, digest });
    }
    before = digest;
    next++;
  }
  return records;
}

/** Whether a batch is stored already: its writer did not learn of its commit. */
export const isSame = (stored: readonly StoredRecord[], bodies: readonly Uint8Array[]): boolean =>
  stored.length === bodies.length &&
  stored.every(({ body }, index) => Buffer.compare(body, bodies[index] ?? noDigest) === 0);

/** The failure of a batch that names another end than the stream has. */
export const endsElsewhere = (where: string, after: number, found: number): Error =>
  conflict('the stream has a different length', {
    where,
    expected: `${after} records`,
    found: `${found}`,
  });
