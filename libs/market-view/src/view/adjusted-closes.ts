/**
 * Closes as a holder saw them at an as-of: scaled by the corporate actions known and
 * effective by then.
 */

import type { Instant } from '#values';
import type { BarSeries } from '../store/bar-series.js';
import type { ReadableCursor } from './readable-cursor.js';
import { beginOf, scaleColumn, scalesOf, type SplitScale } from '../store/share-scale.js';

type Reader = Pick<ReadableCursor, 'store' | 'asOf' | 'time' | 'session' | 'calendar'>;

/** Which rows: those asked for, [from, to), and the first that the reader may see at all. */
interface Rows {
  readonly instrument: number;
  readonly first: number;
  readonly from: number;
  readonly to: number;
  readonly dividends: boolean;
}

/** What the dividends between two closes that follow each other take from a share of the first. */
interface Payment {
  /** Bars that ended by this instant are scaled. */
  readonly begins: Instant;
  /** The last close before, in the shares of its day. */
  readonly base: number;
  /** The first close after, in the same shares; undefined while there is none. */
  readonly after: number | undefined;
  amount: number;
}

/**
 * Closes of rows [from, to) of `series` (kept rows), multiplied by the factor of every action that
 * was both known and effective for the reader and came after the row. A split has from / to; the
 * dividends between two closes have 1 - amount / the first of them (CRSP's method, as most vendors
 * apply it), or `reinvested` if they are not below it. Raw prices take both, split-adjusted prices
 * only dividends, adjusted prices neither.
 */
export function adjustedCloses(reader: Reader, rows: Rows): number[] {
  const { instrument, from, to } = rows;
  const series = reader.store.series[instrument] as BarSeries;
  const scales = scalesOf(reader, instrument);
  const closes = scaleColumn(series.plain.close.copy(from, to), {
    ends: series.end,
    first: from,
    scales,
  });
  if (!rows.dividends || reader.store.priceBasis === 'adjusted') return closes;
  for (const payment of paymentsOf(reader, rows)) {
    const { begins, base, amount } = payment;
    const factor = amount < base ? 1 - amount / base : reinvested(payment);
    for (let index = 0; index < closes.length; index++) {
      if ((series.end[from + index] as number) > begins) continue;
      closes[index] = (closes[index] as number) * factor;
    }
  }
  return closes;
}

/**
 * Factor of a payment of the last close or more, of which 1 - amount / close would leave nothing:
 * the part of a holding that is still in shares after the payment, after / (after + amount).
 * Returns across it are then total returns as CRSP defines them, (after + amount) / before - 1
 * (CRSP, Data Descriptions Guide: Holding Period Total Return). 1 while there is no close after: no
 * return across it can be seen.
 */
function reinvested({ after, amount }: Payment): number {
  return after === undefined ? 1 : after / (after + amount);
}

/** By the row of the close: a holder between two closes gets the sum of the payments there. */
function paymentsOf(reader: Reader, { instrument, first, to }: Rows): Iterable<Payment> {
  const { store, asOf } = reader;
  const series = store.series[instrument] as BarSeries;
  const scales = scalesOf(reader, instrument);
  const payments = new Map<number, Payment>();
  for (const { exDate, amount } of store.dividendsOf[instrument]?.last(asOf, Infinity) ?? []) {
    const begins = beginOf(reader, exDate, instrument);
    const row = begins === undefined ? -1 : lastRowBefore(series, { first, to }, begins);
    if (begins === undefined || row < 0) continue;
    // Shares that a split adds between that close and the ex date are paid as well.
    const end = series.end[row] as number;
    const shares = ratioBetween(scales, end, (at) => at < begins);
    const known = payments.get(row);
    if (known !== undefined) {
      known.amount += amount * shares;
      continue;
    }
    const base = series.close[row] as number;
    const next = row + 1;
    const isSplitBefore = (at: Instant): boolean => at < (series.end[next] as number);
    const after =
      next < to
        ? (series.close[next] as number) * ratioBetween(scales, end, isSplitBefore)
        : undefined;
    payments.set(row, { begins, base, after, amount: amount * shares });
  }
  return payments.values();
}

/** What the splits from an instant on make of a share, of those that begin as `isIn` says. */
function ratioBetween(
  scales: readonly SplitScale[],
  since: Instant,
  isIn: (begins: Instant) => boolean,
): number {
  return scales.reduce(
    (shares, { begins, from, to }) =>
      since <= begins && isIn(begins) ? (shares * to) / from : shares,
    1,
  );
}

/** The last kept row that ended by an instant; -1 if there is none. */
function lastRowBefore(
  series: BarSeries,
  { first, to }: { first: number; to: number },
  begins: Instant,
): number {
  let row = to - 1;
  while (row >= first && (series.end[row] as number) > begins) row--;
  return row < first ? -1 : row;
}
