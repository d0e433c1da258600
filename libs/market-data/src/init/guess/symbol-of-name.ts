/** The symbol in the name of a price file, between what vendors and browsers write around it. */

import { invalidInput } from '#values';
import { isCoin, isCurrencyPair } from './guess-currency.js';

const extension = /\.(?:us|csv|txt|tsv|dat|asc|prn|jsonl|ndjson|json|parquet|xlsx|zip|gz|zst)$/i;

/** Marks of bar lengths and times: `M1`, `5min`, `1d`, `2024`, `d`. */
const marks = /^(?:[mhdwt]|[mh]?\d+[a-z]*)?$/i;

/** Words that describe the file. */
const noise = new Set(
  (
    'dat ascii us historical data stock prices price history quotes quote table daily weekly ' +
    'monthly intraday hourly minute minutes min adjusted unadjusted raw max full compact export ' +
    'exports download downloads bars candles ohlc ohlcv klines kline chart eod equity copy of ' +
    'the for my new test sample file output input series timeseries candlestick hour day week ' +
    'month second tick bid ask historische daten adjsplit adjsplitdiv - –'
  ).split(' '),
);

/** Venues that vendors write in front of the symbol. */
const venues = new Set(
  (
    'nasdaq nyse bats amex arca cboe xnas xnys arcx binance binanceus bitstamp bitfinex coinbase ' +
    'kraken gemini okx bybit kucoin huobi bitmex poloniex oanda fxcm dukascopy'
  ).split(' '),
);

/** Data sets of Quandl, in front of the symbol. */
const ofQuandl = /^(?:WIKI|EOD)-(?=[A-Z])/;

/** MetaTrader 4 writes the minutes of a bar behind a pair: `EURUSD1440.csv`. */
const ofMetaTrader = /^([A-Z]{6})(?:1|5|15|30|60|240|1440|10080|43200)$/i;

/** TradingView: `NASDAQ_AAPL, 1D_3f2a1.csv`, where the exchange may have a second word. */
const ofTradingView =
  /^[A-Z0-9]+(?:_(?:MINI|DLY|DL|EOD))?_([^,]{1,64}), \d{0,5}[A-Z]?(?:[ _].{0,64})?$/;

function stemOf(file: string): string {
  let stem = file;
  while (extension.test(stem)) stem = stem.slice(0, stem.lastIndexOf('.'));
  return stem.replace(ofQuandl, '');
}

const wordsOf = (stem: string): string[] =>
  stem.split(/[\s_,()]+|-(?=\d|[mh]\d|d1\b|w1\b|bid\b|ask\b|max$)/i);

function isAround(word: string): boolean {
  const lower = word.toLowerCase();
  return (
    marks.test(word) || noise.has(lower) || venues.has(lower) || lower.startsWith('historical')
  );
}

const isPair = (text: string): boolean => isCoin(text) || isCurrencyPair(text);

const asSymbol = (text: string): string => text.toUpperCase().slice(0, 32);

/** Codes of shares in Shanghai and Shenzhen. Other six digits may be a month: `202401.csv`. */
const chineseCode = /^(?:[03]\d{5}|6[08]\d{4})$/;

/** A whole name that is a symbol, although it is also a word or a mark: `T.csv`, `ARCA.csv`. */
const isTicker = (stem: string): boolean => /^[A-Z]{1,5}$/.test(stem) && !isGeneric(stem);

const isGeneric = (stem: string): boolean => ['DATA', 'PRICE', 'QUOTE', 'TABLE'].includes(stem);

/**
 * The symbol in a name that leaves one word, or one in upper case; undefined if none is sure.
 * `aapl.us.txt` is AAPL, as Stooq writes it; other markets are kept: `sap.de.txt` is SAP.DE.
 */
export function sureSymbolOf(file: string): string | undefined {
  const stem = stemOf(file);
  const [, listed] = ofTradingView.exec(stem) ?? [];
  if (listed !== undefined) return asSymbol(listed);
  if (isTicker(stem) || chineseCode.test(stem)) return stem;
  const [, pair] = ofMetaTrader.exec(stem) ?? [];
  if (pair !== undefined && isPair(pair)) return asSymbol(pair);
  return symbolOfWords(stem);
}

/** The symbol that the words of a name leave. */
function symbolOfWords(stem: string): string | undefined {
  const left = wordsOf(stem).filter((word) => !isAround(word));
  const upper = left.filter((word) => /[A-Z]/.test(word) && word === word.toUpperCase());
  // ccxt and others write both sides of a pair as words.
  if (left.length === 2 && upper.length === 2 && isPair(left.join('_'))) return left.join('_');
  const [symbol, other] = left.length === 1 ? left : upper;
  return symbol === undefined || other !== undefined ? undefined : asSymbol(symbol);
}

/** The likeliest symbol, else the whole name in upper case: for what only needs a name. */
export function symbolOfName(file: string): string {
  const stem = stemOf(file);
  const first = wordsOf(stem).find((word) => !isAround(word));
  return sureSymbolOf(file) ?? asSymbol(first ?? stem);
}

/** For a file without a column for the symbol, whose name tells none. */
export const unknownSymbol = (file: string): Error =>
  invalidInput('the symbol of the prices is not known', {
    where: file,
    expected: 'a column for it, a name such as AAPL.csv, or --symbol, such as --symbol AAPL',
    found: 'a name without a symbol that is sure',
  });
