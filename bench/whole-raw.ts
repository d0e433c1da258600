/** The raw loop as a whole process: it makes its bars, runs over them and prints the final equity. */

import { rawLoop } from './raw-loop.js';
import { seededColumns } from './seeded-bars.js';

const rows = Number(process.argv[2]);
const { close } = seededColumns(Number(process.argv[3]), rows);
console.log(JSON.stringify({ finalEquity: rawLoop(close, Number(process.argv[4])).finalEquity }));
