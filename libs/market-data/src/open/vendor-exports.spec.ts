/**
 * Tests of files as vendors write them: what a table declares, and what is understood without
 * a declaration.
 */

import { DuckDBInstance } from '@duckdb/node-api';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { daily, folder, manifestOf, minutes, read } from './vendor-exports.fixture.js';

const bar = ['A', '2024-12-13', 247.82, 249.29, 246.24, 248.13, 33_155_290];
const next = ['A', '2024-12-16', 247.99, 251.38, 247.65, 251.04, 51_694_753];

const vendors: [vendor: string, keys: string, text: string | Uint8Array, rows?: unknown[][]][] = [
  [
    'Yahoo',
    'symbol: A',
    'Date,Open,High,Low,Close,Adj Close,Volume\n' +
      '2024-12-13,247.82,249.29,246.24,248.13,246,33155290\n',
  ],
  [
    'yfinance, with three lines of header',
    'symbol: A',
    'Price,Close,High,Low,Open,Volume\n' +
      'Ticker,A,A,A,A,A\nDate,,,,,\n2024-12-13,248.13,249.29,246.24,247.82,33155290\n',
  ],
  [
    'yfinance, several tickers side by side',
    'symbol: A',
    'Ticker,B,B,B,B,B,A,A,A,A,A\nPrice,Open,High,Low,Close,Volume,Open,High,Low,Close,Volume\n' +
      'Date,,,,,,,,,,\n' +
      '2024-12-13,1,1,1,1,1,247.82,249.29,246.24,248.13,33155290\n',
  ],
  [
    'yfinance, one ticker with its offset',
    'symbol: A',
    'Date,Open,High,Low,Close,Volume,Dividends\n' +
      '2024-12-13 00:00:00-05:00,247.82,249.29,246.24,248.13,33155290,0.0\n',
  ],
  [
    'Alpaca',
    '',
    'symbol,timestamp,open,high,low,close,volume,trade_count,vwap\n' +
      'A,2024-12-13 05:00:00+00:00,247.82,249.29,246.24,248.13,33155290,1,247.9\n',
  ],
  [
    'Polygon',
    'epoch: ns',
    'ticker,volume,open,close,high,low,window_start,transactions\n' +
      'A,33155290,247.82,248.13,249.29,246.24,1734066000000000000,9\n',
  ],
  [
    'Stooq',
    'dates: YYYYMMDD',
    '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\r\n' +
      'A,D,20241213,000000,247.82,249.29,246.24,248.13,33155290,0\r\n',
  ],
  [
    'Nasdaq',
    'symbol: A, dates: MM/DD/YYYY, units: true, order: [-date]',
    'Date,Close/Last,Volume,Open,High,Low\n12/16/2024,$251.04,51694753,$247.99,$251.38,$247.65\n' +
      '12/13/2024,$248.13,33155290,$247.82,$249.29,$246.24\n',
    [bar, next],
  ],
  [
    'Investing',
    'symbol: A, dates: MM/DD/YYYY, units: true, thousands: ","',
    '\ufeff"Date","Price","Open","High","Low","Vol.","Change %"\n' +
      '"12/13/2024","1,248.13","1,247.82","1,249.29","1,246.24","33.16M","-0.5%"\n',
    [['A', '2024-12-13', 1247.82, 1249.29, 1246.24, 1248.13, 33_160_000]],
  ],
  [
    'a German bank, in Windows-1252',
    'symbol: A, delimiter: ";", encoding: windows-1252, decimal: ",", thousands: ".", dates: ' +
      'DD.MM.YYYY',
    Buffer.from(
      'Datum;Eröffnung;Hoch;Tief;Schlusskurs;Volumen\n' +
        '13.12.2024;247,82;249,29;246,24;248,13;33.155.290\n',
      'latin1',
    ),
  ],
  [
    'a French bank, in UTF-16 with tabs',
    'symbol: A, delimiter: tab, encoding: utf-16le, decimal: ",", dates: DD/MM/YYYY, ' +
      'thousands: " "',
    Buffer.from(
      '\ufeffDate\tOuverture\tPlus haut\tPlus bas\tClôture\tVolume\r\n' +
        '13/12/2024\t247,82\t249,29\t246,24\t248,13\t33\u202f155\u00a0290\r\n',
      'utf16le',
    ),
  ],
  [
    'Spanish words, in UTF-16 of the other byte order',
    'symbol: A, delimiter: pipe, encoding: utf-16be, dates: DD Mon YYYY',
    Buffer.from(
      'FECHA|Apertura|Máximo|Mínimo|Cierre|Volumen\n13 dic ' +
        '2024|247.82|249.29|246.24|248.13|33155290\n',
      'utf16le',
    ).swap16(),
  ],
  [
    'months in words',
    'symbol: A, dates: "Mon DD, YYYY"',
    'date,open,high,low,last,volume\n"December 13, 2024",247.82,249.29,246.24,248.13,33155290\n',
  ],
];

