/** Judging: the answers of a finished result are the tasks, and judgments the answers. */

import type { KnownWorkflow } from '#contracts/scenario';
import { figureOf, separated, undefinedFigure, type Figure } from '#metrics/figure';
import { meanFigure } from '#metrics/return-sample';
import { taskWorkflow, type AnsweredTasks } from '../tasks/task-workflow.js';
import { judgingPrompts } from './judging-prompts.js';
import { judgingSections } from './judging-sections.js';
import {
  judgedSolution,
  judgingTerms,
  judgmentDefect,
  judgmentSchema,
  scoredBy,
  type JudgedSolution,
  type Judgment,
  type JudgingTerms,
} from './judgment.js';

/** Means over the answers that were judged: an answer without a judgment is unscored, and never zero. */
function scoreOf(judged: AnsweredTasks<Judgment, JudgedSolution, JudgingTerms>) {
  const { answers, solutions, due } = judged;
  const none = solutions === null ? 'the data set has no solutions' : 'nothing was judged';
  const scored = [...answers].flatMap(([task, judgment]) => {
    const solution = solutions?.get(task);
    return solution === undefined ? [] : scoredBy(judgment, solution);
  });
  const mean = (scores: readonly number[]): Figure => meanFigure(scores, none);
  const names = new Set(scored.flatMap(({ dimensions }) => [...dimensions.keys()]));
  const figures: Record<string, Figure> = {
    judged: due === 0 ? undefinedFigure(none) : figureOf(scored.length / due),
    overall: mean(scored.map(({ overall }) => overall)),
  };
  for (const name of names) {
    figures[name] = mean(scored.flatMap(({ dimensions }) => dimensions.get(name) ?? []));
  }
  const { values, undefinedBecause } = separated(figures);
  return { figures: values, undefinedBecause };
}

/** Of agents that judge: a judgment that cannot be read is asked for again, once. */
export const judgeDefaults: NonNullable<KnownWorkflow['agentDefaults']> = ({
  kind,
  effort = 'none',
}) => ({
  ...((kind === 'llm' || kind === 'http') && { attempts: 2, timeBudgetMs: 120_000 }),
  // Providers refuse a temperature beside reasoning.
  ...(kind === 'llm' && effort === 'none' && { temperature: 0 }),
});

export const judging = taskWorkflow<Judgment, JudgedSolution, JudgingTerms>({
  name: 'judging',
  hasIndependentTasks: true,
  terms: judgingTerms,
  answer: judgmentSchema,
  solution: judgedSolution,
  prompts: judgingPrompts,
  agentDefaults: judgeDefaults,
  defect: judgmentDefect,
  toolRules: { literal: async (asked) => (await import('./literal.js')).literal(asked) },
  score: scoreOf,
  sections: judgingSections,
});
