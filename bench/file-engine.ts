/** Job J over a CSV file, as a whole process, its journal in the folder it runs in; prints the final equity. */

import { csvBarSource } from '#market-data/bars/csv-bar-source';
import { sizeYoungGeneration } from '#backtest/young-generation';
import { runJobIn } from './jobs.js';

sizeYoungGeneration();

const file = process.argv[2] as string;
const { runs } = await runJobIn(process.cwd(), {
  rows: Number(process.argv[4]),
  symbols: 1,
  agents: 1,
  sourceOf: (instrument) =>
    csvBarSource({
      file,
      symbol: 'S0',
      instrument,
      calendar: '24/7',
      frequency: 'intraday',
      stamp: 'end',
    }),
});
console.log(JSON.stringify({ finalEquity: runs[0]?.fold.marks.equity.toArray().at(-1) }));
