/** The raw loop over a CSV file, as a whole process: split the lines, take the closes, print the final equity. */

import { readFileSync } from 'node:fs';
import { rawLoop } from './raw-loop.js';

const [, ...lines] = readFileSync(process.argv[2] as string, 'utf8')
  .trimEnd()
  .split('\n');
const close = Float64Array.from(lines, (line) => Number(line.split(',')[4]));
console.log(JSON.stringify({ finalEquity: rawLoop(close, Number(process.argv[3])).finalEquity }));
