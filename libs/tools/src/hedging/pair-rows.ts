/** Days on which several symbols traded together, as far as they are known. */

import { excerpt, invalidInput, type CivilDate } from '#values';
import type { MarketView } from '#market-view';
import { lastRow, type DailyRow } from '../market/daily-rows.js';

/** The rows of one day on which all of the symbols traded, in their order. */
export interface CommonDay {
  readonly date: CivilDate;
  readonly rows: readonly DailyRow[];
}

/** The last day on or before `to` on which all symbols traded; null where there is none. */
export function lastCommonDay(
  view: MarketView,
  symbols: readonly string[],
  to: CivilDate = Infinity,
): CommonDay | null {
  let date = to;
  for (;;) {
    const rows: DailyRow[] = [];
    for (const symbol of symbols) {
      const row = lastRow(view, symbol, date);
      if (row === null) return null;
      rows.push(row);
    }
    const earliest = Math.min(...rows.map((row) => row.date));
    if (rows.every((row) => row.date === earliest)) return { date: earliest, rows };
    date = earliest;
  }
}

/** Adjusted closes by symbol. */
export function pricesOf(symbols: readonly string[], rows: readonly DailyRow[]) {
  return Object.fromEntries(symbols.map((symbol, leg) => [symbol, rows[leg]?.adjClose ?? null]));
}

/** `InvalidInput` where a pair is one symbol twice. */
export function requireTwoLegs(left: string, right: string): void {
  if (left !== right) return;
  throw invalidInput('a pair of one symbol', {
    where: 'right',
    expected: 'another symbol than left',
    found: excerpt(right),
  });
}
