/** The first stage of grading: judges extract the logic tree of each report, and code keeps what stands there. */

import { figureOf, separated, undefinedFigure } from '#metrics/figure';
import { meanOf } from '#metrics/return-sample';
import type { GradingStage } from '../../judging/grading-stage.js';
import { inputOf } from '../../judging/judgment.js';
import { judgeDefaults } from '../../judging/judging-workflow.js';
import { taskWorkflow } from '../../tasks/task-workflow.js';
import type { LogicNode } from '../logic-tree.js';
import { treePrompts } from '../research-prompts.js';
import {
  researchTerms,
  shownReport,
  whoOf,
  type ResearchSolution,
  type ResearchTerms,
} from '../research-solution.js';
import { measuresOf } from '../text/report-measures.js';
import {
  extractedOf,
  treeJudgment,
  treeSolution,
  type Extracted,
  type TreeJudgment,
  type TreeSolution,
} from './extracted-tree.js';
import { treeIn } from './found-tree.js';
import { treeSections } from './tree-sections.js';

export const treeStage: GradingStage<string, ResearchSolution> = {
  workflow: 'research-tree',
  tasksOf: ({ answers }) =>
    answers.map((answer) => {
      const { text: report } = shownReport(answer);
      const { words } = measuresOf(answer.answer);
      return treeTask(answer.id, { ...whoOf(answer), report, words }, answer.solution?.tree);
    }),
};

/** A report whose tree is to be extracted; `truth` where it is known. */
export function treeTask(id: string, known: Omit<TreeSolution, 'truth'>, truth?: LogicNode | null) {
  const solution: TreeSolution = { ...known, ...(truth !== undefined && { truth }) };
  const instruction = 'Extract the logic tree of the report.';
  return { id, instruction, inputs: { report: known.report }, solution };
}

export const researchTree = taskWorkflow<TreeJudgment, TreeSolution, ResearchTerms>({
  name: treeStage.workflow,
  hasIndependentTasks: true,
  terms: researchTerms,
  answer: treeJudgment,
  solution: treeSolution,
  prompts: treePrompts,
  agentDefaults: judgeDefaults,
  toolRules: { outline: async (asked) => (await import('./outline.js')).outline(asked) },
  // A judge that invents a whole tree says nothing of the report.
  defect: ({ tree }, asked) =>
    treeIn(tree, inputOf(asked, 'report') ?? '') === undefined
      ? 'answer.tree: expected nodes in the words of the report; found none'
      : undefined,
  score: (answered) => {
    const extracted = extractedOf(answered);
    const alike = extracted.flatMap(({ similarity }) => similarity ?? []);
    const sum = (of: (one: Extracted) => number) =>
      extracted.reduce((all, one) => all + of(one), 0);
    const dropped = sum(({ found }) => found.repairs.dropped);
    const given = dropped + sum(({ shape }) => shape.nodes);
    const none = undefinedFigure('no report has a tree');
    const unknown = undefinedFigure('no true tree is known');
    const { values: figures, undefinedBecause } = separated({
      extracted: answered.due === 0 ? none : figureOf(extracted.length / answered.due),
      nodes:
        extracted.length === 0 ? none : figureOf(meanOf(extracted.map(({ shape }) => shape.nodes))),
      dropped: given === 0 ? none : figureOf(dropped / given),
      similarity: alike.length === 0 ? unknown : figureOf(meanOf(alike.map(({ mean }) => mean))),
    });
    return { figures, undefinedBecause };
  },
  sections: (runs) => treeSections([...runs].map(([judge, run]) => [judge, extractedOf(run)])),
});
