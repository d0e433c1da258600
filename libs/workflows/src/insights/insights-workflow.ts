/** Market insights: a report a week and symbol with a rating of five steps, and the money that the ratings make. */

import { z } from 'zod';
import { taskWorkflow } from '../tasks/task-workflow.js';
import { dueReports } from './due-reports.js';
import {
  insightsAnswer,
  insightsTerms,
  ratingLine,
  type InsightsAnswer,
  type InsightsTerms,
} from './insights-answer.js';
import { evidenceSections } from './evidence-section.js';
import { forwardSection, hitSection, moneySection } from './insights-sections.js';
import { ratingSection } from './picture-sections.js';
import { judgedReports } from './judged-reports.js';
import { reportDocuments } from './report-documents.js';
import { figuresOf } from './run-figures.js';
import { weekMeasures } from './week-measures.js';

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
