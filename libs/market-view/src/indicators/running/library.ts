/** The library `technicalindicators`, loaded when an indicator of it is first asked for. */

import { createRequire } from 'node:module';

/** One bar in trade prices; `volume` in shares. Members that a formula does not read may be NaN. */
export interface TradeBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Columns of bars, oldest first, as the library's candlestick patterns take them. */
type BarColumns = Readonly<Record<'open' | 'high' | 'low' | 'close', readonly number[]>>;

/**
 * Takes one bar, or one price if the formula reads only prices, and returns the library's
 * current value.
 */
interface Following<Input> {
  nextValue(input: Input): unknown;
}

type FollowingClass<Input> = new (options: object) => Following<Input>;

type PriceClass = 'KST' | 'ROC' | 'SMA' | 'TRIX' | 'WEMA' | 'WMA';

export type BarClass =
  | 'ADL'
  | 'ADX'
  | 'ATR'
  | 'AwesomeOscillator'
  | 'CCI'
  | 'ChandelierExit'
  | 'ForceIndex'
  | 'HeikinAshi'
  | 'IchimokuCloud'
  | 'KeltnerChannels'
  | 'MFI'
  | 'OBV'
  | 'PSAR'
  | 'Stochastic'
  | 'TrueRange'
  | 'VWAP'
  | 'WilliamsR';

/**
 * The part of the library that is served. Its own declarations ask for members that it
 * does not read.
 */
export type IndicatorLibrary = Readonly<
  Record<PriceClass, FollowingClass<number>> & Record<BarClass, FollowingClass<TradeBar>>
> & {
  setConfig(key: 'precision', value: number | undefined): void;
  /** A candlestick pattern by its function: whether the last bars show it. */
  readonly [pattern: Lowercase<string>]: (bars: BarColumns) => boolean;
};

const packageName = 'technicalindicators';
/** Made at the start, because a module's process takes the way to it from the module. */
const load = createRequire(import.meta.url);
let loaded: IndicatorLibrary | undefined;

/**
 * The library, with its process-wide rounding precision reset to none, since any code of the
 * process can set it. Loaded synchronously, because a view answers at once; that takes a few
 * milliseconds, which runs that use none of these indicators do not pay.
 */
export function indicatorLibrary(): IndicatorLibrary {
  loaded ??= load(packageName) as IndicatorLibrary;
  loaded.setConfig('precision', undefined);
  return loaded;
}

/** The files that a load reads, for processes that may read only what they are granted. */
export function indicatorLibraryFiles(): string[] {
  return [load.resolve(packageName), load.resolve(`${packageName}/package.json`)];
}
