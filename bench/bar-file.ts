/** The bars of a walk as a CSV file. */

import { closeSync, openSync, writeSync } from 'node:fs';
import { formatInstant } from '#values';
import { barTimes, type Walk } from './seeded-bars.js';

const blockRows = 10_000;

/**
 * Writes timestamp (the bar's end), open, high, low and close. Eight decimals, as of crypto-currencies: with few of
 * them the two means of the job are often equal, which the running sums of the raw loop do not see.
 */
export function writeBarFile(path: string, { open, high, low, close }: Walk): void {
  const time = barTimes(close.length);
  const file = openSync(path, 'wx');
  try {
    writeSync(file, 'timestamp,open,high,low,close\n');
    for (let from = 0; from < close.length; from += blockRows) {
      const lines: string[] = [];
      for (let row = from; row < Math.min(close.length, from + blockRows); row++) {
        const prices = [open, high, low, close].map((column) => (column[row] as number).toFixed(8));
        lines.push(`${formatInstant(time[row] as number)},${prices.join(',')}\n`);
      }
      writeSync(file, lines.join(''));
    }
  } finally {
    closeSync(file);
  }
}
