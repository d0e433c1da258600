/** Reads recordings from Postgres. */

import { z } from 'zod';
import { corruptJournal } from '#values';
import { endedAskSchema, openedAskSchema, type RecordedAsk } from '../calls/ask.js';
import { recordedCallSchema, type RecordedCall } from '../calls/recorded-call.js';
import type { RecordingReader } from '../calls/recording-store.js';
import { recordingDatabase, type RecordingDatabase, type Row } from './recording-database.js';

/** A reader that can be closed. */
interface OpenedReader extends RecordingReader {
  close(): Promise<void>;
}

/** Opens a reader; the tables must exist. `schema` must be safe to use in SQL. */
export function postgresRecordingReader(url: string, schema: string): OpenedReader {
  const database = recordingDatabase(url, 4);
  return { ...readerOver(database, schema), close: () => database.close() };
}

export const readerOver = (
  { query }: Pick<RecordingDatabase, 'query'>,
  schema: string,
): RecordingReader => ({
  async asksOf(run) {
    const rows = await query(
      `SELECT opened, ended FROM "${schema}".model_asks WHERE run = $1 ORDER BY as_of, attempt`,
      [run],
    );
    return rows.map(askOf);
  },
  async callsOf(run, asOf) {
    const rows = await query(
      `SELECT call FROM "${schema}".model_calls
       WHERE run = $1 AND call IS NOT NULL AND ($2::bigint IS NULL OR as_of = $2)
       ORDER BY as_of, attempt, lane COLLATE "C", ordinal`,
      [run, asOf ?? null],
    );
    return rows.map(callOf);
  },
});

export const askOf = ({ opened, ended }: Row): RecordedAsk => ({
  opened: parsed(openedAskSchema, opened),
  ended: ended === null ? null : parsed(endedAskSchema, ended),
});

export const callOf = ({ call }: Row): RecordedCall => parsed(recordedCallSchema, call);

/** `CorruptJournal` if a row was not written by a gateway. */
export function parsed<T>(schema: z.ZodType<T>, text: unknown): T {
  try {
    return schema.parse(JSON.parse(String(text)));
  } catch (cause) {
    throw corruptJournal('the database holds a recording that no gateway wrote', { cause });
  }
}
