/** Prices of days, and of longer periods if there are too many days to draw. */

import { requireCivilDate } from '#values';

/** Prices of a bar or of a period, in currency a share. */
export interface Candle {
  /** Its session, or its last one. */
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Indicators at the close; null while they warm up. */
  readonly values: readonly (number | null)[];
}

const units: Readonly<Record<string, (date: string) => string | number>> = {
  day: (date) => date,
  // 1970-01-01 was a Thursday, and weeks begin on Mondays.
  week: (date) => Math.floor((requireCivilDate(date, 'a candle') + 3) / 7),
  month: (date) => date.slice(0, 7),
  year: (date) => date.slice(0, 4),
};

/**
 * Bars, ascending, as candles of the shortest unit that has at most `countMax` of
 * them, or of years.
 */
export function fittingCandles(bars: readonly Candle[], countMax: number) {
  const grouped = Object.entries(units).map(([unit, keyOf]) => {
    return { unit, groups: Map.groupBy(bars, ({ date }) => keyOf(date)) };
  });
  const { unit, groups } =
    grouped.find(({ groups: { size } }) => size <= countMax) ?? grouped.at(-1)!;
  return { unit, candles: Array.from(groups.values(), (group) => group.reduce(merged)) };
}

function merged({ open, high, low }: Candle, next: Candle): Candle {
  return { ...next, open, high: Math.max(high, next.high), low: Math.min(low, next.low) };
}
