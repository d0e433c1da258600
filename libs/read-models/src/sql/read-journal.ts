/** Journals by record: rows hold as many records as their message had, pages as many as were asked for. */

import { excerpt, invalidInput } from '#values';
import type { JournalRow } from '../entities/journal-rows.js';
import { limitOf } from '../page.js';
import type { JournalPage } from '../read-models.js';
import { projections } from '../tables.js';
import { columnList, decodedRow } from './row-codec.js';
import { readRow } from './read-page.js';
import type { SqlReader } from './sql-store.js';

/** A row may hold thousands of records: no more rows than these are read at once. */
const rowsAtOnce = 8;
const { journal, runProgress } = projections;

/** Records of a run from number `from`, at most `limit`. `InvalidInput` where `from` is no number of a record. */
export async function readJournal(
  reader: SqlReader,
  run: string,
  from: number,
  limit: number | undefined,
): Promise<JournalPage> {
  if (!Number.isSafeInteger(from) || from < 1) {
    throw invalidInput('no number of a record', {
      where: 'from',
      expected: 'a whole number from 1',
      found: excerpt(from),
    });
  }
  const wanted = limitOf(limit === undefined ? {} : { limit });
  const progress = await readRow(reader, runProgress, [run]);
  const records: JournalPage['records'][number][] = [];
  const known = progress?.records ?? 0;
  while (records.length < wanted && from + records.length <= known) {
    const rows = await rowsFrom(reader, run, from + records.length);
    // Between two statements the tables may have been swapped for ones that are not as far.
    if (rows.length === 0) break;
    for (const row of rows) take(row, from + records.length, wanted, records);
  }
  const next = from + records.length;
  const journalHash = progress?.journalHash ?? null;
  return { records, next: next <= known ? next : null, journalHash };
}

function take(
  { first, events }: JournalRow,
  from: number,
  wanted: number,
  records: JournalPage['records'][number][],
): void {
  for (const event of events.slice(from - first, from - first + wanted - records.length)) {
    records.push({ record: from++, event });
  }
}

/** The row in which the record stands, and those behind it. */
async function rowsFrom(reader: SqlReader, run: string, record: number): Promise<JournalRow[]> {
  const name = reader.name(journal);
  const rows = await reader.query(
    `SELECT ${columnList(journal, 't')} FROM ${name} t WHERE t.run = ? AND t.first >=
       (SELECT MAX(s.first) FROM ${name} s WHERE s.run = ? AND s.first <= ?)
     ORDER BY t.run, t.first LIMIT ${rowsAtOnce}`,
    [run, run, record],
  );
  return rows.map((row) => decodedRow(journal, row));
}
