/** A symbol against the equally weighted basket of its peers. */

import type { CivilDate } from '#values';
import { beta, correlation, returnsOf } from '#metrics';
import type { DailyRow } from '../market/daily-rows.js';

/** Calendar days before the target date from which the basket is made. */
export const basketDays = 100;

interface Week {
  readonly monday: CivilDate;
  readonly target: CivilDate;
  /** Of the symbol, in percent, unrounded. */
  readonly weekReturn: number;
}

/**
 * Values of the symbol's `rows` against the basket, unrounded; NaN or null where there is none. The basket: each peer's
 * adjusted closes divided by the first, averaged, on the dates that all share; peers without a price are left out.
 */
export function sectorMetrics(
  rows: readonly DailyRow[],
  peers: ReadonlyMap<string, readonly DailyRow[]>,
  { monday, target, weekReturn }: Week,
) {
  const closes = [...peers]
    .map(([symbol, all]) => ({ symbol, closeOn: closesBetween(all, target - basketDays, target) }))
    .filter(({ closeOn }) => closeOn.size > 0);
  const basket = basketOf(closes.map(({ closeOn }) => closeOn));
  const dates = [...basket.keys()];
  const base = basket.get(dates.findLast((date) => date < monday) ?? NaN);
  const last = basket.get(dates.findLast((date) => date >= monday) ?? NaN);
  const basketReturn = change(base, last);
  const common = rows.filter(({ date }) => basket.has(date));
  const pair = [common.map((row) => row.adjClose), common.map((row) => basket.get(row.date)!)];
  const [month = NaN, basketMonth = NaN] = pair.map((values) =>
    change(values.at(-21), values.at(-1)),
  );
  const [moves, basketMoves] = pair.map((values) => returnsOf(values.slice(-61)));
  const isEnough = moves && basketMoves && moves.count >= 20;
  return {
    sector_basket_return_1w_pct: basketReturn,
    relative_return_1w_pct: weekReturn - basketReturn,
    relative_return_4w_pct: month - basketMonth,
    correlation_60d: isEnough ? correlation(moves, basketMoves).value : null,
    beta_60d: isEnough ? beta(moves, basketMoves).value : null,
    benchmark_basket: closes.map(({ symbol }) => symbol),
  };
}

/** `to` against `from`, in percent; NaN where one of them is missing. */
export const change = (from = NaN, to = NaN): number => 100 * (to / from - 1);

function closesBetween(rows: readonly DailyRow[], from: CivilDate, to: CivilDate) {
  const inside = rows.filter(({ date }) => date >= from && date <= to);
  return new Map(inside.map(({ date, adjClose }) => [date, adjClose]));
}

/** By date, oldest first. */
function basketOf(peers: readonly ReadonlyMap<CivilDate, number>[]): Map<CivilDate, number> {
  const shared = [...(peers[0]?.keys() ?? [])].filter((date) =>
    peers.every((one) => one.has(date)),
  );
  const mean = (date: CivilDate): number =>
    peers.reduce((sum, one) => sum + one.get(date)! / one.get(shared[0]!)!, 0) / peers.length;
  return new Map(shared.map((date) => [date, mean(date)]));
}
