/** Closes as a holder saw them at an as-of: scaled by the corporate actions known and effective by then. */

import type { Instant } from '#values';
import type { BarSeries } from '../store/bar-series.js';
import type { ReadableCursor } from './readable-cursor.js';
import { beginOf, scaleColumn, scalesOf } from '../store/share-scale.js';

type Reader = Pick<ReadableCursor, 'store' | 'asOf' | 'time' | 'session'>;

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
  amount: number;
}

/**
 * Closes of rows [from, to) of `series` (kept rows), multiplied by the factor of every action that was
 * both known and effective for the reader and came after the row. A split has from / to; the dividends between two
 * closes have 1 - amount / the first of them (CRSP's method, as most vendors apply it). Raw prices take
 * both, split-adjusted prices only dividends, adjusted prices neither.
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
  for (const { begins, base, amount } of paymentsOf(reader, rows)) {
    if (amount >= base) continue;
    const factor = 1 - amount / base;
    for (let index = 0; index < closes.length; index++) {
      if ((series.end[from + index] as number) > begins) continue;
      closes[index] = (closes[index] as number) * factor;
    }
  }
  return closes;
}

/** By the row of the close: a holder between two closes gets the sum of the payments there. */
function paymentsOf(reader: Reader, { instrument, first, to }: Rows): Iterable<Payment> {
  const { store, asOf } = reader;
  const series = store.series[instrument] as BarSeries;
  const scales = scalesOf(reader, instrument);
  const payments = new Map<number, Payment>();
  for (const { exDate, amount } of store.dividendsOf[instrument]?.last(asOf, Infinity) ?? []) {
    const begins = beginOf(reader, exDate);
    const row = begins === undefined ? -1 : lastRowBefore(series, { first, to }, begins);
    if (begins === undefined || row < 0) continue;
    // Shares that a split adds between that close and the ex date are paid as well.
    const end = series.end[row] as number;
    const shares = scales.reduce(
      (sum, { begins: at, from, to: becomes }) =>
        end <= at && at < begins ? (sum * becomes) / from : sum,
      1,
    );
    const known = payments.get(row);
    if (known !== undefined) known.amount += amount * shares;
    else payments.set(row, { begins, base: series.close[row] as number, amount: amount * shares });
  }
  return payments.values();
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
