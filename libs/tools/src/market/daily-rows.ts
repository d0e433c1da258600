/** The bars of a symbol as one row per session, as far as they are known. */

import type { CivilDate } from '#values';
import type { Bar, MarketView } from '#market-view';
import { sessionOfBar, stretchOf, type DateRange } from './trading-dates.js';

/** One session of one symbol; for intraday bars, what is known of the session so far. */
export interface DailyRow {
  readonly date: CivilDate;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** NaN if the data set trades on it and does not know it: never the close in its place. */
  readonly adjClose: number;
  /** null if the vendor gave none. */
  readonly volume: number | null;
}

/** Rows of the sessions in a range, oldest first; none after the as-of. */
export function dailyRows(view: MarketView, symbol: string, range: DateRange): DailyRow[] {
  const stretch = stretchOf(view, range);
  const bars = stretch === null ? [] : view.barsBetween(symbol, stretch);
  const rows: DailyRow[] = [];
  for (const bar of bars) {
    const date = sessionOfBar(view, bar.time);
    const last = rows.at(-1);
    if (last?.date === date) rows[rows.length - 1] = joined(last, bar);
    else rows.push(rowOf(date, bar));
  }
  return rows;
}

/** Rows whose adjusted close is known: those on which anything can be computed. */
export function pricedRows(view: MarketView, symbol: string, range: DateRange): DailyRow[] {
  return dailyRows(view, symbol, range).filter(isPriced);
}

/** Whether the adjusted close of a row is known. */
export const isPriced = ({ adjClose }: DailyRow): boolean => !Number.isNaN(adjClose);

/** The adjusted close of a row for a result: null where it is not known. */
export const adjCloseOf = (row: DailyRow): number | null => (isPriced(row) ? row.adjClose : null);

/** The row of a date, null if it is not known yet or does not exist. */
export function rowOn(view: MarketView, symbol: string, date: CivilDate): DailyRow | null {
  return dailyRows(view, symbol, { from: date, to: date })[0] ?? null;
}

/** The last row on or before a date; the last of all without a date. */
export function lastRow(
  view: MarketView,
  symbol: string,
  to: CivilDate = Infinity,
): DailyRow | null {
  const stretch = stretchOf(view, { from: -Infinity, to });
  if (stretch === null) return null;
  const [bar] = view.barsBetween(symbol, { ...stretch, count: 1 });
  return bar === undefined ? null : rowOn(view, symbol, sessionOfBar(view, bar.time));
}

function rowOf(date: CivilDate, { open, high, low, close, adjClose, volume }: Bar): DailyRow {
  return { date, open, high, low, close, adjClose, volume };
}

function joined(row: DailyRow, bar: Bar): DailyRow {
  const volumes = [row.volume, bar.volume].filter((volume) => volume !== null);
  return {
    date: row.date,
    open: row.open,
    high: Math.max(row.high, bar.high),
    low: Math.min(row.low, bar.low),
    close: bar.close,
    adjClose: bar.adjClose,
    volume: volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0),
  };
}
