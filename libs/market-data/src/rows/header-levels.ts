/**
 * The headers of yfinance in two or three lines: prices, tickers and, on a line of its own, the
 * name of the index.
 */

import { parseNumber } from './zoned-time.js';

export interface HeaderLevels {
  /** Names of the columns behind the index: `Close`. */
  readonly prices: readonly string[];
  /** The ticker of each of these columns. */
  readonly tickers: readonly string[];
  /** The name of the index, which is the time of the rows. */
  readonly index: string;
  /** Lines of the header. */
  readonly lines: 2 | 3;
}

/** Columns of yfinance in lower case, without spaces. */
const priceNames = new Set(
  'open high low close adjclose volume dividends stocksplits capitalgains repaired?'.split(' '),
);

const isPriceName = (name: string): boolean =>
  priceNames.has(name.toLowerCase().replaceAll(' ', ''));

/** Names of the two levels, in front of them; older versions leave them out. */
const corners = new Set(['', 'Price', 'Ticker']);

/** Whether the first two lines of a file can be prices and tickers, in either order. */
export function mayHaveLevels(first: readonly string[], second: readonly string[]): boolean {
  if (first.length < 2 || first.length !== second.length || !corners.has(second[0] as string)) {
    return false;
  }
  const isText = (name: string): boolean => name !== '' && parseNumber(name) === undefined;
  return second.slice(1).every(isText) && (isPrices(first) || isPrices(second));
}

const isPrices = (line: readonly string[]): boolean =>
  line[0] === 'Price' || line.slice(1).every(isPriceName);

/**
 * The levels of a header, from the first three lines of a file; undefined if the header is
 * a single line.
 */
export function headerLevels(
  first: readonly string[],
  second: readonly string[] = [],
  third: readonly string[] = [],
): HeaderLevels | undefined {
  if (!mayHaveLevels(first, second)) return undefined;
  const isTickersFirst = first[0] === 'Ticker' || second[0] === 'Price' || !isPrices(first);
  const [tickers, prices] = isTickersFirst ? [first, second] : [second, first];
  const levels = { prices: prices.slice(1), tickers: tickers.slice(1) };
  const isIndexLine = third.length === first.length && third.slice(1).every((name) => name === '');
  if (isIndexLine) return { ...levels, index: third[0] as string, lines: 3 };
  // Without a line for its name, the index has it in the first line.
  const index = first[0] as string;
  return corners.has(index) ? undefined : { ...levels, index, lines: 2 };
}

/** The names of the columns for a symbol; those of other tickers carry their name behind. */
export function levelledNames(levels: HeaderLevels, symbol?: string): string[] {
  const isOne = !isSideBySide(levels);
  const names = levels.prices.map((name, at) => {
    const ticker = levels.tickers[at];
    return isOne || ticker === symbol ? name : `${name} of ${ticker}`;
  });
  return [levels.index, ...names];
}

/** Whether the file has several tickers, each in columns of its own. */
export const isSideBySide = ({ tickers }: HeaderLevels): boolean => new Set(tickers).size > 1;
