/**
 * Whole data sets that are made from files without a header: which column is which.
 * `npx vitest run libs/market-data/src/init/without-header.spec.ts --update` writes the file again.
 */

import { expect, it } from 'vitest';
import { isFailure } from '#values';
import { init } from './init-dataset.fixture.js';

const days = ['2024-12-12', '2024-12-13', '2024-12-16'];
const clocks = ['09:30', '09:31', '09:32'];
const daily = (row: (date: string, at: number) => string): string =>
  days.map((date, at) => `${row(date, at)}\n`).join('');
const timed = (row: (clock: string, at: number) => string): string =>
  clocks.map((clock, at) => `${row(clock, at)}\n`).join('');

const files: Readonly<Record<string, readonly [string, string]>> = {
  'bars of days': ['AAPL.csv', daily((date, at) => `${date},10,11,9,1${at}.5,100`)],
  'without volumes': ['AAPL.csv', daily((date, at) => `${date},10,11,9,1${at}.5`)],
  'with more': ['AAPL.csv', daily((date, at) => `${date},10,11,9,1${at}.5,100,7,x`)],
  'behind a symbol': ['all.csv', daily((date, at) => `MSFT,${date},10,11,9,1${at}.5,100`)],
  'behind a symbol and a number': ['all.csv', daily((date) => `1,MSFT,${date},10,11,9,10,100`)],
  'behind a number': ['AAPL.csv', daily((date, at) => `${at},${date},10,11,9,10.5,100`)],
  'bars of minutes': ['AAPL.csv', timed((clock) => `2024-12-12 ${clock},10,11,9,10.5,100`)],
  'with clocks': ['AAPL.csv', timed((clock) => `2024-12-12,${clock},10,11,9,10.5,100`)],
  'with clocks to seconds': [
    'AAPL.csv',
    timed((clock) => `2024-12-12,${clock}:00,10,11,9,10.5,100`),
  ],
  'with clocks, behind a symbol': [
    'all.csv',
    timed((clock) => `MSFT,2024-12-12,${clock},10,11,9,10.5,100`),
  ],
  'bid and ask': ['EURUSD.csv', timed((clock) => `20241212 ${clock.replace(':', '')}00,1.1,1.2`)],
  'bid and ask, and a volume': [
    'EURUSD.csv',
    timed((clock) => `20241212 ${clock.replace(':', '')}00,1.1,1.2,0`),
  ],
  'signs and thousands': ['AAPL.csv', daily((date) => `${date};+1.000,5;1.100,5;-1,5;1.000,5;10`)],
  'a price alone': ['AAPL.csv', daily((date) => `${date},10`)],
  'dates alone': ['AAPL.csv', daily((date) => date)],
  'words behind dates': ['AAPL.csv', daily((date) => `${date},up,10,11,9,10.5`)],
};

it('name their columns by places', async () => {
  const lines: string[] = [];
  for (const [name, [file, text]] of Object.entries(files)) {
    try {
      const { manifest, rows } = await init({ [file]: text });
      lines.push(`=== ${name}`, text, manifest, JSON.stringify(rows));
    } catch (error) {
      if (!isFailure(error)) throw error;
      const message = error.message.replaceAll(/\/\S*\//g, '');
      lines.push(`=== ${name}`, text, `! ${error.code} ${message}`);
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-without-header.txt');
});
