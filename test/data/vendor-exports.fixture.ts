/**
 * Real bars and quotes as vendors export them: one file each, with the bars that have to
 * come out of it.
 */

import { DuckDBInstance } from '@duckdb/node-api';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of a source: its time or date as written there, and its numbers. */
export interface SourceRow {
  readonly at: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface VendorExport {
  readonly vendor: string;
  readonly file: string;
  readonly symbol: string;
  /** For intraday files: minutes from the written time to the time at which a bar is known. */
  readonly minutes?: number;
  readonly content: string | Uint8Array;
  readonly rows: readonly SourceRow[];
}

type Line = (row: SourceRow) => string;

export function sourceRows(path: string, symbol?: string): SourceRow[] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const names = header.split(',');
  const of = (cells: readonly string[], name: string): string => cells[names.indexOf(name)] ?? '0';
  return lines
    .map((line) => line.split(','))
    .filter((cells) => symbol === undefined || of(cells, 'symbol') === symbol)
    .map((cells) => ({
      at: of(cells, names.includes('date') ? 'date' : 'timestamp'),
      open: Number(of(cells, 'open')),
      high: Number(of(cells, 'high')),
      low: Number(of(cells, 'low')),
      close: Number(of(cells, 'close')),
      volume: Number(of(cells, 'volume')),
    }));
}

const text = (header: string, rows: readonly SourceRow[], line: Line, end = '\n'): string =>
  [...(header === '' ? [] : [header]), ...rows.map(line), ''].join(end);
const prices = ({ open, high, low, close }: SourceRow, sign = ','): string =>
  [open, high, low, close].join(sign);
const month = (at: string): string => at.replace(/(....)-(..)-(..)/, '$2/$3/$1');
const german = (at: string): string => at.replace(/(....)-(..)-(..)/, '$3.$2.$1');
const decimal = (value: number): string => String(value).replace('.', ',');
const grouped = (value: number): string => value.toLocaleString('en-US');
const time = (at: string): number => Date.parse(`${at.slice(0, 19).replace(' ', 'T')}Z`);

/** The hour in UTC at which New York has midnight. */
const midnight = (at: string): string => (at > '2025-03-09' ? '04' : '05');

const one = (
  vendor: string,
  file: string,
  rows: readonly SourceRow[],
  content: string | Uint8Array,
): VendorExport => ({ vendor, file, rows, content, symbol: 'AAPL' });

/** The exports of daily bars. */
export function dailyExports(rows: readonly SourceRow[]): VendorExport[] {
  return [...ofPrograms(rows), ...ofPages(rows)];
}

function ofPrograms(rows: readonly SourceRow[]): VendorExport[] {
  return [
    one(
      'Yahoo',
      'AAPL.csv',
      rows,
      text('Date,Open,High,Low,Close,Adj Close,Volume', rows, (row) => {
        return `${row.at},${prices(row)},${row.close * 0.99},${row.volume}`;
      }),
    ),
    one(
      'yfinance',
      'prices.csv',
      rows,
      text(
        'Price,Close,High,Low,Open,Volume\nTicker,AAPL,AAPL,AAPL,AAPL,AAPL\nDate,,,,,',
        rows,
        ({ at, open, high, low, close, volume }) => [at, close, high, low, open, volume].join(),
      ),
    ),
    one(
      'yfinance of one ticker',
      'aapl.csv',
      rows,
      text('Date,Open,High,Low,Close,Volume,Dividends,Stock Splits', rows, (row) => {
        return `${row.at} 00:00:00-${midnight(row.at)}:00,${prices(row)},${row.volume},0.0,0.0`;
      }),
    ),
    one(
      'Alpaca',
      'bars.csv',
      rows,
      text('symbol,timestamp,open,high,low,close,volume,trade_count,vwap', rows, (row) => {
        return (
          `AAPL,${row.at} ` +
          `${midnight(row.at)}:00:00+00:00,${prices(row)},${row.volume},1,${row.close}`
        );
      }),
    ),
    one(
      'Polygon',
      'day_aggs.csv',
      rows,
      text('ticker,volume,open,close,high,low,window_start,transactions', rows, (row) => {
        const start = time(`${row.at} ${midnight(row.at)}:00:00`);
        return (
          `AAPL,${row.volume},${row.open},${row.close},${row.high},` + `${row.low},${start}000000,1`
        );
      }),
    ),
    {
      ...one(
        'Stooq',
        'aapl.us.txt',
        rows,
        text(
          '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
          rows,
          (row) => `AAPL.US,D,${row.at.replaceAll('-', '')},000000,${prices(row)},${row.volume},0`,
          '\r\n',
        ),
      ),
      symbol: 'AAPL.US',
    },
  ];
}

