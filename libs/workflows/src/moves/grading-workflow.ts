/** The second stage of grading moves: which moves an answer makes, and whether it reconciles what conflicts. */

import { figureOf, separated, undefinedFigure, type Figure } from '#metrics/figure';
import { meanOf } from '#metrics/return-sample';
import { judgeDefaults } from '../judging/judging-workflow.js';
import { taskWorkflow } from '../tasks/task-workflow.js';
import { attemptsOf, summaryOf, type GradingRun, type Summary } from './figures/attempts.js';
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
function scoreOf(run: GradingRun) {
  const attempts = attemptsOf('', run);
  const none = run.solutions === null ? 'the data set has no solutions' : 'nothing was graded';
  const byAgent = Map.groupBy(attempts, ({ solution }) => solution.agent);
  const summaries = [...byAgent].map(([agent, own]) => summaryOf(own, run.terms.tasks, agent));
  // Those without a valid grounding were not put before this judge.
  const counts = new Map(
    [...(run.solutions ?? [])].map(([, { agent, answered }]) => [agent, answered.attempts]),
  );
  const answered = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const mean = (of: (summary: Summary) => number | null | undefined): Figure => {
    const known = summaries.flatMap((summary) => of(summary) ?? []);
    return known.length === 0 ? undefinedFigure(none) : figureOf(meanOf(known));
  };
  const { values: figures, undefinedBecause } = separated({
    graded: answered === 0 ? undefinedFigure(none) : figureOf(attempts.length / answered),
    denseMean: mean(({ means }) => means?.score),
    denseMeanPresent: mean(({ presentMean }) => presentMean),
    passAt1: mean(({ means }) => means?.passed),
    themeCoverage: mean(({ means }) => means?.themeCoverage),
    rawMoveCoverage: mean(({ means }) => means?.rawMoveCoverage),
    validMoveCoverage: mean(({ means }) => means?.validMoveCoverage),
    taint: mean(({ means }) => means?.taint),
    hallucinationRate: mean(({ hallucinationRate }) => hallucinationRate),
    flaggedShare: mean(({ flaggedShare }) => flaggedShare),
  });
  return { figures, undefinedBecause };
}
