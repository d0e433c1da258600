/**
 * The closing record beside a journal: how far the recording of the run goes, and the
 * digests of its last records. It is no part of the journal's hash: responses carry ids and
 * times of providers.
 */

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { jsonOf } from '#values';
import { requireBounded, resultBytesMax } from '#files';
import { readManifest, writeWhole, type RunFolder } from './run-folder.js';
import { hasRecords, reading, streams, type StreamName } from './run-records.js';

const endSchema = z.strictObject({ records: z.int().positive(), digest: z.string() });
const closingSchema = z.strictObject({
  schemaVersion: z.literal(1),
  /** A stream without records is left out. */
  streams: z.partialRecord(z.enum(streams), endSchema),
});
type Ends = z.infer<typeof closingSchema>['streams'];

/**
 * Writes the closing record; skipped if no model was asked. `CorruptJournal` for a last record
 * that was altered.
 */
export function closeRecordings(folder: RunFolder): void {
  if (!hasRecords(folder, 'asks')) return;
  const record = { schemaVersion: 1, streams: endsOf(folder, {}) };
  writeWhole(folder.closing, `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Why the recording differs from the one that was closed. The caller has read its streams, which
 * checks digests.
 */
export function closingDefect(folder: RunFolder): string | undefined {
  const name = basename(folder.closing);
  // A run that stopped and can be resumed may have recorded more since.
  const isEnded = readManifest(folder).tape.hash !== null;
  if (!existsSync(folder.closing)) {
    return isEnded ? `${name}: missing; \`tapefold run\` writes it again` : undefined;
  }
  requireBounded(folder.closing, resultBytesMax);
  const closing = closingSchema.safeParse(jsonOf(readFileSync(folder.closing, 'utf8'))).data;
  if (closing === undefined) return `${name}: altered; it is not the closing record of a recording`;
  const found = endsOf(folder, isEnded ? {} : closing.streams);
  const shown = (end: Ends[StreamName]): string =>
    end === undefined ? 'no records' : `${end.records} records with ${end.digest}`;
  for (const stream of streams) {
    const expected = shown(closing.streams[stream]);
    const is = shown(found[stream]);
    if (expected === is || (!isEnded && closing.streams[stream] === undefined)) continue;
    return `${basename(folder.recording)} ${stream}: altered; expected ${expected}; found ${is}`;
  }
  return undefined;
}

/** The ends of all streams, or their state at the records that `at` names. */
const endsOf = (folder: RunFolder, at: Ends): Ends =>
  reading(folder, {}, (store) => {
    const ends: Ends = {};
    for (const stream of streams) {
      const records = at[stream]?.records ?? store.end(stream);
      const [last] = records === 0 ? [] : store.read(stream, records - 1, 1);
      if (last === undefined) continue;
      ends[stream] = { records, digest: Buffer.from(last.digest).toString('hex') };
    }
    return ends;
  });
