/** Tests of data sets made from downloaded files: the guesses, and that every value is right. */

import { DuckDBInstance } from '@duckdb/node-api';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { folder, read } from '../open/vendor-exports.fixture.js';
import { init } from './init-dataset.fixture.js';
import { initDataset } from './init-dataset.js';

const day = [
  ['2024-12-12', 246.89, 248.74, 245.68, 247.96, 32_777_532],
  ['2024-12-13', 247.82, 249.29, 246.24, 248.13, 33_155_290],
  ['2024-12-16', 247.99, 251.38, 247.65, 251.04, 51_694_753],
] as const;
const bars = (symbol: string, list: readonly (readonly unknown[])[] = day): unknown[][] =>
  list.map((one) => [symbol, ...one]);

/** Rows of `day` with dates formatted by `date` and numbers unchanged. */
const lines = (
  date: (iso: string) => string,
  row: (o: number, h: number, l: number, c: number, v: number) => string,
): string => day.map(([iso, o, h, l, c, v]) => `${date(iso)}${row(o, h, l, c, v)}`).join('\n');
const iso = (text: string): string => text;
const slashes = (text: string): string => text.replace(/(....)-(..)-(..)/, '$2/$3/$1');
const dots = (text: string): string => text.replace(/(....)-(..)-(..)/, '$3.$2.$1');
const comma = (value: number): string => value.toFixed(2).replace('.', ',');
const groups = (value: number, sign: string): string =>
  String(value).replace(/\B(?=(\d{3})+$)/g, sign);

const polygon = (values: string, date: string): string =>
  `AAPL,${values},${Date.parse(`${date}T05:00Z`)}000000,9`;

/**
 * What each vendor writes (docs/reference/dataset-format.md), or, where nobody can know, the guess.
 */
const basisOf: Readonly<Record<string, string>> = {
  Yahoo: 'split-adjusted # guessed from the adjusted closes beside, as Yahoo has them',
  yfinance: 'adjusted # guessed from the header, which is that of yfinance or Stooq',
  'yfinance of one ticker':
    'adjusted # guessed from the header, which is that of yfinance or Stooq',
  Stooq: 'adjusted # guessed from the header, which is that of yfinance or Stooq',
  Alpaca: 'raw # guessed from what the vendors of such files do',
  Polygon: 'raw # guessed from what the vendors of such files do',
};
const openBasis = 'split-adjusted # guessed from nothing: raw or adjusted may be true as well';

