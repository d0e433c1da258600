/** Bars within sessions of New York, as vendors write them. */

import {
  monthFirst,
  newestFirst,
  newYork,
  offsetOf,
  ohlc,
  table,
  utc,
  type VendorFile,
} from './vendor-file.fixture.js';
import { within, type Candle } from './walk.fixture.js';

const minutes = within(1);
const fives = within(5);
const halfHours = within(30);
const extended = within(5, true);
const isRegular = ({ start }: Candle): boolean => {
  const clock = newYork(start).slice(11);
  return clock >= '09:30' && clock < '16:00';
};
const says = (length: number, ...more: readonly string[]): string[] => [
  'calendar: XNYS',
  'frequency: intraday',
  'stamp: start',
  `barMinutes: ${length}`,
  ...more,
];
const eastern = 'timestampZone: America/New_York';

export const minuteForms: readonly VendorFile[] = [
  {
    vendor: 'yfinance, five minutes',
    file: 'prices.csv',
    text: table(
      'Price,Close,High,Low,Open,Volume\nTicker,AAPL,AAPL,AAPL,AAPL,AAPL\nDatetime,,,,,',
      fives,
      ({ start, open, high, low, close, volume }) =>
        [`${utc(start)}+00:00`, close, high, low, open, volume].join(),
    ),
    candles: { AAPL: fives },
    says: says(5),
  },
  {
    vendor: 'Alpha Vantage, five minutes of all hours',
    file: 'intraday_5min_IBM.csv',
    text: table(
      'timestamp,open,high,low,close,volume',
      newestFirst(extended),
      (row) => {
        return `${newYork(row.start)},${ohlc(row)},${row.volume}`;
      },
      '\r\n',
    ),
    candles: { IBM: extended },
    regular: extended.filter(isRegular),
    says: says(5, eastern),
  },
  {
    vendor: 'Massive (Polygon), flat file of minutes',
    file: '2024-01-02.csv',
    text: table(
      'ticker,volume,open,close,high,low,window_start,transactions',
      minutes,
      ({ start, open, high, low, close, volume }) =>
        ['AAPL', volume, open, close, high, low, `${start}000000`, 9].join(),
    ),
    candles: { AAPL: minutes },
    says: says(1, 'epoch: ns', 'priceBasis: raw'),
  },
  {
    vendor: 'Databento, minutes',
    file: 'xnas-itch-20240102.ohlcv-1m.csv',
    text: table(
      'ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol',
      minutes,
      ({ start, open, high, low, close, volume }) => {
        const prices = [open, high, low, close].map((price) => `${Math.round(price * 100)}0000000`);
        return [`${start}000000`, 33, 2, 32, ...prices, volume, 'AAPL'].join();
      },
    ),
    candles: { AAPL: minutes },
    says: says(1, 'epoch: ns', 'scale: 1e-9'),
  },
  {
    vendor: 'Interactive Brokers, minutes with the name of a zone',
    file: 'AAPL.csv',
    text: table('date,open,high,low,close,volume,wap,count', fives, (row) => {
      const [date = '', clock = ''] = newYork(row.start).split(' ');
      const time = `${date.replaceAll('-', '')} ${clock} US/Eastern`;
      return `${time},${ohlc(row)},${row.volume},${row.close},9`;
    }),
    candles: { AAPL: fives },
    says: says(5),
    unsure: 'users write the header themselves',
  },
  {
    vendor: 'Interactive Brokers, minutes in pandas',
    file: 'AAPL.csv',
    text: table(',date,open,high,low,close,volume,average,barCount', fives, (row) => {
      const time = `${newYork(row.start)}-${offsetOf(row.date)}:00`;
      return [fives.indexOf(row), time, ohlc(row), row.volume, row.close, 9].join();
    }),
    candles: { AAPL: fives },
    says: says(5),
  },
  {
    vendor: 'FirstRate Data, minutes adjusted for splits and dividends',
    file: 'AAPL_full_1min_adjsplitdiv.txt',
    text: table('', minutes, (row) => `${newYork(row.start)},${ohlc(row)},${row.volume}`),
    candles: { AAPL: minutes },
    says: says(1, eastern, 'priceBasis: adjusted'),
  },
  {
    vendor: 'FirstRate Data, minutes adjusted for splits',
    file: 'AAPL_full_1min_adjsplit.txt',
    text: table('', minutes, (row) => `${newYork(row.start)},${ohlc(row)},${row.volume}`),
    candles: { AAPL: minutes },
    says: says(1, eastern, 'priceBasis: split-adjusted'),
  },
  {
    vendor: 'FirstRate Data, minutes as traded',
    file: 'AAPL_full_1min_UNADJUSTED.txt',
    text: table('', minutes, (row) => `${newYork(row.start)},${ohlc(row)},${row.volume}`),
    candles: { AAPL: minutes },
    says: says(1, eastern, 'priceBasis: raw'),
  },
  {
    vendor: 'FirstRate Data, a sample with a header',
    file: 'AAPL_1min_sample.csv',
    text: table('timestamp,open,high,low,close,volume', minutes, (row) => {
      return `${newYork(row.start)},${ohlc(row)},${row.volume}`;
    }),
    candles: { AAPL: minutes },
    says: says(1, eastern),
    unsure: 'samples have had other headers',
  },
  {
    vendor: 'Kibot, minutes',
    file: 'AAPL_adjusted.txt',
    text: table(
      '',
      minutes,
      (row) => {
        const [date = '', clock = ''] = newYork(row.start).split(' ');
        return `${monthFirst(date)},${clock.slice(0, 5)},${ohlc(row)},${row.volume}`;
      },
      '\r\n',
    ),
    candles: { AAPL: minutes },
    says: says(1, eastern, 'priceBasis: adjusted'),
  },
  {
    vendor: 'TradingView, half hours in seconds',
    file: 'BATS_AAPL, 30.csv',
    text: table('time,open,high,low,close,Volume', halfHours, (row) => {
      return `${row.start / 1000},${ohlc(row)},${row.volume}`;
    }),
    candles: { AAPL: halfHours },
    says: says(30, 'epoch: s'),
  },
  {
    vendor: 'Twelve Data, half hours on the clock of the exchange',
    file: 'AAPL.csv',
    text: table('datetime;open;high;low;close;volume', newestFirst(halfHours), (row) => {
      return `${newYork(row.start)};${ohlc(row, ';')};${row.volume}`;
    }),
    candles: { AAPL: halfHours },
    says: says(30, eastern),
  },
  {
    vendor: 'EODHD, minutes',
    file: 'AAPL.US.csv',
    text: table('Timestamp,Gmtoffset,Datetime,Open,High,Low,Close,Volume', minutes, (row) => {
      return `${row.start / 1000},0,${utc(row.start)},${ohlc(row)},${row.volume}`;
    }),
    candles: { AAPL: minutes },
    says: says(1),
  },
];
