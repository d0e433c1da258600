/** Daily bars of shares, as the libraries and interfaces of vendors write them. */

import {
  midnightOf,
  newestFirst,
  offsetOf,
  ohlc,
  plainDate,
  table,
  utc,
  type VendorFile,
} from './vendor-file.fixture.js';
import { apple, microsoft, type Candle } from './walk.fixture.js';

const symbol = 'AAPL';
const one = { [symbol]: apple };
const two = { AAPL: apple, MSFT: microsoft };
const sessions = ['calendar: XNYS', 'frequency: daily', 'stamp: session', 'currency: USD'];
const raw = [...sessions, 'priceBasis: raw'];
const splitAdjusted = [...sessions, 'priceBasis: split-adjusted'];
const adjusted = [...sessions, 'priceBasis: adjusted'];

const pairs = apple.map((candle, at) => [candle, microsoft[at]!] as const);

/** Rows of tickers side by side: the values of each price for all tickers. */
const sideBySide = (names: readonly (keyof Candle)[]): string[] =>
  pairs.map((both) => {
    const values = names.flatMap((name) => both.map((candle) => candle[name]));
    return [both[0].date, ...values].join();
  });

const yahoo: VendorFile[] = [
  {
    vendor: 'Yahoo Finance, its page and older yfinance',
    file: 'AAPL.csv',
    text: table('Date,Open,High,Low,Close,Adj Close,Volume', apple, (row) => {
      return `${row.date},${ohlc(row)},${row.close},${row.volume}`;
    }),
    candles: one,
    says: splitAdjusted,
  },
  {
    vendor: 'yfinance, one ticker in levels',
    file: 'prices.csv',
    text: table(
      'Price,Close,High,Low,Open,Volume\nTicker,AAPL,AAPL,AAPL,AAPL,AAPL\nDate,,,,,',
      apple,
      ({ date, open, high, low, close, volume }) => [date, close, high, low, open, volume].join(),
    ),
    candles: one,
    says: adjusted,
  },
  {
    vendor: 'yfinance, several tickers',
    file: 'prices.csv',
    text: [
      'Price,Close,Close,High,High,Low,Low,Open,Open,Volume,Volume',
      `Ticker${',AAPL,MSFT'.repeat(5)}`,
      `Date${','.repeat(10)}`,
      ...sideBySide(['close', 'high', 'low', 'open', 'volume']),
      '',
    ].join('\n'),
    candles: two,
    says: adjusted,
  },
  {
    vendor: 'yfinance, several tickers with an adjusted close, before its levels had names',
    file: 'prices.csv',
    text: [
      ',Adj Close,Adj Close,Close,Close,High,High,Low,Low,Open,Open,Volume,Volume',
      ',AAPL,MSFT'.repeat(6),
      `Date${','.repeat(12)}`,
      ...sideBySide(['close', 'close', 'high', 'low', 'open', 'volume']),
      '',
    ].join('\n'),
    candles: two,
    says: splitAdjusted,
  },
  {
    vendor: 'yfinance, grouped by ticker',
    file: 'prices.csv',
    text: [
      `Ticker${',AAPL'.repeat(5)}${',MSFT'.repeat(5)}`,
      `Price${',Open,High,Low,Close,Volume'.repeat(2)}`,
      `Date${','.repeat(10)}`,
      ...pairs.map((both) => {
        const values = both.map((candle) => `${ohlc(candle)},${candle.volume}`);
        return [both[0].date, ...values].join();
      }),
      '',
    ].join('\n'),
    candles: two,
    says: adjusted,
  },
  {
    vendor: 'yfinance, the history of a ticker',
    file: 'AAPL.csv',
    text: table('Date,Open,High,Low,Close,Volume,Dividends,Stock Splits', apple, (row) => {
      return `${row.date} 00:00:00-${offsetOf(row.date)}:00,${ohlc(row)},${row.volume},0.0,0.0`;
    }),
    candles: one,
    says: adjusted,
  },
];