const exports: [vendor: string, file: string, text: string | Uint8Array, symbol: string][] = [
  [
    'Yahoo',
    'AAPL.csv',
    'Date,Open,High,Low,Close,Adj Close,Volume\n' +
      `${lines(iso, (o, h, l, c, v) => `,${o},${h},${l},${c},${c},${v}`)}\n`,
    'AAPL',
  ],
  [
    'yfinance',
    'x.csv',
    'Price,Close,High,Low,Open,Volume\nTicker,BRK-B,BRK-B,BRK-B,BRK-B,BRK-B\nDate,,,,,\n' +
      `${lines(iso, (o, h, l, c, v) => `,${c},${h},${l},${o},${v}`)}\n`,
    'BRK-B',
  ],
  [
    'yfinance of one ticker',
    'BRK-B.csv',
    `Date,Open,High,Low,Close,Volume,Dividends,Stock Splits\n${lines(
      (t) => `${t} 00:00:00-05:00`,
      (o, h, l, c, v) => `,${o},${h},${l},${c},${v},0.0,0.0`,
    )}\n`,
    'BRK-B',
  ],
  [
    'Alpaca',
    'bars.csv',
    `symbol,timestamp,open,high,low,close,volume,trade_count,vwap\n${lines(
      (t) => `AAPL,${t} 05:00:00+00:00`,
      (o, h, l, c, v) => `,${o},${h},${l},${c},${v},1,${c}`,
    )}\n`,
    'AAPL',
  ],
  [
    'Polygon',
    '2024-12-13.csv',
    'ticker,volume,open,close,high,low,window_start,transactions\n' +
      `${day.map(([t, o, h, l, c, v]) => polygon(`${v},${o},${c},${h},${l}`, t)).join('\n')}\n`,
    'AAPL',
  ],
  [
    'Stooq',
    'aapl.us.txt',
    `<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\r\n${lines(
      (t) => `AAPL.US,D,${t.replaceAll('-', '')},000000`,
      (o, h, l, c, v) => `,${o},${h},${l},${c},${v},0`,
    ).replaceAll('\n', '\r\n')}\r\n`,
    'AAPL.US',
  ],
  [
    'Stooq, without a ticker',
    'aapl_us_d.csv',
    'Date,Open,High,Low,Close,Volume\n' +
      `${lines(iso, (o, h, l, c, v) => `,${o},${h},${l},${c},${v}`)}\n`,
    'AAPL',
  ],
  [
    'Nasdaq',
    'AAPL_HistoricalData_1734.csv',
    `Date,Close/Last,Volume,Open,High,Low\n${lines(
      slashes,
      (o, h, l, c, v) => `,$${c},${v},$${o},$${h},$${l}`,
    )
      .split('\n')
      .toReversed()
      .join('\n')}\n`,
    'AAPL',
  ],
  [
    'Investing',
    'AAPL Historical Data.csv',
    `\ufeff"Date","Price","Open","High","Low","Vol.","Change %"\n${lines(
      (t) => `"${slashes(t)}"`,
      (o, h, l, c, v) => `,"${c}","${o}","${h}","${l}","${v / 1e6}M","-0.5%"`,
    )
      .split('\n')
      .toReversed()
      .join('\n')}\n`,
    'AAPL',
  ],
  [
    'a German bank',
    'SAP.csv',
    Buffer.from(
      `Datum;Eröffnung;Hoch;Tief;Schlusskurs;Stücke\r\n${lines(
        dots,
        (o, h, l, c, v) => `;${[o, h, l, c].map(comma).join(';')};${groups(v, '.')}`,
      )}\r\n`,
      'latin1',
    ),
    'SAP',
  ],
  [
    'Excel, in UTF-16',
    'SAP (1).txt',
    Buffer.from(
      `\ufeffdate\topen\thigh\tlow\tclose\tvolume\r\n${lines(
        slashes,
        (o, h, l, c, v) => `\t${[o, h, l, c].join('\t')}\t"${groups(v, ',')}"`,
      )}\r\n`,
      'utf16le',
    ),
    'SAP',
  ],
  [
    'pandas, an index without a name',
    'SAP.csv',
    ',open,high,low,close,volume\n' +
      `${lines(iso, (o, h, l, c, v) => `,${o},${h},${l},${c},${v}.0`)}\n`,
    'SAP',
  ],
  [
    'an unknown extension',
    'SAP.dat',
    'date|open|high|low|close|volume\n' +
      `${lines(iso, (o, h, l, c, v) => `|${o}|${h}|${l}|${c}|${v}`)}\n`,
    'SAP',
  ],
  [
    'a compressed file',
    'SAP.csv.gz',
    gzipSync(
      'date,open,high,low,close,volume\n' +
        `${lines(iso, (o, h, l, c, v) => `,${o},${h},${l},${c},${v}`)}\n`,
    ),
    'SAP',
  ],
];

describe('daily files as downloaded', () => {
  it.each(exports)('%s', async (vendor, file, text, symbol) => {
    const { report, rows, manifest } = await init({ [file]: text });
    expect(report.errors, manifest).toEqual([]);
    expect(rows, manifest).toEqual(bars(symbol));
    expect(manifest).toContain('calendar: XNYS # guessed from ');
    expect(manifest).toContain(`priceBasis: ${basisOf[vendor] ?? openBasis}`);
  });
});

it('takes prices of New York without a header for raw', async () => {
  const text = lines(iso, (o, h, l, c, v) => `,${o},${h},${l},${c},${v}`);
  const { rows, manifest } = await init({ 'AAPL.csv': `${text}\n` });
  expect(rows).toEqual(bars('AAPL'));
  expect(manifest).toContain('calendar: XNYS');
  expect(manifest).toContain(`priceBasis: ${basisOf['Alpaca']}`);
});

