/**
 * Rows about which there is nothing to say: the check takes them at once, where it takes others one
 * by one.
 */

import type { BarRows } from '../bars/bar-batch.js';

/** The sound row before the first, and how rows may follow. */
export interface Step {
  readonly symbol: number;
  readonly stamp: number;
  readonly close: number;
  /** The length of a bar: rows follow at exactly this distance. */
  readonly length: number;
  /** The last stamp that may follow. */
  readonly until: number;
}

/** Closes farther apart are looked at one by one: some are jumps. */
const changeMax = 0.3;

/**
 * The row after those from `from` on that follow in step: of one symbol, a bar's length apart, with
 * prices that are in order without any tolerance. What is not certain here is no defect yet; the
 * check of single rows decides.
 */
export function endOfStep(rows: BarRows, from: number, step: Step): number {
  const { symbol, stamp, count } = rows;
  let due = step.stamp + step.length;
  let close = step.close;
  let row = from;
  for (; row < count && due <= step.until; row++) {
    if (stamp[row] !== due || symbol[row] !== step.symbol) break;
    if (!hasPlainPrices(rows, row) || !hasPlainAmounts(rows, row)) break;
    const next = rows.values.close[row] as number;
    if (!(Math.abs(next - close) < changeMax * close)) break;
    close = next;
    due += step.length;
  }
  return row;
}

function hasPlainPrices({ values }: BarRows, row: number): boolean {
  const open = values.open[row] as number;
  const high = values.high[row] as number;
  const low = values.low[row] as number;
  const close = values.close[row] as number;
  return low > 0 && high < Infinity && low <= open && open <= high && low <= close && close <= high;
}

/** Amounts that a file does not have are no numbers. */
function hasPlainAmounts({ values }: BarRows, row: number): boolean {
  const adjusted = values.adjClose[row] as number;
  const volume = values.volume[row] as number;
  const average = values.vwap[row] as number;
  if (adjusted <= 0 || adjusted === Infinity || volume < 0 || volume === Infinity) return false;
  return !(average < (values.low[row] as number) || average > (values.high[row] as number));
}
