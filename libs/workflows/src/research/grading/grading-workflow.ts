/** Judged dimensions of research reports, and the support of their arguments, as a judging run. */

import { figureOf, separated, undefinedFigure } from '#metrics/figure';
import { meanFigure } from '#metrics/return-sample';
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
    const { due, answers } = answered;
    const reports = gradedReports('', answered);
    const finals = reports.flatMap((report) => finalOf(report) ?? []);
    const none = 'nothing was graded';
    const { values: figures, undefinedBecause } = separated({
      judged: due === 0 ? undefinedFigure(none) : figureOf(answers.size / due),
      graded: meanFigure(
        reports.map((report) => (finalOf(report) === null ? 0 : 1)),
        none,
      ),
      final: meanFigure(finals, none),
      ...Object.fromEntries(
        dimensionNames.map((name) => {
          const scores = reports.flatMap((report) => dimensionsOf(report)[name] ?? []);
          return [name, meanFigure(scores, none)];
        }),
      ),
    });
    return { figures, undefinedBecause };
  },
  sections: (runs) => {
    const reports = [...runs].flatMap(([judge, run]) => gradedReports(judge, run));
    return gradingSections(reports, [...runs.keys()]);
  },
});
