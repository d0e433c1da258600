/**
 * Sections and rows of results that tables over several results read again: their titles, and the
 * names in their first columns.
 */

export const readSections = {
  /** What ratings earned: run, symbol, policy or dates, number of returns, and three figures. */
  money: 'Money',
  held: 'buy and hold',
  onReportDates: 'on the same dates',
  atSessions: 'at every session',
  /** Mean scores of judges: configuration, symbol, judge, number of judgments, and scores. */
  scoresBySymbol: 'Scores by symbol',
  allJudges: 'all judges',
} as const;