describe('daily bars as downloaded', () => {
  it.each(vendors)('%s', async (_vendor, keys, text, rows = [bar]) => {
    const table = `bars: { file: p.txt, ${daily}${keys === '' ? '' : `, ${keys}`} }`;
    const path = folder({ 'dataset.yaml': manifestOf(table), 'p.txt': text });
    const found = await read(path);
    expect(found.report.errors).toEqual([]);
    expect(found.rows).toEqual(rows);
  });
});

const klines = (unit: number): string =>
  [0, 1]
    .map(
      (at) => `${(1_704_067_200 + 60 * at) * unit},10.5,11,10,${10.5 + at / 2},7.5,0,1,2,3,4,0\n`,
    )
    .join('');
const positions = 'columns: { timestamp: 1, open: 2, high: 3, low: 4, close: 5, volume: 6 }';
const both = [
  ['BTC', '2024-01-01T00:01:00Z', 10.5, 11, 10, 10.5, 7.5],
  ['BTC', '2024-01-01T00:02:00Z', 10.5, 11, 10, 11, 7.5],
];

describe('files without a header', () => {
  it.each([
    ['ms', 1000],
    ['us', 1_000_000],
  ])('klines of Binance in %s, by position', async (epoch, unit) => {
    const keys = `symbol: BTC, ${minutes}, header: false, epoch: ${epoch}, ${positions}`;
    const path = folder({
      'dataset.yaml': manifestOf(`bars: { file: k.csv, ${keys} }`, '24/7'),
      'k.csv': klines(unit),
    });
    const { report, rows } = await read(path);
    expect(report.errors).toEqual([]);
    expect(rows).toEqual(both);
  });

  it('daily klines are of the day that UTC begins with them', async () => {
    const keys =
      `symbol: BTC, ${daily}, header: false, epoch: ms, ` +
      `${positions.replace('timestamp', 'date')}`;
    const path = folder({
      'dataset.yaml': manifestOf(`bars: { file: k.csv, ${keys} }`, '24/7'),
      'k.csv': klines(1000).split('\n')[0] ?? '',
    });
    expect((await read(path)).rows).toEqual([['BTC', '2024-01-01', ...(both[0] ?? []).slice(2)]]);
  });

  it('ticks of HistData, in Eastern time without daylight saving', async () => {
    const keys =
      'symbol: EURUSD, header: false, dates: YYYYMMDD, timestampZone: "-05:00", ' +
      'columns: { timestamp: 1, bid: 2, ask: 3 }';
    const path = folder({
      'dataset.yaml': manifestOf(`quotes: { file: q.csv, ${keys} }`, '24/5'),
      'q.csv': '20240102 170000123,1.10421,1.10434,0\n20240702 170000007,1.10421,1.10434,0\n',
    });
    const { report, rows } = await read(path);
    expect(report.errors).toEqual([]);
    expect(rows).toEqual([
      ['EURUSD', '2024-01-02T22:00:00.123Z'],
      ['EURUSD', '2024-07-02T22:00:00.007Z'],
    ]);
  });
});

