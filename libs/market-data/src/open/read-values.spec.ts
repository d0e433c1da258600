/**
 * Values that are not read as they are written: closes alone, fixed-point prices and lots,
 * in every format.
 */

import { DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { init } from '../init/init-dataset.fixture.js';
import { daily, folder, manifestOf, read, type Read } from './vendor-exports.fixture.js';

type Row = readonly [date: string, price: number, volume: number];

const rows: readonly Row[] = [
  ['2024-12-12', 24_796_000_000_0, 300],
  ['2024-12-13', 24_813_000_000_0, 200],
];

const csv = (written: readonly Row[], names: readonly string[]): string =>
  `${[names.join(), ...written.map((row) => row.join())].join('\n')}\n`;

const jsonl = (written: readonly Row[], names: readonly string[]): string =>
  written
    .map((row) => JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at]]))))
    .join('\n');

async function parquet(path: string, written: readonly Row[], names: readonly string[]) {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const values = written.map(([date, ...numbers]) => `('${date}', ${numbers.join()})`).join();
  const columns = names.map((name) => `"${name}"`).join();
  await connection.run(
    `COPY (SELECT * FROM (VALUES ${values}) t(${columns})) TO '${path}' (FORMAT parquet)`,
  );
  connection.closeSync();
  instance.closeSync();
}

/** A data set of one file in a format, with these keys of its bars. */
async function readAs(format: string, keys: string): Promise<Read> {
  const names = ['date', 'close', 'volume'];
  const file = `p.${format}`;
  const text = format === 'csv' ? csv(rows, names) : jsonl(rows, names);
  const path = folder({
    'dataset.yaml': manifestOf(`bars: { file: ${file}, symbol: A, ${daily}, ${keys} }`),
    ...(format === 'parquet' ? {} : { [file]: `${text.trim()}\n` }),
  });
  if (format === 'parquet') await parquet(join(path, file), rows, names);
  return read(path);
}

describe.each(['csv', 'jsonl', 'parquet'])('in %s', (format) => {
  it('closes alone are bars whose prices are the close', async () => {
    const { report, rows: bars } = await readAs(format, 'closeOnly: true');
    expect(report.errors).toEqual([]);
    expect(bars).toEqual(
      rows.map(([date, price, volume]) => ['A', date, price, price, price, price, volume]),
    );
    expect(report.files[0]?.values).toEqual({ closeOnly: true });
  });

  it('prices count their scale, and volumes lots', async () => {
    const keys = 'closeOnly: true, scale: 1e-9, lotSize: 100';
    const { report, rows: bars } = await readAs(format, keys);
    expect(bars).toEqual([
      ['A', '2024-12-12', 247.96, 247.96, 247.96, 247.96, 30_000],
      ['A', '2024-12-13', 248.13, 248.13, 248.13, 248.13, 20_000],
    ]);
    expect(report.files[0]?.values).toEqual({ closeOnly: true, scale: 1e-9, lotSize: 100 });
  });

  it('closes alone may have another column', async () => {
    const { report, rows: bars } = await readAs(
      format,
      'closeOnly: true, columns: { close: volume, volume: close }',
    );
    expect(report.errors).toEqual([]);
    expect(bars[0]).toEqual(['A', '2024-12-12', 300, 300, 300, 300, rows[0]![1]]);
  });
});

describe('closes of days', () => {
  it.each([
    ['Date,Price', '2024-12-12,5', '2024-12-13,6'],
    ['Date,Price,Volume', '2024-12-12,5,9', '2024-12-13,6,9'],
    ['Date,Price,Volume', '2024-12-12,5,123456789', '2024-12-13,6,9'],
    ['date,price,size', '12/12/2024,5,9', '12/13/2024,6,9'],
    ['date,last,volume', '20241212,5,9', '20241213,6,9'],
  ])('%s is a series, as a date is no time of a trade', async (...lines) => {
    const { manifest, report, rows: bars } = await init({ 'A.csv': `${lines.join('\n')}\n` });
    expect(manifest).toContain('closeOnly: true');
    expect(report.errors).toEqual([]);
    expect(bars.map((bar) => bar.slice(1, 6))).toEqual([
      ['2024-12-12', 5, 5, 5, 5],
      ['2024-12-13', 6, 6, 6, 6],
    ]);
  });

  it.each([
    ['timestamp,price,size', '2024-12-12 14:30:00,5,9', '2024-12-12 14:30:01,6,9'],
    ['time,price,volume', '1734013800000,5,9', '1734013801000,6,9'],
    ['date,price,size', '20241212 143000123,5,9', '20241212 143001123,6,9'],
  ])('%s with times of day are trades', async (...lines) => {
    const { manifest } = await init({ 'A.csv': `${lines.join('\n')}\n` }, { timestampZone: 'UTC' });
    expect(manifest).toContain('trades:');
  });
});
