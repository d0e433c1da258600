/** Tests of the currencies that symbols tell. */

import { expect, it } from 'vitest';
import { currenciesOf, isCoin, isCurrencyPair, quoteOf } from './guess/guess-currency.js';
import { init } from './init-dataset.fixture.js';

it.each([
  ['EURUSD', 'USD'],
  ['USDJPY', 'JPY'],
  ['usd/try', 'TRY'],
  ['GBP-CHF', 'CHF'],
  ['EURUSD.FXCM', 'USD'],
  ['XAUEUR', 'EUR'],
  ['USDJPY=X', 'JPY'],
  ['JPY=X', 'JPY'],
  ['BTC-EUR', 'EUR'],
  ['BTCEUR', 'EUR'],
  ['SOL/GBP', 'GBP'],
  ['ETHBTC', 'BTC'],
  ['PEPEUSDT', 'USDT'],
  ['SHIB-EUR', 'EUR'],
  ['BTC-PERP', undefined],
  ['AAPL', undefined],
  ['BRK-B', undefined],
  ['SAP.DE', undefined],
  ['ETH', undefined],
])('%s is quoted in %s', (symbol, quote) => {
  expect(quoteOf(symbol)).toBe(quote);
});

it('tells coins and currencies from stocks', () => {
  expect(['BTC-EUR', 'SOLUSD', 'PEPEUSDC', 'BTC-PERP'].filter(isCoin)).toHaveLength(4);
  expect(['EURUSD', 'USD/TRY', 'JPY=X'].filter(isCurrencyPair)).toHaveLength(3);
  const stocks = ['AAPL', 'ETH', 'BRK-B', 'EURN', 'USD', 'CAD', 'LINK'];
  expect(stocks.filter((one) => isCoin(one) || isCurrencyPair(one))).toEqual([]);
});

it.each([
  [['EURUSD', 'USDJPY'], 'USD', { USDJPY: 'JPY' }],
  [['USDJPY', 'EURUSD'], 'USD', { USDJPY: 'JPY' }],
  [['USDJPY', 'AAPL'], 'USD', { USDJPY: 'JPY' }],
  [['USDJPY', 'EURJPY'], 'JPY', {}],
  [['BTC-EUR', 'USDJPY', 'EURUSD'], 'USD', { 'BTC-EUR': 'EUR', USDJPY: 'JPY' }],
  [['BTC-EUR', 'USDJPY'], 'EUR', { USDJPY: 'JPY' }],
  [['AAPL'], 'USD', {}],
])('%j: %s, but %j', (symbols, currency, exceptions) => {
  expect(currenciesOf(symbols)).toMatchObject({ currency, exceptions });
});

it('reads the pairs of a column of symbols', async () => {
  const row = (symbol: string): string => `${symbol},2024-01-02,1,1,1,1\n`;
  const text = `symbol,date,open,high,low,close\n${row('EURUSD')}${row('USDJPY')}`;
  const { manifest } = await init({ 'fx.csv': text });
  expect(manifest).toContain('currency: USD # guessed from the pair');
  expect(manifest).toContain('currencies: { USDJPY: JPY } # guessed from the pairs');
});
