/**
 * Budgets of those who read: agents in numbers, rebuilding a run from its journal,
 * windows of a view.
 */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { foldJournal } from '#backtest/run-folder/own-journal';
import { engineSemantics } from '#contracts';
import { AsOfStore, Cursor, type MarketView } from '#market-view';
import { seededRandom } from '#values';
import { TradingFold } from '#workflows';
import type { Budget } from './budget.js';
import { jobSeed, jobTape, runJob, runJobIn, type JobShape } from './jobs.js';
import { perUnit, ratioOfPairs, type Ratio } from './ratio-of-pairs.js';
import { barTimes, seededColumns, seededHeader, type Walk } from './seeded-bars.js';
import { inTemporaryFolder } from './temporary-folder.js';

const rows = 1_000_000;
const agentRows = 10_000;
const fewAgents = 10;
const manyAgents = 1000;
const windowBars = 60;
const windows = 1000;

const agents: Budget = {
  name: `${manyAgents} agents on one tape: cost of an agent against that of ${fewAgents}`,
  target: 1.2,
  floor: null,
  unit: '×',
  measure: async () => {
    const columns = [seededColumns(jobSeed, agentRows)];
    const runOf = (count: number) => () =>
      runJob({ rows: agentRows, symbols: 1, agents: count, columns });
    const times = 20;
    const options = { quickTimes: times, warmUps: 1 };
    const ratio = await ratioOfPairs(runOf(manyAgents), runOf(fewAgents), options);
    return perUnit(ratio, manyAgents / fewAgents);
  },
};

const rebuild: Budget = {
  name: 'J: rebuild from the journal against the run',
  target: 0.5,
  floor: null,
  unit: '×',
  measure: () =>
    inTemporaryFolder(async (folder) => {
      const shape: JobShape = {
        rows,
        symbols: 1,
        agents: 1,
        columns: [seededColumns(jobSeed, rows)],
      };
      const { runs } = await runJobIn(folder, shape);
      const journal = join(folder, '0.journal');
      const [first] = runs;
      if (first === undefined) throw new Error('the job had no run');
      const run = { plan: first.plan, semantics: engineSemantics, tapeHash: null };
      const { fold } = foldJournal(journal, run, new TradingFold());
      if (fold.orders.fills !== first.fold.orders.fills)
        throw new Error('the journal tells of another run');
      return ratioOfPairs(
        () => foldJournal(journal, run, new TradingFold()),
        () => runJob(shape),
        // As many as the job itself gets in the raw-loop comparison.
        { warmUps: 6 },
      );
    }),
};

const sixColumns: WindowRead = {
  queried: 'time, open, high, low, close, volume',
  firstClose: (view) => view.bars('S0', windowBars).close[0] as number,
};
const closesAlone: WindowRead = {
  queried: 'close',
  firstClose: (view) => view.closes('S0', windowBars)[0] as number,
};

const asOfWindow = windowBudget(
  `as-of window of ${windowBars} bars, six copied columns, bar after bar, against an indexed ` +
    'SQL query of them',
  sixColumns,
  { target: 0.01, instants: successiveBars },
);

const asOfCloses = windowBudget(
  `as-of window of ${windowBars} closes, bar after bar, against an indexed SQL query of them`,
  closesAlone,
  { target: 0.01, instants: successiveBars },
);

/**
 * No run reads like this, whose cursor only moves on: the memory of six columns is
 * missed each time.
 */
const scatteredWindow = windowBudget(
  `the six columns at random instants, against an indexed SQL query of them`,
  sixColumns,
  { target: null, instants: randomBars },
);

export const readerBudgets: readonly Budget[] = [
  agents,
  rebuild,
  asOfWindow,
  asOfCloses,
  scatteredWindow,
];

interface WindowRead {
  /** Columns of the query. */
  readonly queried: string;
  /** Reads the window, identified by its first close. */
  readonly firstClose: (view: MarketView) => number;
}

/** As a run reads: a window at each bar, from somewhere in the middle of the tape. */
function successiveBars(): number[] {
  const first = windowBars + seededRandom('windows').below(rows - windowBars - windows);
  return Array.from({ length: windows }, (_, at) => first + at);
}

function randomBars(): number[] {
  const random = seededRandom('windows');
  return Array.from({ length: windows }, () => windowBars + random.below(rows - windowBars));
}

/** Reads the windows before the same instants both ways. */
function windowBudget(
  name: string,
  { queried, firstClose }: WindowRead,
  { target, instants }: { readonly target: number | null; readonly instants: () => number[] },
): Budget {
  const measure = async (): Promise<Ratio> => {
    const columns = seededColumns(jobSeed, rows);
    const bars = instants();
    const cursor = await wholeCursor(columns);
    const query = queryReader(columns, queried);
    const view = (bar: number): number => {
      cursor.visible[0] = bar;
      return firstClose(cursor.view);
    };
    const all = (read: (bar: number) => number) => () =>
      bars.reduce((sum, bar) => sum + read(bar), 0);
    if (all(view)() !== all(query)()) throw new Error('view and query read other windows');
    const { median, min, max } = await ratioOfPairs(all(query), all(view), { quickTimes: 20 });
    return { median: 1 / median, min: 1 / max, max: 1 / min };
  };
  return { name, target, floor: null, unit: '×', measure };
}

/** A cursor over a store of all bars, to be moved to any of them by hand. */
async function wholeCursor(columns: Walk): Promise<Cursor> {
  const store = new AsOfStore({ ...seededHeader(1), history: null });
  const tape = jobTape({ rows, symbols: 1, agents: 0, columns: [columns] });
  for (;;) {
    const facts = await tape.next();
    if (facts === null) return new Cursor(store);
    store.append(facts);
  }
}

/** The same window from SQLite in memory: prepared statement, index on symbol and time. */
function queryReader({ open, high, low, close }: Walk, queried: string): (bar: number) => number {
  const time = barTimes(rows);
  const database = new DatabaseSync(':memory:');
  database.exec(
    `CREATE TABLE bar (symbol TEXT, time INTEGER, open REAL, high REAL, low REAL, close REAL, volume REAL);
     CREATE UNIQUE INDEX bar_of_symbol ON bar (symbol, time); BEGIN`,
  );
  const insert = database.prepare('INSERT INTO bar VALUES (?, ?, ?, ?, ?, ?, NULL)');
  for (let row = 0; row < rows; row++) {
    const prices = [open[row], high[row], low[row], close[row]] as number[];
    insert.run('S0', BigInt(time[row] as number), ...prices);
  }
  database.exec('COMMIT');
  const select = database.prepare(
    `SELECT ${queried} FROM bar
     WHERE symbol = ? AND time <= ? ORDER BY time DESC LIMIT ${windowBars}`,
  );
  return (bar) => {
    const found = select.all('S0', BigInt(time[bar - 1] as number));
    return found.at(-1)?.['close'] as number;
  };
}
