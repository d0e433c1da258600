/** Coins, currencies and Chinese shares, as vendors write them. */

import {
  newestFirst,
  ohlc,
  plainDate,
  table,
  utc,
  type VendorFile,
} from './vendor-file.fixture.js';
import {
  bank,
  chicagoCoin,
  coinDays,
  coinHours,
  pairDays,
  pairHours,
  pairMinutes,
  type Candle,
} from './walk.fixture.js';

const coinDaily = ['calendar: 24/7', 'frequency: daily', 'priceBasis: raw'];
const coinHourly = ['calendar: 24/7', 'frequency: intraday', 'barMinutes: 60', 'stamp: start'];

const kline = (row: Candle, length: number, unit = ''): string =>
  [
    `${row.start}${unit}`,
    ...[row.open, row.high, row.low, row.close].map((price) => price.toFixed(8)),
    `${row.volume}.5`,
    `${row.start + length - 1}${unit === '' ? '' : '999'}`,
    '0.1,9,0.1,0.1,0',
  ].join();
const hour = 3_600_000;
const day = 24 * hour;

const coins: VendorFile[] = [
  {
    vendor: 'Binance, days in ms',
    file: 'BTCUSDT-1d-2024-01.csv',
    text: table('', coinDays, (row) => kline(row, day)),
    candles: { BTCUSDT: coinDays },
    says: [...coinDaily, 'epoch: ms', 'currency: USDT'],
  },
  {
    vendor: 'Binance, hours in µs',
    file: 'BTCUSDT-1h-2025-01.csv',
    text: table('', coinHours, (row) => kline(row, hour, '000')),
    candles: { BTCUSDT: coinHours },
    says: [...coinHourly, 'epoch: us'],
  },
  {
    vendor: 'Binance, futures with a header',
    file: 'BTCUSDT-1h-2024-01.csv',
    text: table(
      'open_time,open,high,low,close,volume,close_time,quote_volume,count,' +
        'taker_buy_volume,taker_buy_quote_volume,ignore',
      coinHours,
      (row) => kline(row, hour),
    ),
    candles: { BTCUSDT: coinHours },
    says: [...coinHourly, 'epoch: ms'],
  },
  {
    vendor: 'Kraken',
    file: 'XBTUSD_1440.csv',
    text: table('', coinDays, (row) => `${row.start / 1000},${ohlc(row)},${row.volume}.5,9`),
    candles: { XBTUSD: coinDays },
    says: [...coinDaily, 'epoch: s', 'currency: USD'],
  },
  {
    vendor: 'Coinbase, candles with a header',
    file: 'BTC-USD.csv',
    text: table(
      'time,low,high,open,close,volume',
      newestFirst(coinDays),
      ({ start, open, high, low, close, volume }) =>
        [start / 1000, low, high, open, close, volume].join(),
    ),
    candles: { 'BTC-USD': coinDays },
    says: coinDaily,
  },
  {
    vendor: 'CoinGecko',
    file: 'btc-usd-max.csv',
    text: table('snapped_at,price,market_cap,total_volume', coinDays, (row) => {
      return `${row.date} 00:00:00 UTC,${row.close},800000000.0,${row.volume}.0`;
    }),
    candles: { 'BTC-USD': coinDays },
    isCloseOnly: true,
    says: [...coinDaily, 'closeOnly: true'],
  },
  {
    vendor: 'Alpaca, coins, whose days begin at midnight in Chicago',
    file: 'bars.csv',
    text: table(
      'symbol,timestamp,open,high,low,close,volume,trade_count,vwap',
      chicagoCoin,
      (row) => {
        return `BTC/USD,${utc(row.start)}+00:00,${ohlc(row)},${row.volume}.5,9.0,${row.close}`;
      },
    ),
    candles: { 'BTC/USD': chicagoCoin },
    says: [...coinDaily, 'dayStart: 01:00 America/New_York'],
  },
  {
    vendor: 'ccxt in pandas',
    file: 'BTC_USDT-1h.csv',
    text: table('timestamp,open,high,low,close,volume', coinHours, (row) => {
      return `${row.start},${ohlc(row)},${row.volume}.5`;
    }),
    candles: { BTC_USDT: coinHours },
    says: [...coinHourly, 'epoch: ms'],
  },
  {
    vendor: 'CryptoDataDownload',
    file: 'Binance_BTCUSDT_1h.csv',
    text: table(
      'https://www.CryptoDataDownload.com\n' +
        'Unix,Date,Symbol,Open,High,Low,Close,Volume BTC,Volume USDT,tradecount',
      newestFirst(coinHours),
      (row) =>
        `${row.start},${utc(row.start)},BTCUSDT,${ohlc(row)},${row.volume}.5,${row.volume}.5,9`,
    ),
    candles: { BTCUSDT: coinHours },
    says: coinHourly,
  },
];

