/**
 * How much detail each run gets, so that a report of hundreds of runs stays small and still opens.
 */

/** Up to this many runs, all are shown in full, and all curves are drawn. */
const detailedMax = 48;
/** A table of fills never has more rows. */
export const fillRowsMax = 200;

/** A share of fixed totals, within limits; a function of the number of runs alone. */
export function detailBudget(runs: number) {
  const share = (total: number, least: number, most: number): number =>
    Math.max(least, Math.min(most, Math.floor(total / Math.max(1, runs))));
  const isWhole = runs <= detailedMax;
  return {
    /** Runs shown in full: all of a few, an even number of many. */
    detailedRuns: isWhole ? runs : 2 * share(600, 6, 12),
    /** Symbols whose curves are drawn side by side. */
    drawnGroups: isWhole ? runs : share(3_600, 12, 48),
    /**
     * Points of a curve among others, of one that is drawn alone, and of one in a row of a table.
     */
    curvePoints: share(18_000, 60, 600),
    ownCurvePoints: share(18_000, 150, 600),
    trendPoints: share(7_200, 24, 40),
    /** Marks with exact values in the read-out. */
    readoutMarks: isWhole ? share(20_000, 60, 1300) : share(7_200, 24, 60),
    /** Columns of a chart that may hold a buy and a sell sign each. */
    glyphColumns: share(4_000, 16, 150),
    /**
     * Symbols of a run whose prices are drawn, none in a page of many runs, and candles of each.
     */
    candleCharts: share(36, 0, 6),
    candles: share(3_000, 60, 260),
    /** Rows of the tables that replace curves; beyond that, years replace months. */
    periodRows: share(6_000, 12, 600),
    fillRows: share(3_000, 6, fillRowsMax),
    tradeRows: share(1_500, 6, fillRowsMax),
  };
}

export type DetailBudget = Readonly<ReturnType<typeof detailBudget>>;
