/** What a bar must be, whatever its vendor: prices above zero, and open and close between low and high. */

import type { BarRows } from './bar-batch.js';
import type { Defect } from '../rows/row-defect.js';

/** Of an adjusted price: each field that is multiplied for itself is off by an ulp or two. */
const rounding = 4 * Number.EPSILON;

/** Whether a price is above another by more than rounding. */
export const isAbove = (price: number, other: number): boolean => price - other > price * rounding;

const priceColumns = ['open', 'high', 'low', 'close'] as const;

/** The first rule that a row breaks; undefined for a sound row. Rows that could not be read are the reader's. */
export function defectOfBar(batch: BarRows, row: number): Defect | undefined {
  const { open, high, low, close, adjClose, volume } = batch.values;
  const [o, h, l, c] = [
    open[row] as number,
    high[row] as number,
    low[row] as number,
    close[row] as number,
  ];
  if (!(l > 0 && h < Infinity && o > 0 && c > 0)) return impossiblePrice(batch, row);
  if (isAbove(l, h))
    return { what: 'low is above high', field: 'low', expected: `at most ${h}`, found: `${l}` };
  if (isAbove(l, o) || isAbove(l, c)) {
    return {
      what: 'low is above open or close',
      field: 'low',
      expected: `at most ${Math.min(o, c)}`,
      found: `${l}`,
    };
  }
  if (isAbove(o, h) || isAbove(c, h)) {
    return {
      what: 'high is below open or close',
      field: 'high',
      expected: `at least ${Math.max(o, c)}`,
      found: `${h}`,
    };
  }
  const adjusted = adjClose[row] as number;
  if (adjusted <= 0 || adjusted === Infinity) {
    return {
      what: 'the price is impossible',
      field: 'adj_close',
      expected: 'above 0',
      found: `${adjusted}`,
    };
  }
  const shares = volume[row] as number;
  if (shares < 0 || shares === Infinity) {
    return {
      what: 'the volume is impossible',
      field: 'volume',
      expected: '0 or more',
      found: `${shares}`,
    };
  }
  return undefined;
}

/** What is odd about a sound row, but no reason to refuse it. */
export function oddityOfBar(batch: BarRows, row: number): Defect | undefined {
  const vwap = batch.values.vwap[row] as number;
  const low = batch.values.low[row] as number;
  const high = batch.values.high[row] as number;
  if (!(isAbove(low, vwap) || isAbove(vwap, high))) return undefined;
  return {
    what: 'vwap is outside low and high',
    field: 'vwap',
    expected: `${low}..${high}`,
    found: `${vwap}`,
  };
}

function impossiblePrice(batch: BarRows, row: number): Defect {
  const field =
    priceColumns.find((column) => {
      const price = batch.values[column][row] as number;
      return !(price > 0 && price < Infinity);
    }) ?? 'close';
  const found = String(batch.values[field][row]);
  return { what: 'the price is impossible', field, expected: 'above 0', found };
}
