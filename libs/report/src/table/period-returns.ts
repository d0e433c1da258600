/**
 * Returns by calendar month and year, the equity with which each period ended, and the
 * deepest drawdowns.
 */

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

/** By the period's name: `length` characters of a date, 4 for years, 7 for months, 10 for days. */
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

interface DrawdownSpan {
  /** A positive fraction of the peak. */
  readonly depth: number;
  /** The last mark at the peak; -1 if the peak is the starting equity, before the first mark. */
  readonly from: number;
  /** The first deepest mark. */
  readonly trough: number;
  /** The first mark at or above the peak; null if there is none. */
  readonly recovered: number | null;
}

/** Rounding differences do not count as drawdowns. */
const noise = 1e-9;

/** The `count` deepest spans below a peak, deepest first; `drawdown` as of `drawdownCurve`. */
export function worstDrawdowns(drawdown: Float64Array, count: number): readonly DrawdownSpan[] {
  const spans: DrawdownSpan[] = [];
  let from = -1;
  let trough = -1;
  for (let mark = 0; mark <= drawdown.length; mark++) {
    const level = drawdown[mark] ?? 0;
    if (level < -noise) {
      if (trough < 0 || level < drawdown[trough]!) trough = mark;
      continue;
    }
    const recovered = mark < drawdown.length ? mark : null;
    if (trough >= 0) spans.push({ depth: -drawdown[trough]!, from, trough, recovered });
    from = mark;
    trough = -1;
  }
  return spans.toSorted((a, b) => b.depth - a.depth || a.from - b.from).slice(0, count);
}
