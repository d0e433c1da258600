/** Read models over any database that implements `SqlStore`. */

import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { excerpt, invalidInput, conflict } from '#values';
import { compareTables } from './compare-tables.js';
import type { OnGap } from '../projections/projection.js';
import type {
  ComparableTables,
  ProjectedTables,
  ReadModels,
  RunReading,
  Score,
  TapeReading,
  Control,
} from '../tables/read-models.js';
import type { JournalPage } from '../tables/shown.js';
import type { RowOf } from '../tables/table.js';
import { compareRebuilt, rebuildTables } from './rebuild.js';
import { projections, audit, tokens } from '../tables/tables.js';
import { type Page, limitOf } from '../tables/page.js';
import { readCheckpoints } from './checkpoints.js';
import { projectBatch } from './project-batch.js';
import { readDecisions } from './read-decisions.js';
import { readPage, readRow, rowsOf } from './read-page.js';
import { countRuns, readRun, readRuns } from './read-runs.js';
import { readTape, readTapes } from './read-tapes.js';
import type { WithTables, SqlStore } from './sql-store.js';
import { readItems } from './read-parts.js';

export interface ReadModelsOptions {
  /** What to do if numbers are missing on a topic; `stop` by default. */
  readonly onGap?: OnGap;
}

/** `store` holds the projections, `control` the tokens and the audit; `close` closes both. */
export function readModelsOver(
  store: SqlStore,
  control: { readonly source: DataSource; readonly read: WithTables },
  { onGap = 'stop', identity }: ReadModelsOptions & Pick<ProjectedTables, 'identity'>,
): ReadModels {
  return {
    ...projectedTables(store, onGap),
    identity,
    ...runReading(store.read),
    ...tapeReading(store.read),
    ...controlOver(control.read),
    async close() {
      await store.close();
      await control.source.destroy();
    },
  };
}

function projectedTables(store: SqlStore, onGap: OnGap): Omit<ProjectedTables, 'identity'> {
  const rows: ComparableTables = { rowsOf: (table) => rowsOf(store.read, table) };
  return {
    ...rows,
    project: (batch, report) => projectBatch(store.transaction, batch, { onGap, report }),
    checkpoints: () => store.read(readCheckpoints),
    rebuild: (source) => rebuildTables(store, source, onGap),
    differences: (source) => compareRebuilt(store, source, onGap),
    compare: (other) => compareTables(rows, other),
  };
}

function runReading(read: WithTables): RunReading {
  const { submissions, refusals, orders, denials, fills, positions, equity } = projections;
  return {
    submissions: (page = {}) => read((from) => readPage(from, submissions, {}, page)),
    submission: (submission) => read((from) => readRow(from, submissions, { submission })),
    runs: (filter = {}, page = {}) => read((from) => readRuns(from, filter, page)),
    run: (run) => read((from) => readRun(from, run)),
    runCounts: (filter = {}) => read((from) => countRuns(from, filter)),
    decisions: (run, page = {}) => read((from) => readDecisions(from, run, page)),
    calls: (run, page = {}) => read((from) => readCalls(from, run, page)),
    refusals: (run, page = {}) => read((from) => readPage(from, refusals, { run }, page)),
    orders: (run, page = {}) => read((from) => readPage(from, orders, { run }, page)),
    denials: (run, page = {}) => read((from) => readPage(from, denials, { run }, page)),
    fills: (run, page = {}) => read((from) => readPage(from, fills, { run }, page)),
    positions: (run, page = {}) => read((from) => readPage(from, positions, { run }, page)),
    equity: (run, page = {}) => read((from) => readPage(from, equity, { run }, page)),
    journal: (run, from = 1, limit) => read((tables) => readJournal(tables, run, from, limit)),
    score: (run) => read((from) => readScore(from, run)),
  };
}

function tapeReading(read: WithTables): TapeReading {
  const { documents, deadLetters } = projections;
  return {
    tapes: (page = {}) => read((from) => readTapes(from, page)),
    tape: (tape) => read((from) => readTape(from, tape)),
    documents: (tape, page = {}) => read((from) => readPage(from, documents, { tape }, page)),
    deadLetters: (page = {}) => read((from) => readPage(from, deadLetters, {}, page)),
  };
}

async function readScore(tables: EntityManager, run: string): Promise<Score | undefined> {
  const { scores, metrics } = projections;
  const score = await readRow(tables, scores, { run });
  if (score === undefined) return undefined;
  const rows = await tables.find(metrics.entity, { where: { run }, order: { name: 'ASC' } });
  return { ...score, metrics: rows.map(({ run: _, ...metric }) => metric) };
}

/**
 * A page of calls. An agent that was asked again, after a crash or by two workers at once, may
 * have made others: the journal determines which count, and none does before its decision is
 * in the journal.
 */
const readCalls = (tables: EntityManager, run: string, page: Page) =>
  readPage(tables, projections.toolCalls, { run }, page, (query) =>
    query.innerJoin(
      projections.calledDecisions.name,
      'd',
      'd.run = t.run AND d.asOf = t.asOf AND d.digest = t.digest',
    ),
  );

const { journal: table, runProgress } = projections;
const records = {
  table,
  itemsOf: ({ events }: RowOf<typeof table>) => events,
  numbersOf: () => 1,
};

/**
 * At most `limit` records of a run, starting at number `from`. `InvalidInput` if `from` is not a
 * record number.
 */
async function readJournal(
  tables: EntityManager,
  run: string,
  from: number,
  limit: number | undefined,
): Promise<JournalPage> {
  if (!Number.isSafeInteger(from) || from < 1) {
    throw invalidInput('not a record number', {
      where: 'from',
      expected: 'a whole number, 1 or more',
      found: excerpt(from),
    });
  }
  const wanted = limitOf({ limit });
  const progress = await readRow(tables, runProgress, { run });
  const known = progress?.records ?? 0;
  const journalHash = progress?.journalHash ?? null;
  // Between two statements, more may have arrived, or the tables may have been swapped for ones
  // further behind.
  const found = from > known ? [] : await readItems(tables, records, { run, from, wanted });
  const next = from + found.length;
  return {
    records: found.map(({ number, item }) => ({ record: number, event: item })),
    next: next <= known ? next : null,
    journalHash,
  };
}

/** The control side of read models, over a database with `tokens` and `audit`. */
function controlOver(read: WithTables): Control {
  return {
    async addToken(token) {
      const { name, hash } = token;
      const isAdded = await read(async (tables) => {
        await tables
          .createQueryBuilder()
          .insert()
          .into(tokens.entity)
          .values(token)
          .orIgnore()
          .execute();
        return tables.existsBy(tokens.entity, { name, hash });
      });
      if (!isAdded) throw conflict('a token with this name already exists', { where: name });
    },
    tokenByHash: (hash) => read((from) => readRow(from, tokens, { hash })),
    tokens: (page = {}) => read((from) => readPage(from, tokens, {}, page)),
    revokeToken: (name) =>
      read(async (tables) => (await tables.delete(tokens.entity, { name })).affected === 1),
    appendAudit: (entry) =>
      read(async (tables) => {
        await tables.insert(audit.entity, { ...entry, id: randomUUID() });
      }),
    audit: (page = {}) => read((from) => readPage(from, audit, {}, page)),
  };
}
