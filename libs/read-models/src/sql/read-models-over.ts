/** Read models over any database that offers what `SqlStore` says. */

import { randomUUID } from 'node:crypto';
import { excerpt, invalidInput, conflict } from '#values';
import { compareTables } from './compare-tables.js';
import type { OnGap } from '../projections/projection.js';
import type {
  ProjectedTables,
  ReadModels,
  RunReading,
  Score,
  TaskScore,
  TapeReading,
  JournalPage,
  Control,
} from '../tables/read-models.js';
import { compareRebuilt, rebuildTables } from './rebuild.js';
import { projections, audit, tokens, type Table } from '../tables/tables.js';
import type { ToolCallRow } from '../entities/call-rows.js';
import { type Page, type PageOf, limitOf } from '../tables/page.js';
import type { JournalRow } from '../entities/journal-rows.js';
import { itemsOf } from '../entities/list-text.js';
import { readCheckpoints } from './checkpoints.js';
import { projectBatch } from './project-batch.js';
import { readDecisions } from './read-decisions.js';
import { readPage, readRow } from './read-page.js';
import { countRuns, readRun, readRuns } from './read-runs.js';
import { readTape, readTapes } from './read-tapes.js';
import type { SqlReader, SqlStore } from './sql-store.js';
import { readItems } from './read-parts.js';
import { columnList, decodedRow, encodedRow, quoted } from './row-codec.js';

export interface ReadModelsOptions {
  /** What happens where numbers are missing on a topic; `stop` when it is left out. */
  readonly onGap?: OnGap;
}

/** `store` keeps the projections, `control` the tokens and the audit; `close` lets go of both. */
export function readModelsOver(
  store: SqlStore,
  control: SqlReader & { close(): Promise<void> },
  { onGap = 'stop', identity }: ReadModelsOptions & Pick<ProjectedTables, 'identity'>,
): ReadModels {
  return {
    ...projectedTables(store, onGap),
    identity,
    ...runReading(store.reader),
    ...tapeReading(store.reader),
    ...controlOver(control),
    async close() {
      await store.close();
      await control.close();
    },
  };
}

function projectedTables(store: SqlStore, onGap: OnGap): Omit<ProjectedTables, 'identity'> {
  return {
    project: (batch, report) =>
      projectBatch(store, batch, { onGap, ...(report === undefined ? {} : { report }) }),
    checkpoints: () => readCheckpoints(store.reader),
    rebuild: (source) => rebuildTables(store, source, onGap),
    differences: (source) => compareRebuilt(store, source, onGap),
    compare: (other) => compareTables(store, other),
    rowsOf: (table) => store.rowsOf(table),
  };
}

function runReading(reader: SqlReader): RunReading {
  const { submissions, refusals, orders, denials, fills, positions } = projections;
  return {
    submissions: (page = {}) => readPage(reader, submissions, [], page),
    submission: (submission) => readRow(reader, submissions, [submission]),
    runs: (filter = {}, page = {}) => readRuns(reader, filter, page),
    run: (run) => readRun(reader, run),
    runCounts: (filter = {}) => countRuns(reader, filter),
    decisions: (run, page = {}) => readDecisions(reader, run, page),
    calls: (run, page = {}) => readCalls(reader, run, page),
    refusals: (run, page = {}) => readPage(reader, refusals, [run], page),
    orders: (run, page = {}) => readPage(reader, orders, [run], page),
    denials: (run, page = {}) => readPage(reader, denials, [run], page),
    fills: (run, page = {}) => readPage(reader, fills, [run], page),
    positions: (run, page = {}) => readPage(reader, positions, [run], page),
    equity: (run, page = {}) => readPage(reader, projections.equity, [run], page),
    journal: (run, from = 1, limit) => readJournal(reader, run, from, limit),
    score: (run) => readScore(reader, run),
  };
}

function tapeReading(reader: SqlReader): TapeReading {
  const { documents, deadLetters } = projections;
  return {
    tapes: (page = {}) => readTapes(reader, page),
    tape: (tape) => readTape(reader, tape),
    documents: (tape, page = {}) => readPage(reader, documents, [tape], page),
    deadLetters: (page = {}) => readPage(reader, deadLetters, [], page),
  };
}

async function readScore(reader: SqlReader, run: string): Promise<Score | TaskScore | undefined> {
  const { scores, taskScores } = projections;
  const score =
    (await readRow(reader, scores, [run])) ?? (await readRow(reader, taskScores, [run]));
  if (score === undefined) return undefined;
  // There are some twenty figures: one page holds them all.
  const { items } = await readPage(reader, projections.metrics, [run], { limit: 1000 });
  const metrics = items.map(({ name, value, undefinedBecause }) => ({
    name,
    value,
    undefinedBecause,
  }));
  return { ...score, metrics };
}

/**
 * A page of calls. An agent that was asked again, after a crash or by two workers at once, may have made others:
 * the journal says whose count, and none does before its decision is journalled.
 */
const readCalls = (reader: SqlReader, run: string, page: Page): Promise<PageOf<ToolCallRow>> =>
  readPage(
    reader,
    projections.toolCalls,
    [run],
    page,
    `EXISTS (SELECT 1 FROM ${reader.name(projections.calledDecisions)} d
       WHERE d.run = t.run AND d.as_of = t.as_of AND d.digest = t.digest)`,
  );

const { journal: table, runProgress } = projections;
const records = {
  table,
  itemsOf: ({ events }: JournalRow) => itemsOf('events', events),
  numbersOf: () => 1,
};

/** Records of a run from number `from`, at most `limit`. `InvalidInput` where `from` is no number of a record. */
async function readJournal(
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

/** The control side of read models over a database that keeps `tokens` and `audit`. */
function controlOver(reader: SqlReader): Control {
  return {
    async addToken(token) {
      if (await inserted(reader, tokens, token)) return;
      throw conflict('a token of this name is there already', { where: token.name });
    },
    async tokenByHash(hash) {
      const [row] = await reader.query(
        `SELECT ${columnList(tokens, 't')} FROM ${reader.name(tokens)} t WHERE t.hash = ?`,
        [hash],
      );
      return row === undefined ? undefined : decodedRow(tokens, row);
    },
    tokens: (page = {}) => readPage(reader, tokens, [], page),
    async revokeToken(name) {
      const rows = await reader.query(
        `DELETE FROM ${reader.name(tokens)} WHERE name = ? RETURNING name`,
        [name],
      );
      return rows.length > 0;
    },
    async appendAudit(entry) {
      await inserted(reader, audit, { ...entry, id: randomUUID() });
    },
    audit: (page = {}) => readPage(reader, audit, [], page),
  };
}

/** Whether the row was put in; false where something unique about it is taken. */
async function inserted(reader: SqlReader, table: Table, row: object): Promise<boolean> {
  const names = table.columns.map(({ name }) => quoted(name)).join(', ');
  const marks = table.columns.map(() => '?').join(', ');
  const key = table.keys[0]?.name as string;
  const rows = await reader.query(
    `INSERT INTO ${reader.name(table)} (${names}) VALUES (${marks})
     ON CONFLICT DO NOTHING RETURNING "${key}"`,
    encodedRow(table, row),
  );
  return rows.length > 0;
}
