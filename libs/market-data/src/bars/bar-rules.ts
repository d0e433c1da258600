/** Rules for bars of any vendor: prices above zero, and open and close between low and high. */

import type { BarRows } from './bar-batch.js';
import type { Defect } from '../rows/row-defect.js';

/**
 * Tolerance for adjusted prices: each field is multiplied separately and may be off by
 * an ulp or two.
 */
const rounding = 4 * Number.EPSILON;

/** Whether a price exceeds another by more than rounding. */
export const isAbove = (price: number, other: number): boolean => price - other > price * rounding;

const lowAboveHigh = 'low is above high';
const lowAboveOthers = 'low is above open or close';
const highBelowOthers = 'high is below open or close';
/** Defects of a bar whose prices contradict each other. */
export const misfits: readonly string[] = [lowAboveHigh, lowAboveOthers, highBelowOthers];

const priceColumns = ['open', 'high', 'low', 'close'] as const;

/**
 * The first rule that a row breaks; undefined for a sound row. The reader handles unreadable rows.
 */
export function defectOfBar(batch: BarRows, row: number): Defect | undefined {
  const { open, high, low, close, adjClose, volume } = batch.values;
  const o = open[row] as number;
  const h = high[row] as number;
  const l = low[row] as number;
  const c = close[row] as number;
  if (!(l > 0 && h < Infinity && o > 0 && c > 0)) return impossiblePrice(batch, row);
  if (isAbove(l, h)) return misfit(lowAboveHigh, 'low', `at most ${h}`, l);
  if (isAbove(l, o) || isAbove(l, c)) {
    return misfit(lowAboveOthers, 'low', `at most ${Math.min(o, c)}`, l);
  }
  if (isAbove(o, h) || isAbove(c, h)) {
    return misfit(highBelowOthers, 'high', `at least ${Math.max(o, c)}`, h);
  }
  return defectOfAmounts(adjClose[row] as number, volume[row] as number);
}

function defectOfAmounts(adjusted: number, shares: number): Defect | undefined {
  if (adjusted <= 0 || adjusted === Infinity) {
    return misfit('the price is impossible', 'adj_close', 'above 0', adjusted);
  }
  if (shares < 0 || shares === Infinity) {
    return misfit('the volume is impossible', 'volume', '0 or more', shares);
  }
  return undefined;
}

const misfit = (what: string, field: string, expected: string, found: number): Defect => ({
  what,
  field,
  expected,
  found: `${found}`,
});

/** A warning about a sound row: unusual, but accepted. */
export function oddityOfBar(batch: BarRows, row: number): Defect | undefined {
  const vwap = batch.values.vwap[row] as number;
  const low = batch.values.low[row] as number;
  const high = batch.values.high[row] as number;
  if (!(isAbove(low, vwap) || isAbove(vwap, high))) return undefined;
  return misfit('vwap is outside low and high', 'vwap', `${low}..${high}`, vwap);
}

function impossiblePrice(batch: BarRows, row: number): Defect {
  const field =
    priceColumns.find((column) => {
      const price = batch.values[column][row] as number;
      return !(price > 0 && price < Infinity);
    }) ?? 'close';
  const found = batch.values[field][row] as number;
  return misfit('the price is impossible', field, 'above 0', found);
}
