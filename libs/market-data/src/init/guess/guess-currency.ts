/** What a symbol says about its money: currency pairs, coins, and the currency that quotes them. */

import { currencyOfCode, isChineseCode } from './chinese-shares.js';

const codes = [
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CHF',
  'AUD',
  'CAD',
  'NZD',
  'SEK',
  'NOK',
  'DKK',
  'CNH',
  'CNY',
  'HKD',
  'SGD',
  'MXN',
  'ZAR',
  'TRY',
  'PLN',
  'CZK',
  'HUF',
  'INR',
  'BRL',
  'KRW',
  'THB',
  'ILS',
  'XAU',
  'XAG',
  'XPT',
  'XPD',
].join('|');
const coins = [
  'BTC',
  'XBT',
  'ETH',
  'SOL',
  'XRP',
  'ADA',
  'DOGE',
  'LTC',
  'BCH',
  'DOT',
  'LINK',
  'AVAX',
  'BNB',
  'TRX',
  'XLM',
  'XMR',
].join('|');
const stable = 'USDT|USDC';

const currencyPair = new RegExp(`^(?:${codes})[-/_.]?(${codes})`, 'i');
const coinPair = new RegExp(`^(?:${coins})[-/_.]?(${stable}|${codes}|BTC|XBT|ETH|PERP)`, 'i');
const stablePair = new RegExp(`^[A-Z0-9]{2,}?[-/_.]?(${stable})$`, 'i');
/** Yahoo's short form of USDJPY is JPY=X. */
const yahooPair = new RegExp(`^(${codes})=X$`, 'i');
/** A code after a separator, whatever is before it: SHIB-EUR. */
const separated = new RegExp(`^[A-Z0-9]{2,12}[-/_](${stable}|${codes})$`, 'i');

export const isCurrencyPair = (symbol: string): boolean =>
  currencyPair.test(symbol) || yahooPair.test(symbol);
export const isCoin = (symbol: string): boolean => coinPair.test(symbol) || stablePair.test(symbol);

/** The currency in which a pair is quoted; undefined if the symbol does not tell. */
export function quoteOf(symbol: string): string | undefined {
  if (isChineseCode(symbol)) return currencyOfCode(symbol);
  for (const pair of [currencyPair, yahooPair, coinPair, stablePair, separated]) {
    const quote = pair.exec(symbol)?.[1]?.toUpperCase();
    // A perpetual future does not name its quote.
    if (quote !== undefined) return quote === 'PERP' ? undefined : quote;
  }
  return undefined;
}

/**
 * `chinese`: symbols that are codes of Chinese shares by their table.
 *
 * The manifest's `currency` and its exceptions: that of all symbols if they agree, else USD where a
 * symbol does not tell its own.
 */
export function currenciesOf(symbols: readonly string[], chinese: ReadonlySet<string> = new Set()) {
  const quotes = symbols.map((symbol) => {
    const quote = chinese.has(symbol) ? currencyOfCode(symbol) : quoteOf(symbol);
    return [symbol, quote] as const;
  });
  const found = quotes.map(([, quote]) => quote ?? 'USD');
  const currency = found.includes('USD') ? 'USD' : (found[0] ?? 'USD');
  const others = quotes.filter(([, quote]) => (quote ?? 'USD') !== currency);
  return {
    currency,
    isTold: quotes.every(([, quote]) => quote !== undefined),
    exceptions: Object.fromEntries(others),
  };
}
