/** An entry of the indicator catalogue, and how its formula is started. */

import type { BarClass, IndicatorLibrary, TradeBar } from '../running/library.js';

export type IndicatorColumn = keyof TradeBar;

/** One option: a number with a default and bounds, both inclusive. */
export interface IndicatorOption {
  readonly doc: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

/** Every option by its name, given or by default. */
export type IndicatorOptions = Readonly<Record<string, number>>;

export interface BarsNeeded {
  /** Bars until the first value. */
  readonly warmUp: number;
  /**
   * Bars that the value is computed from: the last ones, or all readable ones if there are fewer.
   */
  readonly window: number;
}

/** The description of an indicator: plain data, for lists and pages. */
export interface IndicatorEntry {
  readonly name: string;
  /** One sentence. */
  readonly doc: string;
  /** Columns of the bars that the formula reads. */
  readonly reads: readonly IndicatorColumn[];
  readonly options: Readonly<Record<string, IndicatorOption>>;
  /** What the number is, or the members of the value by name. */
  readonly output: string | Readonly<Record<string, string>>;
  /** Bars until the first value, as a formula of the options. */
  readonly warmUp: string;
  /** Bars that the value is computed from, as a formula of the options. */
  readonly window: string;
  /** Where the formula is from. */
  readonly source: string;
  /** Differences from the source, and cases left undefined. */
  readonly defects: readonly string[];
}

/** An entry with its formula. */
export interface IndicatorFormula<Option extends string = string> extends Omit<
  IndicatorEntry,
  'name' | 'options'
> {
  readonly options: Readonly<Record<Option, IndicatorOption>>;
  bars(options: Readonly<Record<Option, number>>): BarsNeeded;
  /**
   * A function that takes the `count` bars of a window one by one, and returns the value after the
   * last; NaN if it is undefined.
   */
  start(
    library: IndicatorLibrary,
    options: Readonly<Record<Option, number>>,
    count: number,
  ): (bar: TradeBar) => unknown;
}

/** Infers the names of the options, which `bars` and `start` read. */
export function formula<Option extends string>(
  entry: IndicatorFormula<Option>,
): IndicatorFormula<Option> {
  return entry;
}

/** Starts a formula that is one class of the library as it is, made with what `settings` gives. */
export function following<Option extends string>(
  name: BarClass,
  settings: (options: Readonly<Record<Option, number>>) => object,
): IndicatorFormula<Option>['start'] {
  return (library, options) => {
    const running = new library[name](settings(options));
    return (bar) => running.nextValue(bar);
  };
}

/** The longest period: with it the longest window has 17,000 bars. */
const periodMax = 500;

/** An option that counts bars. */
export function barsOption(value: number, doc: string): IndicatorOption {
  return { doc, default: value, min: 1, max: periodMax, integer: true };
}

/** An option that multiplies: 0 to `max`. */
export function factorOption(value: number, max: number, doc: string): IndicatorOption {
  return { doc, default: value, min: 0, max, integer: false };
}

/**
 * Bars after which a smoothing by Wilder (weight 1 / period) has forgotten its seed: (1 -
 * 1/period)^(30 period) is below e^-30, that is 1e-13.
 */
export function wilderSettling(period: number): number {
  return 30 * period;
}

/** The same for an exponential average (weight 2 / (period + 1)). */
export function emaSettling(period: number): number {
  return 15 * (period + 1);
}

/** The library returns undefined for a value of exactly 0. */
export function zeroIfNone(value: unknown): unknown {
  return value ?? 0;
}

/**
 * A difference this much smaller than the prices is rounding, as of prices that a factor adjusted.
 */
const rounding = 1e-12;

/** Whether two prices differ by rounding at most. */
export function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= rounding * Math.max(Math.abs(one), Math.abs(other));
}

/**
 * Replaces a price that differs only by rounding from another price of its bar or of the bar before
 * by that price. A formula that divides by a range, or asks which of two prices is higher, would
 * take rounding for a move.
 */
export function withoutRounding(bars: readonly TradeBar[]): TradeBar[] {
  // The four prices of the bar before, and those of this one as far as they are settled.
  const known = new Float64Array(8).fill(NaN);
  const settled = (price: number, slot: number): number => {
    const near = rounding * Math.abs(price);
    let at = 0;
    while (at < slot && !(Math.abs((known[at] as number) - price) <= near)) at++;
    return (known[slot] = at < slot ? (known[at] as number) : price);
  };
  return bars.map(({ open, high, low, close, volume }) => {
    known.copyWithin(0, 4);
    return {
      open: settled(open, 4),
      high: settled(high, 5),
      low: settled(low, 6),
      close: settled(close, 7),
      volume,
    };
  });
}

/**
 * Reports at each bar whether, within the last `reach` bars, the range of the last `period` bars
 * was only rounding noise; a quotient of that range is undefined then.
 */
export function rangeWatch(period: number, reach: number): (high: number, low: number) => boolean {
  let price = NaN;
  let still = 0;
  let sinceFlat = Infinity;
  return (high, low) => {
    if (!isSame(high, low)) still = 0;
    else still = isSame(high, price) ? still + 1 : 1;
    price = high;
    sinceFlat = still >= period ? 0 : sinceFlat + 1;
    return sinceFlat < reach;
  };
}
