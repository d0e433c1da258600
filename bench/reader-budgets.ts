/** Budgets of those who read: agents in numbers, rebuilding a run from its journal, windows of a view. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { foldJournal } from '#backtest/fold-journal';
import { AsOfStore, Cursor } from '#market-view';
import { seededRandom } from '#values';
import type { Budget } from './budget.js';
import { jobSeed, jobTape, runJob, runJobIn, type JobShape } from './jobs.js';
import { perUnit, ratioOfPairs } from './ratio-of-pairs.js';
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
      const { fold } = foldJournal(journal);
      if (fold.fills !== runs[0]?.fold.fills) throw new Error('the journal tells of another run');
      return ratioOfPairs(
        () => foldJournal(journal),
        () => runJob(shape),
      );
    }),
};

const asOfWindow: Budget = {
  name: `as-of window of ${windowBars} bars against an indexed SQL query on the same rows`,
  target: 0.01,
  floor: null,
  unit: '×',
  measure: async () => {
    const columns = seededColumns(jobSeed, rows);
    const random = seededRandom('windows');
    const bars = Array.from(
      { length: windows },
      () => windowBars + random.below(rows - windowBars),
    );
    const view = await windowReader(columns);
    const query = queryReader(columns);
    const all = (read: (bar: number) => number) => () =>
      bars.reduce((sum, bar) => sum + read(bar), 0);
    if (all(view)() !== all(query)()) throw new Error('view and query read other windows');
    const ratio = await ratioOfPairs(all(query), all(view), { quickTimes: 20 });
    return { median: 1 / ratio.median, min: 1 / ratio.max, max: 1 / ratio.min };
  },
};

export const readerBudgets: readonly Budget[] = [agents, rebuild, asOfWindow];

/** Reads at a cursor that stands behind a bar, as an agent there does; gives the window's first close. */
async function windowReader(columns: Walk): Promise<(bar: number) => number> {
  const store = new AsOfStore({ ...seededHeader(1), history: null });
  const tape = jobTape({ rows, symbols: 1, agents: 0, columns: [columns] });
  for (;;) {
    const facts = await tape.next();
    if (facts === null) break;
    store.append(facts);
  }
  const cursor = new Cursor(store);
  return (bar) => {
    cursor.visible[0] = bar;
    return cursor.view.bars('S0', windowBars).close[0] as number;
  };
}

/** The same window from SQLite in memory: prepared statement, index on symbol and time. */
function queryReader({ open, high, low, close }: Walk): (bar: number) => number {
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
    `SELECT time, open, high, low, close, volume FROM bar
     WHERE symbol = ? AND time <= ? ORDER BY time DESC LIMIT ${windowBars}`,
  );
  return (bar) => {
    const found = select.all('S0', BigInt(time[bar - 1] as number));
    return found.at(-1)?.['close'] as number;
  };
}
