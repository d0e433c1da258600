/** Tests of lines that vendors write above and below a table. */

import { expect, it } from 'vitest';
import { init } from '../init/init-dataset.fixture.js';

const rows = '2024-12-30,5,5,5,5\n2024-12-31,6,6,6,6\n';
const header = 'Date,Open,High,Low,Close\n';
const closes = (read: { readonly rows: readonly unknown[][] }): unknown[] =>
  read.rows.map((row) => row[5]);

it.each([
  ['an address above the header', `https://www.CryptoDataDownload.com\n${header}${rows}`],
  ['a quoted remark below', `${header}${rows}"Downloaded from Barchart.com as of 12-31-2024"\n`],
  ['a remark below', `${header}${rows}Downloaded from Barchart.com as of 12-31-2024 05:12pm CST`],
])('%s is no row', async (_, text) => {
  const read = await init({ 'AAPL.csv': text });
  expect(read.report.errors).toEqual([]);
  expect(closes(read)).toEqual([5, 6]);
});

it('other lines stay defects, with their numbers', async () => {
  const text = `https://example.org\n${header}${rows}Source: example\nDownloaded\n`;
  const read = await init({ 'AAPL.csv': text });
  expect(closes(read)).toEqual([5, 6]);
  expect(read.report.errors.map(({ line }) => line)).toEqual([5, 6]);
});

it('an address alone is no header', async () => {
  await expect(init({ 'AAPL.csv': 'https://example.org\n' })).rejects.toThrow(/AAPL\.csv/);
});
