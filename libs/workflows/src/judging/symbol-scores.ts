/** Scores of weekly reports by symbol, as HERCULEAN prints them by stock. */

import { readSections } from '#contracts/result/read-sections';
import type { ReportSection } from '#contracts/result/result';
import type { Figure } from '#metrics/sample/figure';
import { meanFigure } from '#metrics/sample/return-sample';
import { reportOf } from '../insights/report/week-measures.js';
import { judgedScores, type JudgedRow, spreadOf, taskMeans } from '../workflow/judged-scores.js';
import { tableSection } from '../workflow/report-section.js';

/** The workflow whose tasks are named by a symbol and a date. */
const ofReports = 'insights';

interface ScoredRow extends JudgedRow {
  readonly scored: {
    readonly overall: number;
    readonly dimensions: ReadonlyMap<string, number>;
  };
}

/**
 * Mean overall scores of one judge by symbol, `overall.MSFT`; empty for one symbol, whose mean is
 * that of all, and for answers that are no weekly reports.
 */
export function symbolFigures(
  of: string,
  scored: readonly { readonly task: string; readonly overall: number }[],
): [string, Figure][] {
  if (of !== ofReports) return [];
  const bySymbol = [...Map.groupBy(scored, ({ task }) => reportOf(task).symbol)];
  if (bySymbol.length < 2) return [];
  return bySymbol.map(([symbol, own]) => {
    const overall = own.map((one) => one.overall);
    return [`overall.${symbol}`, meanFigure(overall, 'nothing was judged')];
  });
}

/** Empty for answers that are no weekly reports. */
export function symbolSection(
  of: string,
  rows: readonly ScoredRow[],
  dimensions: readonly string[],
): ReportSection[] {
  if (of !== ofReports || rows.length === 0) return [];
  const lines = judgedScores(rows).flatMap(({ agent, judge, rows: judged }) =>
    [...Map.groupBy(judged, ({ task }) => reportOf(task).symbol)].map(([symbol, own]) => {
      const meansOf = (valueOf: (row: ScoredRow) => number | null) => [
        ...taskMeans(own, valueOf).values(),
      ];
      const [mean = null] = spreadOf(meansOf(({ scored }) => scored.overall));
      const means = dimensions.map((name) => {
        const [one = null] = spreadOf(meansOf(({ scored }) => scored.dimensions.get(name) ?? null));
        return one;
      });
      return [agent, symbol, judge, own.length, mean, ...means];
    }),
  );
  return [
    tableSection(
      readSections.scoresBySymbol,
      ['Configuration|Symbol|Judge|#Judged|#Overall', ...dimensions].join('|#'),
      lines,
      'Means over the weeks of a symbol that were judged. `tapefold table` prints those over all ' +
        'judges beside what the ratings earned.',
    ),
  ];
}
