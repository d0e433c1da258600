/** Market insights: a report a week and symbol with a rating of five steps, and the money that the ratings make. */

import { z } from 'zod';
import { type Figure, undefinedFigure } from '#metrics/figure';
import { type AnsweredTasks, taskWorkflow } from '../tasks/task-workflow.js';
import { bySymbol, dueReports, hitsOf } from './due-reports.js';
import {
  insightsAnswer,
  type InsightsAnswer,
  insightsTerms,
  type InsightsTerms,
  ratingLine,
} from './insights-answer.js';
import { evidenceSections } from './evidence-section.js';
import { forwardSection, hitSection, moneySection } from './insights-sections.js';
import { ratingSection } from './picture-sections.js';
import { judgedReports } from './judged-reports.js';
import { reportDocuments } from './report-documents.js';
import { weekMeasures } from './week-measures.js';
import { horizons, moneyOf } from './money.js';
import { scoresOfReport } from './report/score-report.js';

const moneyNames = ['cumulativeReturn', 'sharpeWeekly', 'maxDrawdown'] as const;
const scoreNames = ['quantitativeAlignment', 'structureAndFormat', 'metadataAccuracy'] as const;

/** Money as means over symbols and by symbol, coverage and hit rates as fractions, scores as means over reports. */
function figuresOf(run: AnsweredTasks<InsightsAnswer, never, InsightsTerms>) {
  const { answers, measured, due, terms } = run;
  const reports = dueReports(run);
  const answered = reports.filter(({ rating }) => rating !== null).length;
  const symbols = [...bySymbol(reports)].map(
    ([symbol, own]) => [symbol, moneyOf(own, terms.policy)] as const,
  );
  const scores = [...answers].flatMap(([task, { report }]) =>
    report === undefined ? [] : [scoresOfReport(report, task, measured)],
  );
  return Object.fromEntries<Figure>([
    ...moneyNames.flatMap((name) => {
      const own = symbols.map(([symbol, money]) => [`${name}.${symbol}`, money[name]] as const);
      const values = symbols.map(([, money]) => money[name]);
      const mean = meanFigure(values, 'no report was due');
      return [[name, mean] as const, ...(own.length === 1 ? [] : own)];
    }),
    ['coverage', share(answered, due, 'no report was due')],
    ...horizons.map((horizon) => {
      const { count, of } = hitsOf(reports, horizon);
      const none = `no rating has a verdict after ${horizon} sessions`;
      return [`hitRate${horizon}`, share(count, of, none)] as const;
    }),
    ...scoreNames.map((name) => {
      const own = scores.map((one) => ({ value: one[name] }));
      return [name, meanFigure(own, 'no answer has a report')] as const;
    }),
  ]);
}

const share = (part: number, of: number, reason: string): Figure =>
  of === 0 ? undefinedFigure(reason) : { value: part / of };

/** The mean of figures that all have a value; `reason` where there is no figure. */
const meanFigure = (figures: readonly Figure[], reason: string): Figure =>
  figures.find(({ value }) => value === null) ??
  share(
    figures.reduce((sum, { value }) => sum + value!, 0),
    figures.length,
    reason,
  );

export const insights = taskWorkflow<InsightsAnswer, never, InsightsTerms>({
  name: 'insights',
  hasReports: true,
  terms: insightsTerms,
  answer: insightsAnswer,
  solution: z.never(),
  scriptLine: ratingLine,
  measures: weekMeasures,
  judged: judgedReports,
  documents: reportDocuments,
  tools: async () => [(await import('#tools')).reportGenerationTools],
  toolRules: {
    reporter: async (asked) => (await import('./report/write-report.js')).reporter(asked),
  },
  score: figuresOf,
  sections: (runs) => {
    const reported = [...runs].map(([run, answered]) => ({ run, reports: dueReports(answered) }));
    return [
      moneySection(reported),
      hitSection(reported),
      forwardSection(reported),
      ...evidenceSections(runs),
      ratingSection(runs),
    ];
  },
});
