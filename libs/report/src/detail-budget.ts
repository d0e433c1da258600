/** How much detail each run may take, so that a report of a thousand runs still opens. */

export interface DetailBudget {
  /** Points of a drawn curve. */
  readonly curvePoints: number;
  /** Marks whose exact values the read-out knows. */
  readonly readoutMarks: number;
  /** Columns of a chart that may hold a buy and a sell sign each. */
  readonly glyphColumns: number;
  /** Rows of a table of fills. */
  readonly fillRows: number;
  /** Rows of the tables that stand for curves; beyond it months give way to years. */
  readonly periodRows: number;
}

/** A share of fixed totals, within limits; a function of the number of runs alone. */
export function detailBudget(runs: number): DetailBudget {
  const share = (total: number, least: number, most: number): number =>
    Math.max(least, Math.min(most, Math.floor(total / Math.max(1, runs))));
  return {
    curvePoints: share(18_000, 90, 600),
    readoutMarks: share(25_000, 60, 1300),
    glyphColumns: share(4_000, 16, 150),
    periodRows: share(6_000, 12, 600),
    fillRows: share(4_000, 6, 200),
  };
}
