/** Journals by record: rows hold as many records as their message had, pages as many as were asked for. */

import { excerpt, invalidInput } from '#values';
import type { JournalRow } from '../entities/journal-rows.js';
import { itemsOf } from '../list-text.js';
import { limitOf } from '../page.js';
import type { JournalPage } from '../read-models.js';
import { projections } from '../tables.js';
import { readRow } from './read-page.js';
import { readItems } from './read-parts.js';
import type { SqlReader } from './sql-store.js';

const { journal: table, runProgress } = projections;
const records = {
  table,
  itemsOf: ({ events }: JournalRow) => itemsOf('events', events),
  numbersOf: () => 1,
};

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
  const known = progress?.records ?? 0;
  const journalHash = progress?.journalHash ?? null;
  // Between two statements more may have come, or the tables been swapped for ones that are not as far.
  const found = from > known ? [] : await readItems(reader, records, { run, from, wanted });
  const next = from + found.length;
  return {
    records: found.map(({ number, item }) => ({ record: number, event: item })),
    next: next <= known ? next : null,
    journalHash,
  };
}
