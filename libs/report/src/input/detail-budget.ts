/** How much detail each run gets, so that a report of hundreds of runs stays small and still opens. */

export interface DetailBudget {
  /** Runs shown in full: all of a few, an even number of many. */
  readonly detailedRuns: number;
  /** Symbols whose curves are drawn side by side. */
  readonly drawnGroups: number;
  /** Points of a curve among others, and of one that is drawn alone. */
  readonly curvePoints: number;
  readonly ownCurvePoints: number;
  /** Points of a curve in a row of a table. */
  readonly trendPoints: number;
  /** Marks with exact values in the read-out. */
  readonly readoutMarks: number;
  /** Columns of a chart that may hold a buy and a sell sign each. */
  readonly glyphColumns: number;
  /** Symbols of a run whose prices are drawn, none in a page of many runs, and candles of each. */
  readonly candleCharts: number;
  readonly candles: number;
  /** Rows of a table of fills. */
  readonly fillRows: number;
  readonly tradeRows: number;
  /** Rows of the tables that replace curves; beyond that, years replace months. */
  readonly periodRows: number;
}

/** Up to this many runs, all are shown in full, and all curves are drawn. */
const detailedMax = 48;
/** A table of fills never has more rows. */
export const fillRowsMax = 200;

/** A share of fixed totals, within limits; a function of the number of runs alone. */
export function detailBudget(runs: number): DetailBudget {
  const share = (total: number, least: number, most: number): number =>
    Math.max(least, Math.min(most, Math.floor(total / Math.max(1, runs))));
  const isWhole = runs <= detailedMax;
  return {
    detailedRuns: isWhole ? runs : 2 * share(600, 6, 12),
    drawnGroups: isWhole ? runs : share(3_600, 12, 48),
    curvePoints: share(18_000, 60, 600),
    ownCurvePoints: share(18_000, 150, 600),
    trendPoints: share(7_200, 24, 40),
    readoutMarks: isWhole ? share(20_000, 60, 1300) : share(7_200, 24, 60),
    glyphColumns: share(4_000, 16, 150),
    candleCharts: share(36, 0, 6),
    candles: share(3_000, 60, 260),
    periodRows: share(6_000, 12, 600),
    fillRows: share(3_000, 6, fillRowsMax),
    tradeRows: share(1_500, 6, fillRowsMax),
  };
}
