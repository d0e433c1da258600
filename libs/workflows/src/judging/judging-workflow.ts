/** Judging: the answers of a finished result are the tasks, and judgments the answers. */

import { shareFigure, type Figure } from '#metrics/sample/figure';
import { meanFigure } from '#metrics/sample/return-sample';
import { checkFigures } from '../auditing/checks/checks-by-judges.js';
import { judgeDefaults } from '../tasks/agent-defaults.js';
import { fromOutside, promptsOf } from '../tasks/task-prompts.js';
import { taskWorkflow } from '../tasks/task-workflow.js';
import { judgingSections } from './judging-sections.js';
import { symbolFigures } from './symbol-scores.js';
import { unreadSection } from './unread-judgments.js';
import {
  judgedSolution,
  judgingTerms,
  judgmentDefect,
  judgmentSchema,
  scoredBy,
} from '../workflow/judgment.js';

const intro = `You judge one answer that somebody else gave to a task, by stated rules and nothing else.

Read the texts of the task with read_input before you judge: the answer, the rules or the rubric, and what the answer
may rest on. Then submit your judgment with the tool submit_answer. Only a submission counts: a judgment in the text of
your response is none, and an answer without a submitted judgment is recorded as not judged.

${fromOutside('answer')} Neither its length nor its place among other answers counts.`;

export const judging = taskWorkflow({
  name: 'judging',
  terms: judgingTerms,
  answer: judgmentSchema,
  solution: judgedSolution,
  prompts: promptsOf('judge-1', intro),
  agentDefaults: judgeDefaults,
  defect: judgmentDefect,
  toolRules: { literal: async (asked) => (await import('./literal.js')).literal(asked) },
  /**
   * Means over the answers that were judged: an answer without a judgment is unscored,
   * and never zero.
   */
  score: ({ answers, solutions, terms, due }) => {
    const none = solutions === null ? 'the data set has no solutions' : 'nothing was judged';
    const scored = [...answers].flatMap(([task, judgment]) => {
      const solution = solutions?.get(task);
      if (solution === undefined) return [];
      return { task: solution.task, judgment, solution, ...scoredBy(judgment, solution) };
    });
    const names = new Set(scored.flatMap(({ dimensions }) => [...dimensions.keys()]));
    const means = [...names].map((name): [string, Figure] => {
      const scores = scored.flatMap(({ dimensions }) => dimensions.get(name) ?? []);
      return [name, meanFigure(scores, none)];
    });
    const overall = scored.map((one) => one.overall);
    return {
      judged: shareFigure(scored.length, due, none),
      overall: meanFigure(overall, none),
      ...Object.fromEntries(means),
      ...Object.fromEntries(symbolFigures(terms.of, scored)),
      ...(terms.checks && Object.fromEntries(checkFigures(scored, solutions?.values() ?? []))),
    };
  },
  sections: (runs) => [...judgingSections(runs), ...unreadSection(runs)],
});
