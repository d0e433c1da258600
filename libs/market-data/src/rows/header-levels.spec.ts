/** Headers of yfinance in several lines, as its versions write them. */

import { describe, expect, it } from 'vitest';
import { headerLevels, levelledNames } from './header-levels.js';

const split = (text: string): string[][] => text.split('\n').map((line) => line.split(','));

describe('a header in several lines', () => {
  it.each([
    ['today', 'Price,Close,Open\nTicker,AAPL,AAPL\nDate,,', 'Date,Close,Open'],
    ['by ticker', 'Ticker,AAPL,AAPL\nPrice,Close,Open\nDatetime,,', 'Datetime,Close,Open'],
    ['without names of levels', ',Adj Close,Close\n,AAPL,AAPL\nDate,,', 'Date,Adj Close,Close'],
    ['by ticker, without names', ',AAPL,AAPL\n,Open,Close\nDate,,', 'Date,Open,Close'],
    ['of a table without index', 'Date,Close,Open\n,AAPL,AAPL\n2024-01-02,1,1', 'Date,Close,Open'],
    ['of two tickers', 'Price,Close,Close\nTicker,AAPL,SPY\nDate,,', 'Date,Close,Close of SPY'],
    ['of two, older', ',Close,Close\n,SPY,AAPL\nDate,,', 'Date,Close of SPY,Close'],
  ])('%s', (_, text, names) => {
    const [first = [], second, third] = split(text);
    const levels = headerLevels(first, second, third);
    expect(levels && levelledNames(levels, 'AAPL').join()).toBe(names);
  });

  it.each([
    ['a row of numbers', 'Date,Close,Open\n2024-01-02,1,1\n2024-01-03,1,1'],
    ['an index in front', ',Close,Open\n0,1,1\n1,1,1'],
    ['texts in the rows', 'Date,Close,Note\n,n/a,none\n2024-01-02,1,x'],
    ['a single line', 'Date,Close'],
  ])('is none: %s', (_, text) => {
    const [first = [], second, third] = split(text);
    expect(headerLevels(first, second, third)).toBeUndefined();
  });
});
