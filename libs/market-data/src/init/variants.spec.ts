/**
 * Tests of files that differ from the usual exports: words, numbers, encodings, quotes and names.
 */

import { describe, expect, it } from 'vitest';
import { symbolOfName } from './guess/symbol-of-name.js';
import { init } from './init-dataset.fixture.js';

const head = 'Date,Open,High,Low,Close,Volume\n';

describe('variants', () => {
  const flat = (v: string | number, sep = ','): string => [v, v, v, v].join(sep);
  const close = (rows: readonly unknown[][]): unknown[] => rows.map((row) => row[5]);

  it.each([
    [
      'German words, UTF-8 with a mark',
      'SAP.csv',
      '\ufeffDatum;Erster;Hoch;Tief;Schlusskurs;Stücke\r\n' +
        `30.12.2024;${flat('1.234,5', ';')};10\r\n` +
        `31.12.2024;${flat('999,5', ';')};1.010\r\n`,
      [1234.5, 999.5],
    ],
    [
      'decimal commas of three digits',
      'X.csv',
      `datum;open;high;low;close\n30.12.2024;${flat('1,085', ';')}\n` +
        `31.12.2024;${flat('1,090', ';')}\n`,
      [1.085, 1.09],
    ],
    [
      'apostrophes',
      'X.csv',
      `Date;Open;High;Low;Close\n30.12.2024;${flat("1'234.50", ';')}\n`,
      [1234.5],
    ],
    [
      'everything quoted',
      'X.csv',
      `"Date","Open","High","Low","Close"\n"Dec 30, 2024",${flat('"1,234.50"')}\n"Dec 31, ` +
        `2024",${flat('"900.00"')}\n`,
      [1234.5, 900],
    ],
    [
      'French words and blanks',
      'X.csv',
      'date;ouverture;plus haut;plus bas;clôture;volume\n' +
        `30/12/2024;${flat('1\u202f234,50', ';')};100\n`,
      [1234.5],
    ],
    [
      'volumes that are not known',
      'X.csv',
      `${head}2024-12-30,${flat(5)},-\n2024-12-31,${flat(6)},N/A\n`,
      [5, 6],
    ],
    [
      'seconds since 1970',
      'X.csv',
      `time,open,high,low,close,Volume\n1735551000,${flat(5)},1\n1735637400,${flat(6)},1\n`,
      [5, 6],
    ],
    [
      'months in words',
      'X.csv',
      `Date,Open,High,Low,Close\n30-Dec-24,${flat(5)}\n31-Dec-24,${flat(6)}\n`,
      [5, 6],
    ],
    [
      'a price above 1,000 late in the file',
      'X.csv',
      `${head}12/30/2024,${flat('$999.50')},5\n12/31/2024,${flat('"$1,000.50"')},6\n`,
      [999.5, 1000.5],
    ],
    ['a broken line', 'X.csv', `${head}2024-12-30,${flat(5)},1\n2024-12-31\n`, [5]],
  ])('%s', async (_name, file, text, closes) => {
    const { rows, manifest } = await init({ [file]: text });
    expect(close(rows), manifest).toEqual(closes);
  });

  it('reads Windows-1252, and UTF-16 of both byte orders', async () => {
    const text = `Datum;Eröffnung;Höchst;Tief;Schluss\n30.12.2024;${flat('5,5', ';')}\n`.replace(
      'Höchst',
      'Hoch',
    );
    for (const bytes of [
      Buffer.from(text, 'latin1'),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
      Buffer.from(text, 'utf16le'),
    ]) {
      expect(close((await init({ 'SAP.csv': bytes })).rows)).toEqual([5.5]);
    }
  });

  it.each([
    ['BTC-USD.csv', 'BTC-USD'],
    ['NASDAQ_AAPL, 1D.csv', 'AAPL'],
    ['sap.de.txt', 'SAP.DE'],
    ['T.csv', 'T'],
    ['MSFT (2).csv', 'MSFT'],
    ['BTCUSDT-1h-2024-01-05.csv', 'BTCUSDT'],
    ['Apple Stock Price History.csv', 'APPLE'],
  ])('%s is of %s', (file, symbol) => {
    expect(symbolOfName(file)).toBe(symbol);
  });

  it('a name without a symbol names what only needs a name, and no prices', async () => {
    expect(symbolOfName('HistoricalData_1734.csv')).toBe('HISTORICALDATA_1734');
    const text = `${head}2024-12-30,${flat(5)},1\n`;
    const rejected = init({ 'HistoricalData_1734.csv': text });
    await expect(rejected).rejects.toThrow(/the symbol of the prices is not known.*--symbol AAPL/);
    const { rows } = await init({ 'HistoricalData_1734.csv': text }, { symbol: 'AAPL' });
    expect(rows).toHaveLength(1);
  });
});