/** What a person downloads or saves, newest first except for Excel. */
function ofPages(rows: readonly SourceRow[]): VendorExport[] {
  const newestFirst = rows.toReversed();
  const millions = rows.map((row) => ({ ...row, volume: Math.round(row.volume / 1e4) * 1e4 }));
  const excel: Line = (row) => `${month(row.at)}\t${prices(row, '\t')}\t"${grouped(row.volume)}"`;
  const investing: Line = ({ at, open, high, low, close, volume }) =>
    `"${month(at)}","${close}","${open}","${high}","${low}","${(volume / 1e6).toFixed(2)}M","0.1%"`;
  return [
    one(
      'Nasdaq',
      'HistoricalData_AAPL.csv',
      rows,
      text('Date,Close/Last,Volume,Open,High,Low', newestFirst, (row) => {
        return `${month(row.at)},$${row.close},${row.volume},$${row.open},$${row.high},$${row.low}`;
      }),
    ),
    {
      ...one(
        'Investing',
        'AAPL Historical Data.csv',
        rows,
        '\ufeff' +
          text(
            '"Date","Price","Open","High","Low","Vol.","Change %"',
            millions.toReversed(),
            investing,
          ),
      ),
      rows: millions,
    },
    one(
      'a German bank',
      'AAPL.csv',
      rows,
      Buffer.from(
        text('Datum;Eröffnung;Hoch;Tief;Schlusskurs;Stücke', newestFirst, (row) => {
          const volume = grouped(row.volume).replaceAll(',', '.');
          const values = [row.open, row.high, row.low, row.close].map(decimal);
          return [german(row.at), ...values, volume].join(';');
        }),
        'latin1',
      ),
    ),
    one(
      'Excel',
      'AAPL (1).txt',
      rows,
      Buffer.from(
        `\ufeff${text('date\topen\thigh\tlow\tclose\tvolume', rows, excel, '\r\n')}`,
        'utf16le',
      ),
    ),
  ];
}

/** The exports of minutes, of a market that never closes and of one that closes for weekends. */
export function minuteExports(
  coin: readonly SourceRow[],
  pair: readonly SourceRow[],
): VendorExport[] {
  const klines = (unit: string): string =>
    text('', coin, (row) => {
      const open = time(row.at);
      return `${open}${unit},${prices(row)},${row.volume},${open + 59_999}${unit},0,1,0,0,0`;
    });
  const eastern = (at: string): string =>
    new Date(time(at) - 5 * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return [
    {
      vendor: 'Binance, in ms',
      file: 'BTCUSDT-1m-2022-01.csv',
      symbol: 'BTCUSDT',
      minutes: 1,
      content: klines(''),
      rows: coin,
    },
    {
      vendor: 'Binance, in µs',
      file: 'BTCUSDT-1m-2025-01.csv',
      symbol: 'BTCUSDT',
      minutes: 1,
      content: klines('000'),
      rows: coin,
    },
    {
      vendor: 'HistData',
      file: 'DAT_ASCII_GBPUSD_M1_201202.csv',
      symbol: 'GBPUSD',
      minutes: 1,
      rows: pair,
      content: text(
        '',
        pair,
        (row) => `${eastern(row.at).replace('T', ' ')};${prices(row, ';')};0`,
      ),
    },
  ];
}

/** What pandas writes for a frame with an index of dates. */
export async function writeParquet(folder: string, rows: readonly SourceRow[]): Promise<string> {
  const path = join(folder, 'AAPL.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const values = rows.map((row) => `(TIMESTAMP '${row.at}', ${prices(row)}, ${row.volume})`);
  const names = '"Date", "Open", "High", "Low", "Close", "Volume"';
  const table = `SELECT * FROM (VALUES ${values.join()}) t(${names})`;
  await connection.run(`COPY (${table}) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return path;
}