const interfaces: VendorFile[] = [
  {
    vendor: 'Alpha Vantage, daily',
    file: 'daily_AAPL.csv',
    text: table(
      'timestamp,open,high,low,close,volume',
      newestFirst(apple),
      (row) => {
        return `${row.date},${ohlc(row)},${row.volume}`;
      },
      '\r\n',
    ),
    candles: one,
    says: [...sessions, 'order: [ -date ]'],
  },
  {
    vendor: 'Alpha Vantage, daily adjusted',
    file: 'daily_adjusted_AAPL.csv',
    text: table(
      'timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient',
      newestFirst(apple),
      (row) => `${row.date},${ohlc(row)},${row.close},${row.volume},0.0000,1.0`,
      '\r\n',
    ),
    candles: one,
    says: raw,
  },
  {
    vendor: 'Tiingo, CSV',
    file: 'AAPL.csv',
    text: table(
      'date,close,high,low,open,volume,adjClose,adjHigh,adjLow,adjOpen,' +
        'adjVolume,divCash,splitFactor',
      apple,
      ({ date, open, high, low, close, volume }) =>
        [date, close, high, low, open, volume, close, high, low, open, volume, '0.0', '1.0'].join(),
    ),
    candles: one,
    says: raw,
  },
  {
    vendor: 'Tiingo, its client in pandas',
    file: 'AAPL.csv',
    text: table(
      'symbol,date,close,high,low,open,volume,adjClose,adjHigh,adjLow,' +
        'adjOpen,adjVolume,divCash,splitFactor',
      apple,
      ({ date, open, high, low, close, volume }) => {
        const prices = [close, high, low, open, volume];
        return ['AAPL', `${date} 00:00:00+00:00`, ...prices, ...prices, '0.0', '1.0'].join();
      },
    ),
    candles: one,
    says: raw,
  },
  {
    vendor: 'EODHD',
    file: 'AAPL.US.csv',
    text: table('Date,Open,High,Low,Close,Adjusted_close,Volume', apple, (row) => {
      return `${row.date},${ohlc(row)},${row.close},${row.volume}`;
    }),
    candles: one,
    says: sessions,
  },
  {
    vendor: 'Massive (Polygon), daily flat file',
    file: '2024-day_aggs.csv',
    text: table(
      'ticker,volume,open,close,high,low,window_start,transactions',
      apple,
      ({ date, open, high, low, close, volume }) =>
        ['AAPL', volume, open, close, high, low, `${midnightOf(date)}000000`, 9].join(),
    ),
    candles: one,
    says: raw,
  },
  {
    vendor: 'Massive (Polygon), aggregates of its client in pandas',
    file: 'AAPL.csv',
    text: table(',open,high,low,close,volume,vwap,timestamp,transactions,otc', apple, (row) =>
      [apple.indexOf(row), ohlc(row), row.volume, row.close, midnightOf(row.date), 9, ''].join(),
    ),
    candles: one,
    says: sessions,
    unsure: 'the order of the columns',
  },
  {
    vendor: 'Alpaca, shares in pandas',
    file: 'bars.csv',
    text: table('symbol,timestamp,open,high,low,close,volume,trade_count,vwap', apple, (row) => {
      return (
        `AAPL,${utc(midnightOf(row.date))}+00:00,${ohlc(row)},` + `${row.volume}.0,9.0,${row.close}`
      );
    }),
    candles: one,
    says: raw,
  },
  {
    vendor: 'Interactive Brokers, daily bars of its interface in pandas',
    file: 'AAPL.csv',
    text: table(',date,open,high,low,close,volume,average,barCount', apple, (row) => {
      return [apple.indexOf(row), row.date, ohlc(row), row.volume, row.close, 9].join();
    }),
    candles: one,
    says: sessions,
  },
  {
    vendor: 'Interactive Brokers, dates of its interface',
    file: 'AAPL.csv',
    text: table('date,open,high,low,close,volume,wap,count', apple, (row) => {
      return `${plainDate(row.date)},${ohlc(row)},${row.volume},${row.close},9`;
    }),
    candles: one,
    says: sessions,
    unsure: 'users write the header themselves',
  },
  {
    vendor: 'Quandl WIKI',
    file: 'WIKI-AAPL.csv',
    text: table(
      'Date,Open,High,Low,Close,Volume,Ex-Dividend,Split Ratio,Adj. Open,Adj. High,Adj. ' +
        'Low,Adj. Close,Adj. Volume',
      newestFirst(apple),
      (row) =>
        [row.date, ohlc(row), `${row.volume}.0`, '0.0,1.0', ohlc(row), `${row.volume}.0`].join(),
    ),
    candles: one,
    says: raw,
  },
  {
    vendor: 'Sharadar SEP',
    file: 'SHARADAR_SEP.csv',
    text: table(
      'ticker,date,open,high,low,close,volume,closeadj,closeunadj,lastupdated',
      newestFirst(apple),
      (row) => `AAPL,${row.date},${ohlc(row)},${row.volume}.0,${row.close},${row.close},2024-04-01`,
    ),
    candles: one,
    says: splitAdjusted,
  },
  {
    vendor: 'Twelve Data',
    file: 'AAPL.csv',
    text: table('datetime;open;high;low;close;volume', newestFirst(apple), (row) => {
      return `${row.date};${ohlc(row, ';')};${row.volume}`;
    }),
    candles: one,
    says: [...sessions, 'delimiter: semicolon'],
  },
  {
    vendor: 'Marketstack',
    file: 'eod.csv',
    text: table(
      'open,high,low,close,volume,adj_high,adj_low,adj_close,adj_open,' +
        'adj_volume,split_factor,dividend,symbol,exchange,date',
      newestFirst(apple),
      ({ date, open, high, low, close, volume }) => {
        const prices = [
          open,
          high,
          low,
          close,
          `${volume}.0`,
          high,
          low,
          close,
          open,
          `${volume}.0`,
        ];
        return [...prices, '1.0', '0.0', 'AAPL', 'XNAS', `${date}T00:00:00+0000`].join();
      },
    ),
    candles: one,
    says: raw,
    unsure: 'the fields are documented as JSON, and their order in CSV is not',
  },
  {
    vendor: 'Financial Modeling Prep',
    file: 'AAPL.csv',
    text: table(
      'date,open,high,low,close,adjClose,volume,unadjustedVolume,change,' +
        'changePercent,vwap,label,changeOverTime',
      newestFirst(apple),
      (row) =>
        [row.date, ohlc(row), row.close, row.volume, row.volume, 0.5, 0.2, row.close]
          .concat(['"January 02, 24"', 0.002])
          .join(),
    ),
    candles: one,
    says: splitAdjusted,
    unsure: 'the labels',
  },
  {
    vendor: 'pandas with an index without a name',
    file: 'AAPL.csv',
    text: table(',open,high,low,close,volume', apple, (row) => {
      return `${row.date},${ohlc(row)},${row.volume}`;
    }),
    candles: one,
    says: sessions,
  },
  {
    vendor: 'pandas, closes of several symbols',
    file: 'closes.csv',
    text: ['Date,AAPL,MSFT', ...sideBySide(['close']), ''].join('\n'),
    candles: two,
    isCloseOnly: true,
    says: [...sessions, 'closeOnly: true', 'columns: { close: MSFT }'],
  },
  {
    vendor: 'pandas with an index of times',
    file: 'AAPL.csv',
    text: table('date,open,high,low,close,volume', apple, (row) => {
      return `${row.date} 00:00:00,${ohlc(row)},${row.volume}`;
    }),
    candles: one,
    says: sessions,
  },
];

