/** Returns by calendar month and year, and the equity with which each period ended. */

interface PeriodEnd {
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  readonly period: string;
  /** Position of the period's last mark. */
  readonly index: number;
}

/**
 * The last mark of each month; of each day where the dates span fewer than three months, of each
 * year where the months would be more than `countMax`.
 */
export function periodEnds(dates: readonly string[], countMax: number): readonly PeriodEnd[] {
  const monthly = endsBy(dates, 7);
  if (monthly.length > countMax) return endsBy(dates, 4);
  return monthly.length >= 3 ? monthly : endsBy(dates, 10);
}

interface YearOfReturns {
  readonly year: string;
  /** January to December; null for a month without a mark or after equity was lost. */
  readonly months: readonly (number | null)[];
  readonly total: number | null;
}

/**
 * Simple returns from month end to month end, the first from `startEquity`; a year's total is that
 * from year end to year end. Compounded they give the cumulative return. Null where the equity at
 * the beginning is not positive.
 */
export function monthlyReturns(
  dates: readonly string[],
  equity: Float64Array,
  startEquity: number,
): readonly YearOfReturns[] {
  const months = returnsBy(7, dates, equity, startEquity);
  const years = returnsBy(4, dates, equity, startEquity);
  return [...years].map(([year, total]) => ({
    year,
    total,
    months: Array.from({ length: 12 }, (_, month) => {
      const key = `${year}-${String(month + 1).padStart(2, '0')}`;
      return months.get(key) ?? null;
    }),
  }));
}

/** By the period's name: `length` letters of a date, 4 for years, 7 for months, 10 for days. */
export function returnsBy(
  length: number,
  dates: readonly string[],
  equity: Float64Array,
  startEquity: number,
): ReadonlyMap<string, number | null> {
  const returns = new Map<string, number | null>();
  let before = startEquity;
  for (const { period, index } of endsBy(dates, length)) {
    const after = equity[index] as number;
    returns.set(period, before > 0 ? after / before - 1 : null);
    before = after;
  }
  return returns;
}

function endsBy(dates: readonly string[], length: number): readonly PeriodEnd[] {
  const ends: PeriodEnd[] = [];
  dates.forEach((date, index) => {
    const period = date.slice(0, length);
    if (dates[index + 1]?.slice(0, length) !== period) ends.push({ period, index });
  });
  return ends;
}
