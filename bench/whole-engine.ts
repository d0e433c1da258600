/** Job J as a whole process, its bars made on the way; prints the final equity and the memory at its peak. */

import { limitYoungGeneration } from '#backtest/young-generation';
import { runJob } from './jobs.js';
import { peakMegabytes } from './peak-memory.js';

limitYoungGeneration();

const { runs } = await runJob({ rows: Number(process.argv[2]), symbols: 1, agents: 1 });
const equity = runs[0]?.fold.equity.toArray().at(-1);
console.log(JSON.stringify({ finalEquity: equity, peakMegabytes: peakMegabytes() }));
