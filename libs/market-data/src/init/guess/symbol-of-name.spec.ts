/** Names of price files that tell a symbol, and names that do not. */

import { describe, expect, it } from 'vitest';
import { sureSymbolOf } from './symbol-of-name.js';

describe('the symbol in the name of a file', () => {
  it.each([
    ['BATS_AAPL, 1D.csv', 'AAPL'],
    ['NASDAQ_AAPL, 1D_3f2a1.csv', 'AAPL'],
    ['BINANCE_BTCUSDT, 240.csv', 'BTCUSDT'],
    ['CME_MINI_ES1!, 5.csv', 'ES1!'],
    ['NSE_BAJAJ_AUTO, 1D (1).csv', 'BAJAJ_AUTO'],
    ['TVC_DXY, 1W.csv', 'DXY'],
    ['daily_adjusted_XLF.csv', 'XLF'],
    ['intraday_5min_IBM.csv', 'IBM'],
    ['Binance_BTCUSDT_d.csv', 'BTCUSDT'],
    ['btc-usd-max.csv', 'BTC-USD'],
    ['AAPL Historical Data (1).csv', 'AAPL'],
    ['Download Data - STOCK_US_XNAS_AAPL.csv', 'AAPL'],
    ['DAT_ASCII_EURUSD_M1_2024.csv', 'EURUSD'],
    ['XBTUSD_10080.csv', 'XBTUSD'],
    ['000001.SZ.csv', '000001.SZ'],
    ['sap.de.txt', 'SAP.DE'],
    ['aapl.us.txt', 'AAPL'],
    ['EURUSD_Candlestick_1_Hour_BID_01.01.2024-31.01.2024.csv', 'EURUSD'],
    ['eurusd-h1-bid-2024-01-01-2024-01-21.csv', 'EURUSD'],
    ['EURUSD1440.csv', 'EURUSD'],
    ['BTC_USDT-1h.csv', 'BTC_USDT'],
    ['EUR_USD.csv', 'EUR_USD'],
    ['WIKI-AAPL.csv', 'AAPL'],
    ['AAPL_full_1min_adjsplitdiv.txt', 'AAPL'],
    ['BID.csv', 'BID'],
    ['600519.csv', '600519'],
    ['sh600519.csv', 'SH600519'],
    ['T.csv', 'T'],
    ['MAX.csv', 'MAX'],
    ['aapl.csv', 'AAPL'],
  ])('%s is of %s', (file, symbol) => {
    expect(sureSymbolOf(file)).toBe(symbol);
  });

  it.each([
    'prices.csv',
    'data (1).csv',
    'export.csv',
    'HistoricalData_1734.csv',
    'DATA.csv',
    '2024-01-02.csv',
    '202401.csv',
    'AAPL MSFT.csv',
    'glbx-mdp3-20220610.ohlcv-1s.csv',
  ])('%s tells none', (file) => {
    expect(sureSymbolOf(file)).toBeUndefined();
  });
});