const pairDaily = ['calendar: 24/5', 'frequency: daily', 'currency: USD'];
const pairHourly = ['calendar: 24/5', 'frequency: intraday', 'barMinutes: 60', 'stamp: start'];
const dots = (date: string): string => date.replaceAll('-', '.');

const currencies: VendorFile[] = [
  {
    vendor: 'MetaTrader 4, days',
    file: 'EURUSD1440.csv',
    text: table('', pairDays, (row) => `${dots(row.date)},00:00,${ohlc(row)},${row.volume}`),
    candles: { EURUSD: pairDays },
    says: pairDaily,
  },
  {
    vendor: 'MetaTrader 4, hours',
    file: 'EURUSD60.csv',
    text: table('', pairHours, (row) => {
      const [date = '', clock = ''] = utc(row.start).split(' ');
      return `${dots(date)},${clock.slice(0, 5)},${ohlc(row)},${row.volume}`;
    }),
    candles: { EURUSD: pairHours },
    says: pairHourly,
  },
  {
    vendor: 'MetaTrader 5, days',
    file: 'EURUSD_Daily_202401020000_202403290000.csv',
    text: table(
      '<DATE>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
      pairDays,
      (row) => `${dots(row.date)}\t${ohlc(row, '\t')}\t${row.volume}\t0\t5`,
      '\r\n',
    ),
    candles: { EURUSD: pairDays },
    says: [...pairDaily, 'delimiter: tab'],
  },
  {
    vendor: 'MetaTrader 5, hours',
    file: 'EURUSD_H1_202401020000_202401292300.csv',
    text: table(
      '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
      pairHours,
      (row) => {
        const time = dots(utc(row.start)).replace(' ', '\t');
        return `${time}\t${ohlc(row, '\t')}\t${row.volume}\t0\t5`;
      },
      '\r\n',
    ),
    candles: { EURUSD: pairHours },
    says: pairHourly,
  },
  {
    vendor: 'HistData',
    file: 'DAT_ASCII_EURUSD_M1_202401.csv',
    text: table('', pairMinutes, (row) => {
      const time = utc(row.start - 5 * hour).replaceAll(/[-:]/g, '');
      return `${time};${ohlc(row, ';')};0`;
    }),
    candles: { EURUSD: pairMinutes },
    says: ['calendar: 24/5', 'barMinutes: 1', 'timestampZone: -05:00'],
  },
  {
    vendor: 'Dukascopy, its page',
    file: 'EURUSD_Candlestick_1_Hour_BID_01.01.2024-21.01.2024.csv',
    text: table('Gmt time,Open,High,Low,Close,Volume', pairHours, (row) => {
      const [date = '', clock] = utc(row.start).split(' ');
      return `${date.split('-').toReversed().join('.')} ${clock}.000,${ohlc(row)},${row.volume}.5`;
    }),
    candles: { EURUSD: pairHours },
    says: pairHourly,
  },
  {
    vendor: 'Dukascopy, by its library for Node',
    file: 'eurusd-h1-bid-2024-01-01-2024-01-21.csv',
    text: table('timestamp,open,high,low,close,volume', pairHours, (row) => {
      return `${row.start},${ohlc(row)},${row.volume}.5`;
    }),
    candles: { EURUSD: pairHours },
    says: pairHourly,
  },
];

const shanghai = ['calendar: XSHG', 'frequency: daily', 'currency: CNY', 'priceBasis: raw'];

const chinese: VendorFile[] = [
  {
    vendor: 'akshare, with the code',
    file: 'stock_zh_a_hist.csv',
    text: `\ufeff${table(
      ',日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,振幅,涨跌幅,涨跌额,换手率',
      bank,
      ({ date, open, high, low, close, volume }) =>
        [bank.findIndex((one) => one.date === date), date, '000001', open, close, high, low]
          .concat([volume, volume * 10, 1.2, 0.5, 0.1, 0.3])
          .join(),
    )}`,
    candles: { '000001': bank },
    says: [...shanghai, 'lotSize: 100'],
  },
  {
    vendor: 'Tushare',
    file: '000001.SZ.csv',
    text: table(
      ',ts_code,trade_date,open,high,low,close,pre_close,change,pct_chg,vol,amount',
      newestFirst(bank),
      (row) =>
        [
          0,
          '000001.SZ',
          plainDate(row.date),
          ohlc(row),
          row.open,
          0.1,
          0.2,
          `${row.volume}.0`,
          9.5,
        ].join(),
    ),
    candles: { '000001.SZ': bank },
    says: [...shanghai, 'lotSize: 100'],
  },
];

export const otherForms: readonly VendorFile[] = [...coins, ...currencies, ...chinese];