describe('dates and clock times in columns of their own', () => {
  it.each([
    [
      'MetaTrader',
      'delimiter: tab, dates: YYYY.MM.DD',
      '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\n' +
        '2024.01.01\t00:00:00\t10.5\t11\t10\t10.5\t7.5\n',
    ],
    [
      'Stooq',
      'dates: YYYYMMDD',
      '<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>\n20240101,000000,10.5,11,10,10.5,7.5\n',
    ],
    [
      'names of the manifest',
      'columns: { timestamp: d, time: t }',
      'd,t,open,high,low,close,volume\n2024-01-01,00:00,10.5,11,10,10.5,7.5\n',
    ],
    [
      'halves of days',
      'dates: MM/DD/YYYY',
      'Date,Time,Open,High,Low,Close,Volume\n1/1/2024,12:00:00 AM,10.5,11,10,10.5,7.5\n',
    ],
    [
      'an offset',
      'dates: DD.MM.YYYY',
      'Gmt time,Open,High,Low,Close,Volume\n01.01.2024 01:00:00.000 GMT+0100,10.5,11,10,10.5,7.5\n',
    ],
  ])('%s', async (_name, keys, text) => {
    const table = `bars: { file: p.csv, symbol: BTC, ${minutes}, ${keys} }`;
    const path = folder({ 'dataset.yaml': manifestOf(table, '24/7'), 'p.csv': text });
    const { report, rows } = await read(path);
    expect(report.errors).toEqual([]);
    expect(rows).toEqual(both.slice(0, 1));
  });
});

describe('a daily stamp that is a time', () => {
  const dayOf = async (stamp: string, calendar: string): Promise<unknown> => {
    const table = `bars: { file: p.csv, symbol: A, ${daily} }`;
    const path = folder({
      'dataset.yaml': manifestOf(table, calendar),
      'p.csv': `timestamp,open,high,low,close\n${stamp},1,1,1,1\n`,
    });
    const { report, rows } = await read(path);
    return rows[0]?.[1] ?? report.errors;
  };

  it.each([
    ['midnight in UTC', '2024-12-13 00:00:00+00:00', 'XNYS', '2024-12-13'],
    ['midnight in New York', '2024-12-13T05:00:00Z', 'XNYS', '2024-12-13'],
    ['midnight in New York, in summer', '2024-07-12T04:00:00Z', 'XNYS', '2024-07-12'],
    ['midnight as it is written', '2024-12-13T00:00+09:00', 'XNYS', '2024-12-13'],
    ['an open', '2024-12-13T14:30:00Z', 'XNYS', '2024-12-13'],
    ['a close', '2024-12-13T21:00:00Z', 'XNYS', '2024-12-13'],
    ['within a session', '2024-12-13T18:00:00Z', 'XNYS', '2024-12-13'],
    ['behind a close', '2024-12-13T22:00:00Z', 'XNYS', '2024-12-16'],
    ['a close and an open', '2024-12-11T22:00:00Z', '24/5', '2024-12-12'],
    ['the open of a week', '2024-12-15T22:00:00Z', '24/5', '2024-12-16'],
  ])('%s', async (_name, stamp, calendar, day) => {
    expect(await dayOf(stamp, calendar)).toBe(day);
  });

  it('is an error when the calendar ends', async () => {
    expect(await dayOf('2299-01-03T14:30:00Z', 'XNYS')).toMatchObject([
      { line: 2, what: 'the row lies beyond the calendar' },
    ]);
  });
});

describe('Parquet of pandas', () => {
  it.each([
    ['an index without a name', '"__index_level_0__"', "TIMESTAMP_NS '2024-12-13 00:00:00'"],
    ['an index of dates', '"Date"', "TIMESTAMP '2024-12-13 00:00:00'"],
    ['an index with its zone', '"Date"', "TIMESTAMPTZ '2024-12-13 05:00:00+00'"],
  ])('%s', async (_name, column, stamp) => {
    const path = folder({
      'dataset.yaml': manifestOf(`bars: { file: p.parquet, symbol: A, ${daily} }`),
    });
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT 247.82 AS "Open", 249.29 AS "High", 246.24 AS "Low", 248.13 AS "Close", 33155290 AS "Volume",
        ${stamp} AS ${column}) TO '${join(path, 'p.parquet')}' (FORMAT parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
    const { report, rows } = await read(path);
    expect(report.errors).toEqual([]);
    expect(rows).toEqual([bar]);
  });
});