const databentoHeader =
  'ts_event,rtype,publisher_id,instrument_id,open,high,low,close,volume,symbol';
const utcDays = ['calendar: 24/5', 'dayStart: 00:00', 'frequency: daily', 'priceBasis: raw'];

const databento: VendorFile[] = [
  {
    vendor: 'Databento, daily bars in fixed-point numbers',
    file: 'xnas-itch-20240102-20240328.ohlcv-1d.csv',
    text: table(databentoHeader, apple, ({ date, open, high, low, close, volume }) => {
      const prices = [open, high, low, close].map((price) => `${Math.round(price * 100)}0000000`);
      return [`${Date.parse(date)}000000`, 35, 2, 32, ...prices, volume, 'AAPL'].join();
    }),
    candles: one,
    says: [...utcDays, 'scale: 1e-9', 'epoch: ns'],
  },
  {
    vendor: 'Databento, daily bars with pretty prices and times',
    file: 'xnas-itch-20240102-20240328.ohlcv-1d.csv',
    text: table(databentoHeader, apple, ({ date, open, high, low, close, volume }) => {
      const prices = [open, high, low, close].map((price) => price.toFixed(9));
      return [`${date}T00:00:00.000000000Z`, 35, 2, 32, ...prices, volume, 'AAPL'].join();
    }),
    candles: one,
    says: utcDays,
  },
];

export const shareForms: readonly VendorFile[] = [...yahoo, ...interfaces, ...databento];
