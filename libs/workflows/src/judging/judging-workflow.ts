/** Judging: the answers of a finished result are the tasks, and judgments the answers. */

import { separated, type Figure } from '#metrics/figure';
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
  type Scored,
} from './judgment.js';

type Judged = AnsweredTasks<Judgment, JudgedSolution, JudgingTerms>;

/** Scores by task, of the answers that were judged. */
export function scoresOf({ answers, solutions }: Pick<Judged, 'answers' | 'solutions'>) {
  const scored = [...answers].flatMap(([task, judgment]): [string, Scored][] => {
    const solution = solutions?.get(task);
    return solution === undefined ? [] : [[task, scoredBy(judgment, solution)]];
  });
  return new Map(scored);
}

const meanOf = (values: readonly number[], none: string): Figure =>
  values.length === 0
    ? { value: null, reason: none }
    : { value: values.reduce((sum, one) => sum + one, 0) / values.length };

/** Means over the answers that were judged: an answer without a judgment is unscored, and never zero. */
function scoreOf(judged: Judged) {
  const scores = scoresOf(judged);
  const none = judged.solutions === null ? 'the data set has no solutions' : 'nothing was judged';
  const { due } = judged;
  const share: Figure = due === 0 ? { value: null, reason: none } : { value: scores.size / due };
  const all = [...scores.values()];
  const figures: [string, Figure][] = [
    ['judged', share],
    [
      'overall',
      meanOf(
        all.map(({ overall }) => overall),
        none,
      ),
    ],
  ];
  const names = new Set(all.flatMap(({ dimensions }) => [...dimensions.keys()]));
  for (const name of names) {
    const own = all.flatMap(({ dimensions }) => dimensions.get(name) ?? []);
    figures.push([name, meanOf(own, none)]);
  }
  const { values, undefinedBecause } = separated(Object.fromEntries(figures));
  return { figures: values, undefinedBecause };
}

export const judging = taskWorkflow<Judgment, JudgedSolution, JudgingTerms>({
  name: 'judging',
  hasIndependentTasks: true,
  terms: judgingTerms,
  answer: judgmentSchema,
  solution: judgedSolution,
  prompts: judgingPrompts,
  // A judgment that cannot be read is asked for again, once.
  agentDefaults: ({ kind, effort = 'none' }) => ({
    ...((kind === 'llm' || kind === 'http') && { attempts: 2, timeBudgetMs: 120_000 }),
    // Providers refuse a temperature beside reasoning.
    ...(kind === 'llm' && effort === 'none' && { temperature: 0 }),
  }),
  defect: judgmentDefect,
  score: scoreOf,
  sections: judgingSections,
});
