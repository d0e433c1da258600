/**
 * Everything that can be asked of a market view: each method with sensible, huge and
 * impossible arguments.
 */

import {
  indicatorCatalogue,
  type BarRange,
  type IndicatorEntry,
  type IndicatorName,
  type MarketView,
} from '#market-view';
import type { Reading } from './reading.js';

/** A question, and its name in the reading. */
export type Question = readonly [name: string, ask: (view: MarketView) => unknown];

/** Asked in turn, decision by decision. */
const counts = [Infinity, 5, 1, 1e9];
/** Impossible counts, lengths and symbols; the types reject all of them. */
const impossible = [0, -1, 1.5, NaN, -Infinity, 2 ** 60, undefined, null, '5', '', {}, [3], true];
const strangers = ['NOPE', '', '__proto__', 'constructor', undefined, null, 7, {}] as string[];

type CountedMethod =
  'bars' | 'closes' | 'news' | 'filings' | 'fundamentals' | 'dividends' | 'splits' | 'corrections';
const countedMethods: readonly CountedMethod[] = [
  'bars',
  'closes',
  'news',
  'filings',
  'fundamentals',
  'dividends',
  'splits',
  'corrections',
];
type PlainMethod = 'lastPrice' | 'lastBar' | 'barCount' | 'lastTrade' | 'lastQuote' | 'isHalted';
const plainMethods: readonly PlainMethod[] = [
  'lastPrice',
  'lastBar',
  'barCount',
  'lastTrade',
  'lastQuote',
  'isHalted',
];

/**
 * What has an answer, on the symbols of the tape and the documents of all times; a list
 * for each count.
 */
export function sensibleQuestions(
  symbols: readonly string[],
  hashes: Iterable<string>,
): Question[][] {
  const list = [...hashes];
  return counts.map((count) => questionsWith(count, symbols, list));
}

function questionsWith(
  count: number,
  symbols: readonly string[],
  hashes: readonly string[],
): Question[] {
  const documents = [...hashes, 'f'.repeat(64), ''].map((hash): Question => [
    `document ${hash}`,
    (view) => view.document(hash),
  ]);
  return [
    ['place', (view) => [view.asOf, view.time, view.session, view.symbols, view.calendar]],
    ...symbols.flatMap((symbol) => [...reads(symbol, count), ...indicators(symbol)]),
    [`news ${count}`, (view) => view.news(null, count)],
    ['all news', (view) => view.news(null)],
    ...documents,
  ];
}

function reads(symbol: string, count: number): Question[] {
  return [
    ...plainMethods.map((method): Question => asked(method, symbol)),
    ...countedMethods.map((method): Question => asked(method, symbol, count)),
    between(symbol, {}),
    between(symbol, { count }),
    between(symbol, { after: 0, through: 2 ** 53, count }),
    adjusted(symbol, count, undefined),
    adjusted(symbol, count, { dividends: true }),
  ];
}

function asked(method: CountedMethod | PlainMethod, ...terms: unknown[]): Question {
  const name = `${method} ${terms.map(String).join(' ')}`;
  return [name, (view) => (view[method] as (...given: unknown[]) => unknown)(...terms)];
}

function between(symbol: string, range: BarRange): Question {
  const name = `bars between ${symbol} ${JSON.stringify(range)}`;
  return [name, (view) => view.barsBetween(symbol, range)];
}

function adjusted(symbol: string, count: number, options?: { dividends: boolean }): Question {
  const name = `adjusted ${symbol} ${count} ${options?.dividends}`;
  return [name, (view) => view.adjustedCloses(symbol, count, options)];
}

function indicators(symbol: string): Question[] {
  return [
    [`sma ${symbol}`, (view) => [view.sma(symbol, 1), view.sma(symbol, 3)]],
    [`sma cross ${symbol}`, (view) => [view.smaCross(symbol, 1, 2), view.smaCross(symbol, 3, 2)]],
    [`ema ${symbol}`, (view) => view.ema(symbol, 2)],
    [`rsi ${symbol}`, (view) => view.rsi(symbol, 2)],
    [`macd ${symbol}`, (view) => [view.macd(symbol), view.macd(symbol, 1, 2, 1)]],
    [`bollinger ${symbol}`, (view) => [view.bollinger(symbol), view.bollinger(symbol, 2, 1)]],
    ...indicatorCatalogue.map((entry) => ofCatalogue(entry, symbol)),
  ];
}

/** With short periods, so that it has a value within the few bars of a small market. */
function ofCatalogue({ name, options }: IndicatorEntry, symbol: string): Question {
  const short = Object.fromEntries(
    Object.entries(options).map(([option, { max }]) => [option, Math.min(2, max)]),
  );
  return [`${name} ${symbol}`, (view) => view.indicator(name as IndicatorName, symbol, short)];
}

/** Indicators not requested before, if `length` is new: they are fed with what can be read. */
export function freshIndicators(symbol: string, length: number): Question[] {
  return [
    ['fresh sma', (view) => view.sma(symbol, length)],
    ['fresh sma cross', (view) => view.smaCross(symbol, 1, length)],
    ['fresh ema', (view) => view.ema(symbol, length)],
    ['fresh rsi', (view) => view.rsi(symbol, length)],
    ['fresh macd', (view) => view.macd(symbol, 1, length, 1)],
    ['fresh bollinger', (view) => view.bollinger(symbol, length, 2)],
  ];
}

/** What has none: the texts of the errors are read. */
export function impossibleQuestions(symbol: string): Question[] {
  const badTerms = impossible.flatMap((term): Question[] => {
    const bad = term as number;
    return [
      ...countedMethods.map((method) => asked(method, symbol, bad)),
      between(symbol, { after: bad, through: bad, count: bad }),
      [`adjusted ${String(bad)}`, (view) => view.adjustedCloses(symbol, bad)],
      [`sma ${String(bad)}`, (view) => view.sma(symbol, bad)],
      [`sma cross ${String(bad)}`, (view) => view.smaCross(symbol, bad, bad)],
      [`ema ${String(bad)}`, (view) => view.ema(symbol, bad)],
      [`rsi ${String(bad)}`, (view) => view.rsi(symbol, bad)],
      [`macd ${String(bad)}`, (view) => view.macd(symbol, bad, bad, bad)],
      [`bollinger ${String(bad)}`, (view) => view.bollinger(symbol, bad, bad)],
      [`atr ${String(bad)}`, (view) => view.indicator('atr', symbol, { period: bad })],
      [`document ${String(bad)}`, (view) => view.document(bad as unknown as string)],
    ];
  });
  const unknown = strangers.flatMap((stranger): Question[] => [
    ...[...plainMethods, ...countedMethods].map((method) => asked(method, stranger, 1)),
    [`adjusted ${stranger}`, (view) => view.adjustedCloses(stranger, 1)],
    [`sma ${stranger}`, (view) => view.sma(stranger, 1)],
    [`atr ${stranger}`, (view) => view.indicator('atr', stranger)],
    [`indicator ${stranger}`, (view) => view.indicator(stranger as IndicatorName, symbol)],
  ]);
  return [...badTerms, ...unknown];
}

/**
 * Asks `count` questions from number `first` on, around the end; all of them when
 * `count` is left out.
 */
export function askQuestions(
  questions: readonly Question[],
  view: MarketView,
  reading: Reading,
  { first = 0, count = questions.length } = {},
): void {
  for (let index = first; index < first + count; index++) {
    const [name, ask] = questions[index % questions.length] as Question;
    reading.call(name, () => ask(view));
  }
}
