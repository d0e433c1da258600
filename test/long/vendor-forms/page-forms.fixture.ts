/** Daily bars of shares as people download them from pages and terminals. */

import {
  dayFirst,
  grouped,
  monthFirst,
  newestFirst,
  ohlc,
  plainDate,
  table,
  withComma,
  type VendorFile,
} from './vendor-file.fixture.js';
import { apple } from './walk.fixture.js';

const one = { AAPL: apple };
const sessions = ['calendar: XNYS', 'frequency: daily', 'stamp: session', 'currency: USD'];
const named = ['--symbol', 'AAPL'];

/** `01/02/24`. */
const shortMonthFirst = (date: string): string => monthFirst(date).replace(/20(..)$/, '$1');
/** `1/2/2024`. */
const plainMonthFirst = (date: string): string => {
  const [year, month, day] = date.split('-');
  return `${Number(month)}/${Number(day)}/${year}`;
};
const quoted = (fields: readonly unknown[]): string => fields.map((field) => `"${field}"`).join();

const investing = (dateOf: (date: string) => string): string =>
  `\ufeff${table(
    '"Date","Price","Open","High","Low","Vol.","Change %"',
    newestFirst(apple),
    ({ date, open, high, low, close, volume }) => {
      const millions = `${(volume / 1e6).toFixed(2)}M`;
      return quoted([dateOf(date), close, open, high, low, millions, '-0.12%']);
    },
  )}`;

export const pageForms: readonly VendorFile[] = [
  {
    vendor: 'Stooq, its page',
    file: 'aapl_us_d.csv',
    text: table(
      'Date,Open,High,Low,Close,Volume',
      apple,
      (row) => {
        return `${row.date},${ohlc(row)},${row.volume}`;
      },
      '\r\n',
    ),
    candles: one,
    says: sessions,
  },
  {
    vendor: 'Stooq, its archive',
    file: 'aapl.us.txt',
    text: table(
      '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
      apple,
      (row) => `AAPL.US,D,${plainDate(row.date)},000000,${ohlc(row)},${row.volume},0`,
      '\r\n',
    ),
    candles: { 'AAPL.US': apple },
    says: [...sessions, 'priceBasis: adjusted'],
  },
  {
    vendor: 'Nasdaq',
    file: 'HistoricalData_1711699200000.csv',
    text: table('Date,Close/Last,Volume,Open,High,Low', newestFirst(apple), (row) => {
      const prices = [row.open, row.high, row.low].map((price) => `$${price}`).join();
      return `${monthFirst(row.date)},$${row.close},${row.volume},${prices}`;
    }),
    candles: one,
    options: named,
    says: [...sessions, 'dates: MM/DD/YYYY'],
  },
  {
    vendor: 'Investing.com',
    file: 'AAPL Historical Data.csv',
    text: investing(monthFirst),
    candles: one,
    says: [...sessions, 'dates: MM/DD/YYYY'],
  },
  {
    vendor: 'Investing.com in the United Kingdom',
    file: 'AAPL Historical Data.csv',
    text: investing(dayFirst),
    candles: one,
    says: [...sessions, 'dates: DD/MM/YYYY'],
  },
  {
    vendor: 'Investing.com in Germany',
    file: 'AAPL Historische Daten.csv',
    text: `\ufeff${table(
      '"Datum","Zuletzt","Eröffn.","Hoch","Tief","Vol.","+/- %"',
      newestFirst(apple),
      ({ date, open, high, low, close, volume }) => {
        const millions = `${withComma(volume / 1e6)}M`;
        const prices = [close, open, high, low].map(withComma);
        return quoted([dayFirst(date).replaceAll('/', '.'), ...prices, millions, '-0,12%']);
      },
    )}`,
    candles: one,
    says: [...sessions, 'dates: DD.MM.YYYY', 'decimal: ","'],
  },
  {
    vendor: 'TradingView, days in seconds',
    file: 'BATS_AAPL, 1D_4f2a1.csv',
    text: table('time,open,high,low,close,Volume', apple, (row) => {
      return `${row.start / 1000},${ohlc(row)},${row.volume}`;
    }),
    candles: one,
    says: sessions,
  },
  {
    vendor: 'TradingView, days in ISO 8601',
    file: 'NASDAQ_AAPL, 1D.csv',
    text: table('time,open,high,low,close,Volume,Volume MA', apple, (row) => {
      return `${row.date},${ohlc(row)},${row.volume},NaN`;
    }),
    candles: one,
    says: sessions,
  },
  {
    vendor: 'Barchart',
    file: 'aapl_daily_historical-data-03-29-2024.csv',
    text:
      table('Time,Open,High,Low,Last,Change,%Chg,Volume', newestFirst(apple), (row) => {
        return `${monthFirst(row.date)},${ohlc(row)},0.5,0.27%,${row.volume}`;
      }) + '"Downloaded from Barchart.com as of 03-29-2024 05:12pm CDT"\n',
    candles: one,
    says: sessions,
  },
  {
    vendor: 'The Wall Street Journal',
    file: 'HistoricalPrices.csv',
    text: table('Date, Open, High, Low, Close, Volume', newestFirst(apple), (row) => {
      return `${shortMonthFirst(row.date)}, ${ohlc(row, ', ')}, ${row.volume}`;
    }),
    candles: one,
    options: named,
    says: [...sessions, 'dates: MM/DD/YY'],
  },
  {
    vendor: 'MarketWatch',
    file: 'Download Data - STOCK_US_XNAS_AAPL.csv',
    text: table('Date,Open,High,Low,Close,Volume', newestFirst(apple), (row) => {
      return `${monthFirst(row.date)},${ohlc(row)},"${grouped(row.volume)}"`;
    }),
    candles: one,
    says: [...sessions, 'dates: MM/DD/YYYY'],
  },
  {
    vendor: 'Bloomberg, fields of a terminal in Excel',
    file: 'AAPL US Equity.csv',
    text: table('Date,PX_OPEN,PX_HIGH,PX_LOW,PX_LAST,PX_VOLUME', apple, (row) => {
      return `${plainMonthFirst(row.date)},${ohlc(row)},${row.volume}`;
    }),
    candles: one,
    says: sessions,
    unsure: 'the format of dates is that of the user’s Excel',
  },
  {
    vendor: 'Google Sheets',
    file: 'AAPL.csv',
    text: table('Date,Open,High,Low,Close,Volume', apple, (row) => {
      return `${plainMonthFirst(row.date)} 16:00:00,${ohlc(row)},${row.volume}`;
    }),
    candles: one,
    says: sessions,
  },
  {
    vendor: 'Kibot, daily',
    file: 'AAPL_unadjusted.txt',
    text: table('', apple, (row) => `${monthFirst(row.date)},${ohlc(row)},${row.volume}`, '\r\n'),
    candles: one,
    says: [...sessions, 'priceBasis: raw'],
  },
  {
    vendor: 'Ariva',
    file: 'wkn_865985_historic.csv',
    text: table('Datum;Erster;Hoch;Tief;Schlusskurs;Stuecke;Volumen', newestFirst(apple), (row) => {
      const prices = [row.open, row.high, row.low, row.close].map(withComma).join(';');
      const volume = grouped(row.volume).replaceAll(',', '.');
      return `${row.date};${prices};${volume};${volume}`;
    }),
    candles: one,
    options: named,
    says: [...sessions, 'decimal: ","'],
    unsure: 'it has both a count of shares and their value',
  },
];
