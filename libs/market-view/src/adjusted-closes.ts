/** Closes as a holder saw them at an as-of: scaled by the corporate actions known and effective by then. */

import type { CivilDate, Instant } from '#values';
import type { AsOfStore } from './as-of-store.js';
import type { BarSeries } from './bar-series.js';

interface Adjustment {
  /** Bars known before this instant are scaled. */
  readonly before: Instant;
  readonly factor: number;
}

/** Which rows: those asked for, [from, to), and the first that the reader may see at all. */
interface Place {
  readonly asOf: number;
  readonly first: number;
  readonly from: number;
  readonly to: number;
  readonly dividends: boolean;
}

/**
 * Closes of rows [from, to) of `series` (kept rows), multiplied by the factor of every action that was
 * both known and effective at `asOf` and came after the row. A split has from / to; a dividend has
 * 1 - amount / last close before the ex date (CRSP's method, as most vendors apply it). Raw prices take
 * both, split-adjusted prices only dividends, adjusted prices neither.
 */
export function adjustedCloses(store: AsOfStore, instrument: number, place: Place): number[] {
  const series = store.series[instrument] as BarSeries;
  const closes = series.plain.close.copy(place.from, place.to);
  for (const { before, factor } of adjustmentsOf(store, instrument, place)) {
    for (let index = 0; index < closes.length; index++) {
      if ((series.time[place.from + index] as number) >= before) break;
      closes[index] = (closes[index] as number) * factor;
    }
  }
  return closes;
}

function adjustmentsOf(
  store: AsOfStore,
  instrument: number,
  { asOf, first, to, dividends }: Place,
): Adjustment[] {
  const adjustments: Adjustment[] = [];
  if (store.priceBasis === 'raw') {
    for (const split of store.splitsOf[instrument]?.last(asOf, Infinity) ?? []) {
      const before = openOnOrAfter(store, asOf, split.effectiveDate);
      if (before !== undefined) adjustments.push({ before, factor: split.from / split.to });
    }
  }
  if (!dividends || store.priceBasis === 'adjusted') return adjustments;
  const series = store.series[instrument] as BarSeries;
  for (const dividend of store.dividendsOf[instrument]?.last(asOf, Infinity) ?? []) {
    const before = openOnOrAfter(store, asOf, dividend.exDate);
    const base = before === undefined ? undefined : lastCloseBefore(series, { first, to }, before);
    if (before !== undefined && base !== undefined && dividend.amount < base) {
      adjustments.push({ before, factor: 1 - dividend.amount / base });
    }
  }
  return adjustments;
}

/** The open of the first session on or after `date`, when it has opened by `asOf`. */
function openOnOrAfter(store: AsOfStore, asOf: number, date: CivilDate): Instant | undefined {
  const sessions = store.sessions.last(asOf, Infinity);
  let low = 0;
  let high = sessions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sessions[middle]?.date ?? 0) < date) low = middle + 1;
    else high = middle;
  }
  return sessions[low]?.open;
}

function lastCloseBefore(
  series: BarSeries,
  { first, to }: { first: number; to: number },
  before: Instant,
): number | undefined {
  for (let row = to - 1; row >= first; row--) {
    if ((series.time[row] as number) < before) return series.close[row];
  }
  return undefined;
}