describe('intraday files as downloaded', () => {
  const minute = 60_000;
  const from = Date.parse('2024-01-05T14:30:00Z');
  /** Three one-minute bars, known at their ends. */
  const expected = (symbol: string): unknown[][] =>
    [0, 1, 2].map((at) => [
      symbol,
      new Date(from + (at + 1) * minute).toISOString().replace('.000', ''),
      10.5,
      11,
      10,
      10.5 + at / 4,
      7.5,
    ]);
  const text = (stamp: (ms: number) => string | number, tail = ''): string =>
    [0, 1, 2]
      .map((at) => `${stamp(from + at * minute)},10.5,11,10,${10.5 + at / 4},7.5${tail}\n`)
      .join('');
  const local = (ms: number, hours: number): string =>
    new Date(ms + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

  it.each([
    [
      'klines of Binance in ms',
      'BTCUSDT-1m-2024-01.csv',
      text((ms) => ms, ',0,1,2,3,4,0'),
      'BTCUSDT',
      '24/7',
    ],
    [
      'klines of Binance in µs',
      'ETHUSDT-1m-2025-01.csv',
      text((ms) => ms * 1000, ',0,1,2,3,4,0'),
      'ETHUSDT',
      '24/7',
    ],
    [
      'clock times of New York',
      'AAPL_1min.csv',
      `time,open,high,low,close,volume\n${text((ms) => local(ms, -5))}`,
      'AAPL',
      'XNYS',
    ],
    [
      'clock times in UTC',
      'AAPL_1min.csv',
      `time,open,high,low,close,volume\n${text((ms) => local(ms, 0))}`,
      'AAPL',
      'XNYS',
    ],
    [
      'minutes of HistData',
      'DAT_ASCII_EURUSD_M1_202401.csv',
      text((ms) => local(ms, -5).replaceAll(/[-:]/g, '')).replaceAll(',', ';'),
      'EURUSD',
      '24/5',
    ],
    [
      'MetaTrader',
      'EURUSD_M1.csv',
      text((ms) => local(ms, 0).replaceAll('-', '.').replace(' ', ',')),
      'EURUSD',
      '24/5',
    ],
  ])('%s', async (_name, file, content, symbol, calendar) => {
    const { report, rows, manifest } = await init({ [file]: content });
    expect(report.errors, manifest).toEqual([]);
    expect(rows, manifest).toEqual(expected(symbol));
    expect(manifest).toContain(`calendar: ${calendar} # guessed from `);
    const basis = calendar === 'XNYS' ? openBasis : basisOf['Alpaca'];
    expect(manifest).toContain(`priceBasis: ${basis}`);
  });

  it('gives files of several vendors the price basis that knows most of the future', async () => {
    const files = Object.fromEntries(
      exports.map(([vendor, file, content]) => [vendor, { file, content }]),
    );
    const basisWith = async (...vendors: string[]): Promise<string[]> => {
      const own = vendors.map((vendor) => files[vendor]!);
      const { manifest } = await init(
        Object.fromEntries(own.map((one) => [one.file, one.content])),
      );
      return [...manifest.matchAll(/priceBasis: (\S+)/g)].map(([, basis]) => basis!);
    };
    expect(await basisWith('Alpaca', 'a German bank')).toEqual([
      'split-adjusted',
      'split-adjusted',
    ]);
    expect(await basisWith('Yahoo', 'yfinance')).toEqual(['adjusted', 'adjusted']);
    expect(await basisWith('Stooq', 'Polygon')).toEqual(['adjusted', 'adjusted']);
  });

  it('takes ticks of HistData for quotes in Eastern time without daylight saving', async () => {
    const content = '20240105 150000123,1.10421,1.10434,0\n20240105 150001007,1.10422,1.10435,0\n';
    const { rows, report, manifest } = await init({ 'DAT_ASCII_EURUSD_T_202401.csv': content });
    expect(report.errors, manifest).toEqual([]);
    expect(rows).toEqual([
      ['EURUSD', '2024-01-05T20:00:00.123Z'],
      ['EURUSD', '2024-01-05T20:00:01.007Z'],
    ]);
  });
});

it('reads the index of pandas in Parquet', async () => {
  const path = folder({});
  mkdirSync(path, { recursive: true });
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = day.map(([date, ...values]) => `('${date}'::TIMESTAMP, ${values.join()})`).join();
  await connection.run(
    `COPY (SELECT * FROM (VALUES ${rows}) t("Date", "Open", "High", "Low", "Close", "Volume"))
      TO '${join(path, 'SPY.parquet')}' (FORMAT parquet)`,
  );
  connection.closeSync();
  instance.closeSync();
  await initDataset([join(path, 'SPY.parquet')], join(path, 'set'));
  expect(await read(join(path, 'set'))).toMatchObject({
    report: { errors: [] },
    rows: bars('SPY'),
  });
});

describe('what a file leaves open', () => {
  it('decides days and months by the whole column', async () => {
    const rows = (date: string): string => `${date},1,1,1,1,1\n`;
    const header = 'Date,Open,High,Low,Close,Volume\n';
    const read = async (...dates: string[]) =>
      (await init({ 'A.csv': header + dates.map(rows).join('') })).manifest;
    expect(await read('05/02/2024', '06/02/2024', '13/02/2024')).toContain('dates: DD/MM/YYYY');
    expect(await read('02/05/2024', '02/06/2024', '02/13/2024')).toContain('dates: MM/DD/YYYY');
    expect(await read('05/02/2024', '06/02/2024', '07/02/2024')).toMatch(
      /dates: DD.MM.YYYY # .*MM.DD.YYYY fits, with less regular rows/,
    );
  });

  it('says weeks and months, and takes what the caller says', async () => {
    const header = 'Date,Open,High,Low,Close\n';
    const months = '2024-01-01,1,1,1,1\n2024-02-01,1,1,1,1\n2024-03-01,1,1,1,1\n';
    const { manifest, rows } = await init(
      { 'x.csv': header + months },
      { symbol: 'GOLD', calendar: '24/5' },
    );
    expect(manifest).toContain('frequency: monthly');
    expect(manifest).toContain('calendar: 24/5 # guessed from --calendar');
    expect(rows.map(([symbol]) => symbol)).toEqual(['GOLD', 'GOLD', 'GOLD']);
  });

  it('reads several files, and tickers side by side', async () => {
    const text =
      'Date,Open,High,Low,Close,Volume\n' +
      `${lines(iso, (o, h, l, c, v) => `,${o},${h},${l},${c},${v}`)}\n`;
    const twice = (...values: number[]): string => values.map((one) => `,${one},${one}`).join('');
    const wide =
      'Price,Close,Close,High,High,Low,Low,Open,Open,Volume,Volume\n' +
      'Ticker,C,D,C,D,C,D,C,D,C,D\nDate,,,,,,,,,,\n' +
      `${lines(iso, (o, h, l, c, v) => twice(c, h, l, o, v))}\n`;
    const { report, rows } = await init({ 'A.csv': text, 'B.csv': text, 'data.csv': wide });
    expect(report.errors).toEqual([]);
    expect(rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual(
      ['A', 'B', 'C', 'D'].flatMap((symbol) => bars(symbol)),
    );
  });

  it('refuses what has no prices or no times, names the place, and leaves nothing behind', async () => {
    const path = folder({
      'a.csv': 'date,open,high\n2024-01-02,1,1\n',
      'b.csv': 'date,open,high,low,close\nx,1,1,1,1\n',
    });
    const out = join(path, 'set');
    await expect(initDataset([join(path, 'a.csv')], out)).rejects.toThrow(
      /a.csv line 1.*expected date, open, high, low and close.*found "?date,open,high/s,
    );
    await expect(initDataset([join(path, 'b.csv')], out)).rejects.toThrow(
      /b.csv line 2.*found "?x/s,
    );
    await expect(initDataset([join(path, 'c.csv')], out)).rejects.toThrow(
      /c.csv.*no such file|no such file.*c.csv/s,
    );
    await expect(initDataset([join(path, 'b.csv')], path)).rejects.toMatchObject({
      code: 'Conflict',
    });
    expect(existsSync(out)).toBe(false);
  });
});
