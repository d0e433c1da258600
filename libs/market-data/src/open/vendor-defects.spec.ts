/** Tests of tables of many files, and of input that a declared dialect cannot read. */

import { describe, expect, it } from 'vitest';
import { openDataset } from './open-dataset.js';
import { daily, folder, manifestOf, read } from './vendor-exports.fixture.js';

describe('one file a symbol', () => {
  const header = 'date,open,high,low,close\n';
  const row = '2024-12-13,1,1,1,1\n';

  it('takes the symbol from the name, and leaves other files alone', async () => {
    const path = folder({
      'dataset.yaml': manifestOf(`bars: { file: "prices/*_1d.csv", ${daily} }`),
      'prices/BRK.B_1d.csv': header + row,
      'prices/A_1d.csv': header + row,
      'prices/A_1h.csv': 'not read',
    });
    const { report, rows } = await read(path);
    expect(report.files.map(({ file }) => file)).toEqual([
      'prices/A_1d.csv',
      'prices/BRK.B_1d.csv',
    ]);
    expect(rows.map(([symbol]) => symbol)).toEqual(['A', 'BRK.B']);
  });

  it('reads a column of symbols when the table names one', async () => {
    const table = `bars: { file: "*.csv", ${daily}, columns: { symbol: Ticker } }`;
    const path = folder({
      'dataset.yaml': manifestOf(table),
      'one.csv': `Ticker,${header}X,${row}`,
      'two.csv': `Ticker,${header}Y,${row}`,
    });
    expect((await read(path)).rows.map(([symbol]) => symbol)).toEqual(['X', 'Y']);
  });

  it('refuses a name that no file has', async () => {
    const table = `bars: { file: "prices/*.csv", ${daily} }`;
    const path = folder({ 'dataset.yaml': manifestOf(table), 'prices/a.txt': '' });
    await expect(openDataset(path)).rejects.toThrow(/prices\/\*\.csv: no file matches this name/);
  });
});

describe('what cannot be read', () => {
  const errorsOf = async (keys: string, text: string | Uint8Array): Promise<unknown> => {
    const table = `bars: { file: p.csv, symbol: A, ${daily}${keys === '' ? '' : `, ${keys}`} }`;
    return (await read(folder({ 'dataset.yaml': manifestOf(table), 'p.csv': text }))).report.errors;
  };
  const rowOf = (date: string, close = '1'): string =>
    `date,open,high,low,close\n${date},1,1,1,${close}\n`;

  it.each([
    ['a format of dates', '', rowOf('12/13/2024'), 'YYYY-MM-DD (dates: MM/DD/YYYY would fit)'],
    [
      'one of two',
      '',
      rowOf('01/02/2024'),
      'YYYY-MM-DD (dates: MM/DD/YYYY or dates: DD/MM/YYYY would fit)',
    ],
    [
      'another than declared',
      'dates: MM/DD/YYYY',
      rowOf('13.12.2024'),
      'MM/DD/YYYY (dates: DD.MM.YYYY would fit)',
    ],
    ['a count', '', rowOf('1734066000000'), 'YYYY-MM-DD (epoch: ms would fit)'],
    [
      'a date for a count',
      'epoch: s',
      rowOf('2024-12-13'),
      's since 1970 (dates: YYYY-MM-DD would fit)',
    ],
    ['no date', '', rowOf('Friday'), 'YYYY-MM-DD'],
  ])('names the format that would fit: %s', async (_name, keys, text, expected) => {
    expect(await errorsOf(keys, text)).toMatchObject([
      { what: 'the value is not a date', expected },
    ]);
  });

  it.each([
    ['invalid groups', 'thousands: " "', '1 00'],
    ['a comma', 'decimal: "."', '"1,5"'],
    ['a dot among decimal commas', 'decimal: ","', '1.5'],
    ['an unknown suffix', 'units: true', '1X'],
    ['a suffix that is not declared', 'decimal: "."', '1K'],
  ])('is a number with %s', async (_name, keys, close) => {
    expect(await errorsOf(keys, rowOf('2024-12-13', close))).toMatchObject([
      { field: 'close', what: 'the value is not a number' },
    ]);
  });

  it('is refused with the first three places of equal defects', async () => {
    const table = `symbols: [A]\nbars: { file: p.csv, symbol: A, ${daily} }`;
    const text =
      `${rowOf('12/13/2024')}12/16/2024,1,1,1,1\n` + '12/17/2024,1,1,1,1\n12/18/2024,1,1,1,1\n';
    const dataset = await openDataset(folder({ 'dataset.yaml': manifestOf(table), 'p.csv': text }));
    const refused = dataset.openSources({ symbols: ['A'], until: 20_000, badRows: 'refuse' });
    await expect(refused).rejects.toThrow(
      /^p.csv line 2: the data set has 4 errors: date: .* would fit\); found .*; the same in lines 3, 4$/,
    );
    await dataset.close();
  });

  it('is an order that does not hold', async () => {
    const text = `${rowOf('2024-12-13')}2024-12-16,1,1,1,1\n`;
    expect(await errorsOf('order: [-date]', text)).toMatchObject([
      { line: 3, what: 'the row is out of order', expected: 'order by -date' },
    ]);
  });

  it('is not a placeholder for a missing value', async () => {
    const text = 'date,open,high,low,close,volume\n2024-12-13,1,1,1,1,N/A\n';
    expect(await errorsOf('unknown: [N/A, "-"]', text)).toEqual([]);
  });
});
