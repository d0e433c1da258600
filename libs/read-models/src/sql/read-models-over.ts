/** Read models over any database that offers what `SqlStore` says. */

import { compareTables } from '../compare-tables.js';
import type { OnGap } from '../projections/gap.js';
import type {
  ProjectedTables,
  ReadModels,
  RunReading,
  Score,
  TaskScore,
  TapeReading,
} from '../read-models.js';
import { compareRebuilt, rebuildTables } from '../rebuild.js';
import { projections } from '../tables.js';
import { readCalls } from './read-calls.js';
import { readCheckpoints } from './checkpoints.js';
import { controlOver } from './control.js';
import { projectBatch } from './project-batch.js';
import { readDecisions } from './read-decisions.js';
import { readJournal } from './read-journal.js';
import { readPage, readRow } from './read-page.js';
import { countRuns, readRun, readRuns } from './read-runs.js';
import { readTape, readTapes } from './read-tapes.js';
import type { SqlReader, SqlStore } from './sql-store.js';

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
