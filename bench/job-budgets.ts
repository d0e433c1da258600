/** Budgets of jobs J and J8: time beside the raw loops, whole processes, growth with the bars, the journal. */

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { capital, jobSeed, jobTape, runJob, runJobIn, type JobOutcome } from './jobs.js';
import { writeBarFile } from './bar-file.js';
import type { Budget } from './budget.js';
import { inChild, startOptions } from './child-process.js';
import { rawLoop } from './raw-loop.js';
import { rawMerge } from './raw-merge.js';
import { quietRounds } from './quiet-rounds.js';
import { perUnit, ratioOf, ratioOfPairs, type Ratio } from './ratio-of-pairs.js';
import { barTimes, seededColumns } from './seeded-bars.js';
import { inTemporaryFolder } from './temporary-folder.js';

const rows = 1_000_000;
/** Bars of which eight times as many are run as well. */
const growingRows = 500_000;
const symbols = 8;
/** Odd, for a median; of processes of less than a second as many as a steady one takes. */
export const pairsOfProcesses = 9;
const columns = seededColumns(jobSeed, rows);

const engineTime: Budget = {
  name: 'J: full journal against the raw loop, the same columns in memory',
  target: 30,
  floor: 60,
  unit: '×',
  measure: async () => {
    const raw = rawLoop(columns.close, capital);
    requireSameCents('J', finalEquityOf(await runColumns(rows)), raw.finalEquity);
    const shape = { rows, symbols: 1, agents: 1, columns: [columns] };
    // Each side once a pair, over columns that the other side has just pushed out of the cache.
    return inTemporaryFolder((folder) =>
      ratioOfPairs(
        () => runJobIn(mkdtempSync(join(folder, 'run-')), shape),
        () => rawLoop(columns.close, capital),
        // Compiled for good only after some millions of bars.
        { warmUps: 6 },
      ),
    );
  },
};

const wholeProcess: Budget = {
  name: 'J: whole process, which makes its bars, against a whole process of the raw loop',
  target: 2,
  floor: 4,
  unit: '×',
  measure: () => ratioOfProcesses(['whole-engine', rows], ['whole-raw', rows, jobSeed, capital]),
};

const bareProcess: Budget = {
  name: 'J: the same whole process as a bare `node` starts it, without the options of `npm start`',
  target: null,
  floor: null,
  unit: '×',
  measure: () =>
    ratioOfProcesses(['whole-engine', rows], ['whole-raw', rows, jobSeed, capital], []),
};

const wholeProcessOfFile: Budget = {
  name: 'J: whole process, which reads its bars from a CSV file, against a whole process of the raw loop',
  target: 2,
  floor: 4,
  unit: '×',
  measure: () =>
    inTemporaryFolder((folder) => {
      const file = join(folder, 'bars.csv');
      writeBarFile(file, columns);
      const given = [file, capital, rows];
      return ratioOfProcesses(['file-engine', ...given], ['file-raw', ...given]);
    }),
};

const mergedTime: Budget = {
  name: 'J8: 8 symbols × 250,000 bars merged, against sorted arrays merged in a raw loop',
  target: null,
  floor: null,
  unit: '×',
  measure: async () => {
    const count = rows / 4;
    const walks = Array.from({ length: symbols }, (_, n) => seededColumns(jobSeed + n, count));
    const time = barTimes(count);
    const series = walks.map(({ close }) => ({ time, close }));
    const engine = () => runJob({ rows: count, symbols, agents: 1, columns: walks });
    const raw = rawMerge(series, capital);
    requireSameCents('J8', finalEquityOf(await engine()), raw.finalEquity);
    return ratioOfPairs(engine, () => rawMerge(series, capital), { quickTimes: 2, warmUps: 1 });
  },
};

const growth: Budget = {
  name: `time of ${8 * growingRows} bars against that of ${growingRows}, streamed`,
  target: 8.2,
  floor: null,
  unit: '×',
  measure: () =>
    ratioOfPairs(
      () => runJob({ rows: 8 * growingRows, symbols: 1, agents: 1 }),
      () => runJob({ rows: growingRows, symbols: 1, agents: 1 }),
      { quickTimes: 2, warmUps: 1 },
    ),
};

