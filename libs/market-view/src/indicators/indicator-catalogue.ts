/** Every indicator that `view.indicator` serves, by name. */

import { excerpt, invalidInput } from '#values';
import { priceFormulas } from './catalogue/averages.js';
import { candleFormulas, type CandlestickPattern } from './catalogue/candles.js';
import type { IndicatorEntry, IndicatorFormula, IndicatorOptions } from './catalogue/entry.js';
import { oscillatorFormulas } from './catalogue/oscillators.js';
import { rangeFormulas } from './catalogue/ranges.js';
import { trendFormulas } from './catalogue/trends.js';
import { volumeFormulas } from './catalogue/volumes.js';

const formulas = {
  ...priceFormulas,
  ...rangeFormulas,
  ...trendFormulas,
  ...oscillatorFormulas,
  ...volumeFormulas,
  ...candleFormulas,
};

export type IndicatorName = keyof typeof formulas;

/** What the values of those are that are more than one number. */
interface ManyNumbers {
  readonly adx: Readonly<Record<'adx' | 'pdi' | 'mdi', number>>;
  readonly candlesticks: Readonly<Record<CandlestickPattern, 0 | 1>>;
  readonly chandelier: Readonly<Record<'exitLong' | 'exitShort', number>>;
  readonly heikinAshi: Readonly<Record<'open' | 'high' | 'low' | 'close', number>>;
  readonly ichimoku: Readonly<Record<'conversion' | 'base' | 'spanA' | 'spanB', number>>;
  readonly keltner: Readonly<Record<'middle' | 'upper' | 'lower', number>>;
  readonly kst: Readonly<Record<'kst' | 'signal', number>>;
  readonly stochRsi: Readonly<Record<'stochRSI' | 'k' | 'd', number>>;
  readonly stochastic: Readonly<Record<'k' | 'd', number>>;
}

/** A number, or an object of numbers. */
export type IndicatorValue<Name extends IndicatorName = IndicatorName> =
  Name extends keyof ManyNumbers ? ManyNumbers[Name] : number;

/** What each indicator is, in plain data: options, warm-up, window, formula, known defects. */
export const indicatorCatalogue: readonly IndicatorEntry[] = Object.entries(formulas).map(
  ([name, { doc, reads, options, output, warmUp, window, source, defects }]) =>
    Object.freeze({ name, doc, reads, options, output, warmUp, window, source, defects }),
);

/** Indicators that follow the cursor, which the view has methods of their own for. */
const methods: Readonly<Record<string, string>> = {
  sma: 'view.sma(symbol, length)',
  ema: 'view.ema(symbol, length)',
  rsi: 'view.rsi(symbol, length)',
  macd: 'view.macd(symbol, fast, slow, signal)',
  bollinger: 'view.bollinger(symbol, length, deviations)',
};

/**
 * The formula of that name; `InvalidInput` for any other, naming those that there are or the
 * method that has it.
 */
export function formulaOf(name: string): IndicatorFormula {
  if (Object.hasOwn(formulas, name)) return formulas[name as IndicatorName] as IndicatorFormula;
  if (Object.hasOwn(methods, name)) {
    throw invalidInput(`${name} is a method of the view`, { expected: methods[name] as string });
  }
  throw invalidInput('unknown indicator', {
    expected: `one of ${Object.keys(formulas).join(', ')}`,
    found: excerpt(name),
  });
}

/**
 * All options of `name`, checked, with defaults for those left out; `InvalidInput` for unknown
 * or invalid ones.
 */
export function completeOptions(
  name: string,
  { options }: Pick<IndicatorEntry, 'options'>,
  asked: Readonly<Record<string, unknown>>,
): IndicatorOptions {
  for (const key of Object.keys(asked)) {
    if (Object.hasOwn(options, key)) continue;
    throw invalidInput('unknown option', {
      where: name,
      expected: `one of ${Object.keys(options).join(', ') || 'none'}`,
      found: excerpt(key),
    });
  }
  return Object.fromEntries(
    Object.entries(options).map(([key, { default: value, min, max, integer }]) => {
      const found = asked[key] === undefined ? value : asked[key];
      const fits = typeof found === 'number' && found >= min && found <= max;
      if (fits && (!integer || Number.isInteger(found))) return [key, found];
      throw invalidInput('not a value of this option', {
        where: `${name} ${key}`,
        expected: `${integer ? 'an integer' : 'a number'} from ${min} to ${max}`,
        found: excerpt(found),
      });
    }),
  );
}
