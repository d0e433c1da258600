/** Market insights: a report a week and symbol with a rating of five steps, and the money that the ratings make. */

import { z } from 'zod';
import { separated, type Figure } from '#metrics/figure';
import { overRepeats, scoresAndMoney, type ScoredConfiguration } from '../scores-and-money.js';
import { taskWorkflow, type AnsweredTasks } from '../tasks/task-workflow.js';
import { bySymbol, dueReports, hitsOf } from './due-reports.js';
import {
  insightsAnswer,
  insightsTerms,
  ratingLine,
  type InsightsAnswer,
  type InsightsTerms,
} from './insights-answer.js';
import { evidenceSections } from './evidence-section.js';
import { forwardSection, hitSection, moneySection } from './insights-sections.js';
import { horizons, moneyOf } from './money.js';
import { pictureSections } from './picture-sections.js';
import { judgedReports } from './judged-reports.js';
import { reportDocuments } from './report-documents.js';
import { reportScoreNames, reportScores } from './report-scores.js';
import { meanOverSymbols } from './symbol-means.js';
import { weekMeasures } from './week-measures.js';

const moneyNames = ['cumulativeReturn', 'sharpeWeekly', 'maxDrawdown'] as const;

function scoreOf(run: AnsweredTasks<InsightsAnswer, never, InsightsTerms>) {
  const { due, terms } = run;
  const reports = dueReports(run);
  const figures: [string, Figure][] = [];
  const symbols = [...bySymbol(reports)].map(
    ([symbol, own]) => [symbol, moneyOf(own, terms.policy)] as const,
  );
  for (const name of moneyNames) {
    figures.push([name, meanOverSymbols(symbols.map(([, money]) => money[name]))]);
    if (symbols.length === 1) continue;
    for (const [symbol, money] of symbols) figures.push([`${name}.${symbol}`, money[name]]);
  }
  const answered = reports.filter(({ rating }) => rating !== null).length;
  figures.push([
    'coverage',
    due === 0 ? { value: null, reason: 'no report was due' } : { value: answered / due },
  ]);
  for (const horizon of horizons) {
    const { count, of } = hitsOf(reports, horizon);
    const none = { value: null, reason: `no rating has a verdict after ${horizon} sessions` };
    figures.push([`hitRate${horizon}`, of === 0 ? none : { value: count / of }]);
  }
  for (const [name, figure] of reportScores(run)) figures.push([name, figure]);
  const { values, undefinedBecause } = separated(Object.fromEntries(figures));
  return { values, undefinedBecause };
}

export const insights = taskWorkflow<InsightsAnswer, never, InsightsTerms>({
  name: 'insights',
  hasIndependentTasks: true,
  hasReports: true,
  terms: insightsTerms,
  answer: insightsAnswer,
  solution: z.never(),
  scriptLine: ratingLine,
  measures: weekMeasures,
  judged: judgedReports,
  documents: reportDocuments,
  tools: async () => [(await import('#tools')).reportGenerationTools],
  toolRules: { reporter: async (asked) => (await import('./reporter.js')).reporter(asked) },
  score: (run) => {
    const { values: figures, undefinedBecause } = scoreOf(run);
    return { figures, undefinedBecause };
  },
  sections: (runs) => {
    const reported = [...runs].map(([run, answered]) => ({ run, reports: dueReports(answered) }));
    const money = [...runs.values()].flatMap((answered): ScoredConfiguration[] => {
      const { values } = scoreOf(answered);
      const scores = reportScoreNames.flatMap((name) => values[name] ?? []);
      const earned = values['cumulativeReturn'] ?? null;
      if (scores.length === 0 || earned === null) return [];
      const score = scores.reduce((sum, one) => sum + one, 0) / scores.length;
      return [[answered.plan.agent.id, score, earned]];
    });
    return [
      moneySection(reported),
      hitSection(reported),
      forwardSection(reported),
      ...scoresAndMoney(overRepeats(money)),
      ...evidenceSections(runs),
      ...pictureSections(runs),
    ];
  },
});