const memory: Budget = {
  name: `peak memory of ${8 * rows} bars over that of ${rows}, streamed`,
  target: 32,
  floor: null,
  unit: ' MB',
  measure: () => {
    const peakOf = (bars: number) =>
      Number(inChild('whole-engine', [bars], startOptions()).result['peakMegabytes']);
    return Promise.resolve(peakOf(8 * rows) - peakOf(rows));
  },
};

const journalSize: Budget = {
  name: 'J: journal, bytes a bar',
  target: 15,
  floor: null,
  unit: '',
  measure: async () => (await runColumns(rows)).bytes / rows,
};

/** One symbol's bars against as many of 512 symbols, and the merge of both tapes alone. */
const manySymbols = 512;
const perSymbol = Math.floor(rows / manySymbols);

const symbolsTime: Budget = {
  name: `${manySymbols} symbols in one portfolio: cost of a bar against that of one symbol`,
  target: 2.5,
  floor: null,
  unit: '×',
  measure: async () => {
    const walks = manyWalks();
    const many = () => runJob({ rows: perSymbol, symbols: manySymbols, agents: 1, columns: walks });
    const one = () => runColumns(manySymbols * perSymbol);
    return ratioOfPairs(many, one, { warmUps: 1 });
  },
};

const symbolsMerge: Budget = {
  name: `the tape of ${manySymbols} symbols alone: cost of a bar against that of one symbol`,
  target: null,
  floor: null,
  unit: '×',
  measure: async () => {
    const many = { rows: perSymbol, symbols: manySymbols, agents: 0, columns: manyWalks() };
    const one = { rows, symbols: 1, agents: 0, columns: [columns] };
    const ratio = await ratioOfPairs(
      () => release(many),
      () => release(one),
    );
    return perUnit(ratio, (manySymbols * perSymbol) / rows);
  },
};

export const jobBudgets: readonly Budget[] = [
  engineTime,
  wholeProcess,
  bareProcess,
  wholeProcessOfFile,
  mergedTime,
  growth,
  memory,
  journalSize,
  symbolsTime,
  symbolsMerge,
];

function manyWalks() {
  return Array.from({ length: manySymbols }, (_, n) => seededColumns(jobSeed + n, perSymbol));
}

function runColumns(count: number): Promise<JobOutcome> {
  const part = count === rows ? columns : seededColumns(jobSeed, count);
  return runJob({ rows: count, symbols: 1, agents: 1, columns: [part] });
}

async function release(shape: Parameters<typeof jobTape>[0]): Promise<void> {
  const tape = jobTape(shape);
  while ((await tape.next()) !== null);
}

function finalEquityOf({ runs }: JobOutcome): number | undefined {
  return runs[0]?.fold.marks.equity.toArray().at(-1);
}

type Program = readonly [file: string, ...given: (number | string)[]];

async function ratioOfProcesses(
  [engineFile, ...engineGiven]: Program,
  [rawFile, ...rawGiven]: Program,
  options = startOptions(),
): Promise<Ratio> {
  const pair = (): number => {
    const raw = inChild(rawFile, rawGiven);
    const engine = inChild(engineFile, engineGiven, options);
    requireSameCents(engineFile, engine.result['finalEquity'], raw.result['finalEquity']);
    return engine.milliseconds / raw.milliseconds;
  };
  // The first pair brings the files into memory.
  pair();
  return ratioOf((await quietRounds(pairsOfProcesses, pair)).rounds);
}

/** The engine and the raw loop have one answer, or their times mean nothing. */
function requireSameCents(job: string, engine: unknown, raw: unknown): void {
  if (typeof engine === 'number' && typeof raw === 'number' && Math.abs(engine - raw) < 0.005)
    return;
  throw new Error(
    `${job}: the engine ends with ${String(engine)}, the raw loop with ${String(raw)}`,
  );
}
