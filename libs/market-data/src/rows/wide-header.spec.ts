/** Files with the closes of several symbols side by side. */

import { expect, it } from 'vitest';
import { init } from '../init/init-dataset.fixture.js';
import { symbolsOfHeader } from './wide-header.js';

it.each([
  [['Date', 'AAPL', 'MSFT'], 2],
  [['', 'AAPL', 'BRK.B', '^GSPC', 'EURUSD=X'], 4],
  [['date', '600519.SS', 'BTC-USD'], 2],
  [['Date', 'Close', 'MSFT'], 0],
  [['Date', 'AAPL', 'Notes'], 0],
  [['Date', 'AAPL', 'AAPL'], 0],
  [['AAPL', 'Date'], 0],
  [['Date', '2024', '2025'], 0],
  [['Date', 'OPEN', 'HIGH', 'LOW', 'CLOSE'], 0],
  [['Date'], 0],
])('%j names %i symbols', (header, count) => {
  expect(symbolsOfHeader(header)).toHaveLength(count);
});

it('each column is a series of closes, from where it has values', async () => {
  const text = 'Date,AAPL,MSFT\n2024-12-11,5,\n2024-12-12,6,8\n2024-12-13,7,9\n';
  const { manifest, report, rows } = await init({ 'closes.csv': text });
  expect(manifest).toMatch(/columns: \{ close: MSFT \}/);
  expect(report.errors).toEqual([]);
  const closes = rows.map(([symbol, date, , , , close]) => `${symbol} ${date} ${close}`);
  expect(closes.toSorted()).toEqual([
    'AAPL 2024-12-11 5',
    'AAPL 2024-12-12 6',
    'AAPL 2024-12-13 7',
    'MSFT 2024-12-12 8',
    'MSFT 2024-12-13 9',
  ]);
  expect(report.warnings).toMatchObject([
    { line: 2, what: expect.stringContaining('without a value') },
  ]);
});

it('a column without any value is refused', async () => {
  const text = 'Date,AAPL,MSFT\n2024-12-12,6,\n2024-12-13,7,\n';
  await expect(init({ 'closes.csv': text })).rejects.toThrow(/no row has a value.*MSFT/);
});
