/**
 * An indicator of the library, computed from the last bars at the cursor whenever its
 * value is read.
 */

import type { BarSeries } from '../store/bar-series.js';
import { scaled, scalesOf } from '../store/share-scale.js';
import type { ReadableCursor } from '../view/readable-cursor.js';
import {
  withoutRounding,
  type BarsNeeded,
  type IndicatorColumn,
  type IndicatorOptions,
} from './catalogue/entry.js';
import {
  completeOptions,
  formulaOf,
  type IndicatorName,
  type IndicatorValue,
} from './indicator-catalogue.js';
import { indicatorLibrary, type TradeBar } from './running/library.js';

/** The indicator at the cursor: a value, or null and what is missing for one. */
export interface WindowIndicator<Name extends IndicatorName = IndicatorName> {
  readonly value: IndicatorValue<Name> | null;
  /** Why there is no value; null if there is one. */
  readonly missing: string | null;
}

interface Reading {
  /** Bars known when it was computed, and splits in force. */
  readonly visible: number;
  readonly splits: number;
  readonly value: number | object | null;
  readonly missing: string | null;
}

type Computed = Omit<Reading, 'visible' | 'splits'>;

interface Place {
  readonly cursor: ReadableCursor;
  readonly instrument: number;
}

/** `InvalidInput` for an unknown name or option. Computes nothing until a value is read. */
export function windowIndicator(
  place: Place,
  name: string,
  options: Readonly<Record<string, unknown>>,
): WindowIndicator {
  const formula = formulaOf(name);
  const complete = completeOptions(name, formula, options);
  const needed = formula.bars(complete);
  const { reads } = formula;
  return new WindowHandle(place, { needed, reads }, (bars) => lastValue(name, complete, bars));
}

/** What agents hold: without a way to the cursor. */
class WindowHandle implements WindowIndicator {
  readonly #read: () => Reading;

  constructor(
    place: Place,
    input: { readonly needed: BarsNeeded; readonly reads: readonly IndicatorColumn[] },
    compute: (bars: readonly TradeBar[]) => Computed,
  ) {
    let last: Reading | undefined;
    this.#read = () => {
      const visible = place.cursor.visible[place.instrument] as number;
      const splits = scalesOf(place.cursor, place.instrument).length;
      if (last?.visible === visible && last.splits === splits) return last;
      const { from, to } = place.cursor.rowsOf(place.instrument);
      const first = Math.max(from, to - input.needed.window);
      last = { visible, splits, ...readingOf(barsOf(place, first, to), input, compute) };
      return last;
    };
    Object.freeze(this);
  }

  get value(): IndicatorValue | null {
    const { value } = this.#read();
    return (value !== null && typeof value === 'object' ? { ...value } : value) as IndicatorValue;
  }

  get missing(): string | null {
    return this.#read().missing;
  }
}

function readingOf(
  bars: readonly TradeBar[],
  { needed, reads }: { readonly needed: BarsNeeded; readonly reads: readonly IndicatorColumn[] },
  compute: (bars: readonly TradeBar[]) => Computed,
): Computed {
  if (bars.length < needed.warmUp) {
    return {
      value: null,
      missing: `${needed.warmUp} bars are needed, ${bars.length} are readable`,
    };
  }
  for (const column of reads) {
    const gaps = bars.filter((bar) => !Number.isFinite(bar[column])).length;
    if (gaps === 0) continue;
    return { value: null, missing: `no ${column} in ${gaps} of the last ${bars.length} bars` };
  }
  return compute(bars);
}

/**
 * Rows [from, to) in the prices at which the run trades and the shares of the as-of: open, high and
 * low move with the adjusted close.
 */
function barsOf({ cursor, instrument }: Place, from: number, to: number): TradeBar[] {
  const series = cursor.store.series[instrument] as BarSeries;
  const isAdjusted = cursor.store.tradePrice === 'adjClose';
  const scales = scalesOf(cursor, instrument);
  const bars: TradeBar[] = [];
  for (let row = from; row < to; row++) {
    const price = series.price[row] as number;
    const factor = isAdjusted ? price / (series.close[row] as number) : 1;
    const end = series.end[row] as number;
    const inShares = (value: number): number => (isAdjusted ? value : scaled(value, end, scales));
    bars.push({
      open: inShares((series.open[row] as number) * factor),
      high: inShares((series.high[row] as number) * factor),
      low: inShares((series.low[row] as number) * factor),
      close: inShares(price),
      volume: scaled(series.volume[row] as number, end, scales, 'size'),
    });
  }
  return bars;
}

/**
 * The value after the last bar of the window, which a fresh instance of the library takes
 * from its first.
 */
function lastValue(name: string, options: IndicatorOptions, bars: readonly TradeBar[]): Computed {
  const next = formulaOf(name).start(indicatorLibrary(), options, bars.length);
  let value: unknown;
  for (const bar of withoutRounding(bars)) value = next(bar);
  return isDefined(value)
    ? { value: withoutMinusZero(value), missing: null }
    : { value: null, missing: 'the formula has no value for these bars' };
}

function isDefined(value: unknown): value is number | Record<string, number> {
  if (typeof value !== 'object' || value === null) return Number.isFinite(value);
  return Object.values(value).every((member) => Number.isFinite(member));
}

function withoutMinusZero(value: number | Record<string, number>): number | object {
  if (typeof value === 'number') return value + 0;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, member + 0]));
}
