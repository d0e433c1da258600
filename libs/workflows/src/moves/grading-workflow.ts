/** The second stage of grading moves: which moves an answer makes, and whether it reconciles what conflicts. */

import { figureOf, separated, undefinedFigure, type Figure } from '#metrics/figure';
import { meanOf } from '#metrics/return-sample';
import { judgeDefaults } from '../judging/judging-workflow.js';
import { taskWorkflow, type AnsweredTasks } from '../tasks/task-workflow.js';
import { attemptsOf, summaryOf } from './figures/attempts.js';
import { gradingSections } from './figures/grading-sections.js';
import {
  gradedSolution,
  gradingDefect,
  gradingJudgment,
  type GradedSolution,
  type GradingJudgment,
} from './judgments/grading.js';
import { gradingPrompts } from './moves-prompts.js';
import { gradingTerms, type GradingTerms } from './rubric.js';

export const movesGrading = taskWorkflow<GradingJudgment, GradedSolution, GradingTerms>({
  name: 'moves-grading',
  hasIndependentTasks: true,
  terms: gradingTerms,
  answer: gradingJudgment,
  solution: gradedSolution,
  prompts: gradingPrompts,
  agentDefaults: judgeDefaults,
  defect: gradingDefect,
  toolRules: {
    literal: async (asked) => (await import('./literal-judges.js')).literalGrading(asked),
  },
  score: scoreOf,
  sections: gradingSections,
});

/** Of one judge: means over the configurations that it graded, each over its tasks. */
function scoreOf(run: AnsweredTasks<GradingJudgment, GradedSolution, GradingTerms>) {
  const attempts = attemptsOf('', run);
  const none = run.solutions === null ? 'the data set has no solutions' : 'nothing was graded';
  const byAgent = Map.groupBy(attempts, ({ solution }) => solution.agent);
  const summaries = [...byAgent].map(([agent, own]) => summaryOf(own, run.terms.tasks, agent));
  // Those without a valid grounding were not put before this judge.
  const counts = new Map(
    [...(run.solutions ?? new Map<string, GradedSolution>()).values()].map(
      (solution) => [solution.agent, solution.answered.attempts] as const,
    ),
  );
  const answered = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const mean = (values: readonly (number | null | undefined)[]): Figure => {
    const known = values.filter((value) => typeof value === 'number');
    return known.length === 0 ? undefinedFigure(none) : figureOf(meanOf(known));
  };
  const { values: figures, undefinedBecause } = separated({
    graded: answered === 0 ? undefinedFigure(none) : figureOf(attempts.length / answered),
    denseMean: mean(summaries.map(({ means }) => means?.score)),
    denseMeanPresent: mean(summaries.map(({ presentMean }) => presentMean)),
    passAt1: mean(summaries.map(({ means }) => means?.passed)),
    themeCoverage: mean(summaries.map(({ means }) => means?.themeCoverage)),
    rawMoveCoverage: mean(summaries.map(({ means }) => means?.rawMoveCoverage)),
    validMoveCoverage: mean(summaries.map(({ means }) => means?.validMoveCoverage)),
    taint: mean(summaries.map(({ means }) => means?.taint)),
    hallucinationRate: mean(summaries.map(({ hallucinationRate }) => hallucinationRate)),
    flaggedShare: mean(summaries.map(({ flaggedShare }) => flaggedShare)),
  });
  return { figures, undefinedBecause };
}
