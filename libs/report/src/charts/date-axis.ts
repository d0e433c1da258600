/** Positions of dates on an axis of marks: mark by mark, without gaps for nights and weekends. */

/** An axis over dates that ascend. */
export interface DateAxis {
  readonly dates: readonly string[];
  /**
   * The position of the mark that a date belongs to: the first at or after it, the last
   * for a later one.
   */
  positionOf(date: string): number;
  /** 0 at the first mark, 1 at the last. */
  fractionOf(position: number): number;
}

export function dateAxis(dates: readonly string[]): DateAxis {
  const last = Math.max(0, dates.length - 1);
  return {
    dates,
    positionOf: (date) => Math.min(last, lowerBound(dates, date)),
    fractionOf: (position) => (last === 0 ? 0.5 : position / last),
  };
}

/** The first index whose text is not below `wanted`; the length when there is none. */
function lowerBound(texts: readonly string[], wanted: string): number {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((texts[middle] as string) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** For each of `dates`, ascending, the last mark that is not after it; -1 before the first. */
export function lastMarks(marks: readonly string[], dates: readonly string[]): readonly number[] {
  let next = 0;
  return dates.map((date) => {
    while (next < marks.length && (marks[next] as string) <= date) next++;
    return next - 1;
  });
}
