/**
 * Files that people changed before they brought them: the refusal says what it is, and what to do.
 */

import { expect, it } from 'vitest';
import { init } from './init-dataset.fixture.js';

const head = 'Date,Open,High,Low,Close,Volume\n';
const rowsOf = (times: readonly string[]): string =>
  times.map((time) => `${time},5,6,4,5,10\n`).join('');
const days = ['2024-01-02', '2024-01-03', '2024-01-04'];
const spaced = `${head}${rowsOf(days)}`.replaceAll(',', ' ');

it.each([
  [
    'a title above the header',
    `Apple Inc. daily prices\n\n${head}${rowsOf(days)}`,
    /it stands further down \("Date,Open,High,Low,Close,Volume"\): remove the lines above it/,
  ],
  [
    'a title with empty cells',
    `Apple,,,,,\n${head}${rowsOf(days)}`,
    /stands further down.*remove the lines above it/,
  ],
  ['spaces between columns', spaced, /tr -s ' ' ',' < A\.csv > comma\.csv/],
  ['days of Excel', `${head}${rowsOf(['45293', '45294'])}`, /days as Excel counts them are none/],
  [
    'counts that a spreadsheet rounded',
    `${head}${rowsOf(['1.62E+12', '1.62E+12'])}`,
    /a spreadsheet has rounded this one: take the file as it was downloaded/,
  ],
  [
    'lines that end in CR',
    `${head}${rowsOf(days)}`.replaceAll('\n', '\r'),
    /tr '\\r' '\\n' < FILE/,
  ],
  ['no rows', head, /the file has no rows; expected a row a bar below the header/],
  [
    'numbers with commas and without quotes',
    `${head}2024-01-02,5,6,4,5,1,000\n`,
    /A\.csv line 2: no row can be read: the number of fields.*expected 6; found 7/,
  ],
])('%s', async (_, text, says) => {
  await expect(init({ 'A.csv': text })).rejects.toThrow(says);
});

it('a header that names other things keeps the list of columns', async () => {
  const other = init({ 'A.csv': 'Name,Price\nApple,5\n' });
  await expect(other).rejects.toThrow(/expected date, open, high, low and close; or time, bid/);
});
