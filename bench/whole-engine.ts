/** Job J as a whole process, its journal in the folder it runs in; prints the final equity and the most memory. */

import { sizeYoungGeneration } from '#backtest/young-generation';
import { runJobIn } from './jobs.js';
import { peakMegabytes } from './peak-memory.js';

sizeYoungGeneration();

const { runs } = await runJobIn(process.cwd(), {
  rows: Number(process.argv[2]),
  symbols: 1,
  agents: 1,
});
const equity = runs[0]?.fold.marks.equity.toArray().at(-1);
console.log(JSON.stringify({ finalEquity: equity, peakMegabytes: peakMegabytes() }));
