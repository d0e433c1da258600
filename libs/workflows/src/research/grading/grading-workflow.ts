/** Judged dimensions of research reports, and the support of their arguments, as a judging run. */

import { figureOf, separated, undefinedFigure, type Figure } from '#metrics/figure';
import { meanOf } from '#metrics/return-sample';
import { judgeDefaults } from '../../judging/judging-workflow.js';
import { taskWorkflow } from '../../tasks/task-workflow.js';
import { gradingPrompts } from '../research-prompts.js';
import { researchTerms, type ResearchTerms } from '../research-solution.js';
import { dimensionNames } from './dimensions.js';
import {
  dimensionsOf,
  finalOf,
  gradedReports,
  gradedSolution,
  gradingDefect,
  gradingJudgment,
  type GradedSolution,
  type GradingJudgment,
} from './graded-report.js';
import { gradingSections } from './grading-sections.js';
import { gradingStage } from './grading-stage.js';

export const researchGrading = taskWorkflow<GradingJudgment, GradedSolution, ResearchTerms>({
  name: gradingStage.workflow,
  hasIndependentTasks: true,
  terms: researchTerms,
  answer: gradingJudgment,
  solution: gradedSolution,
  prompts: gradingPrompts,
  agentDefaults: judgeDefaults,
  defect: gradingDefect,
  // The rule that extracts trees has no view of anything else: it leaves all of it unscored.
  toolRules: { outline: () => {} },
  score: (answered) => {
    const reports = gradedReports('', answered);
    const finals = reports.flatMap((report) => finalOf(report) ?? []);
    const none = undefinedFigure('nothing was graded');
    const mean = (values: readonly number[]): Figure =>
      values.length === 0 ? none : figureOf(meanOf(values));
    const figures: Record<string, Figure> = {
      judged: answered.due === 0 ? none : figureOf(answered.answers.size / answered.due),
      graded: reports.length === 0 ? none : figureOf(finals.length / reports.length),
      final: mean(finals),
    };
    for (const name of dimensionNames) {
      figures[name] = mean(reports.flatMap((report) => dimensionsOf(report)[name] ?? []));
    }
    const { values, undefinedBecause } = separated(figures);
    return { figures: values, undefinedBecause };
  },
  sections: (runs) => {
    const reports = [...runs].flatMap(([judge, run]) => gradedReports(judge, run));
    return gradingSections(reports, [...runs.keys()]);
  },
});
