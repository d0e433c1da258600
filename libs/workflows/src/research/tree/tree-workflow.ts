/**
 * The first stage of grading: judges extract the logic tree of each report, and code keeps what is
 * in the report.
 */

import { z } from 'zod';
import { shareFigure } from '#metrics/sample/figure';
import { meanFigure } from '#metrics/sample/return-sample';
import type { GradingStage } from '../../workflow/grading-stage.js';
import { inputOf } from '../../workflow/judgment.js';
import { unreadSection } from '../../judging/unread-judgments.js';
import { judgeDefaults } from '../../tasks/agent-defaults.js';
import { taskWorkflow, type AnsweredTasks } from '../../tasks/task-workflow.js';
import { logicTreeSchema, type LogicNode } from '../terms/logic-tree.js';
import { treePrompts } from '../terms/research-prompts.js';
import {
  researchTerms,
  shownReport,
  whoAnswered,
  whoOf,
  type ResearchSolution,
  type ResearchTerms,
} from '../terms/research-solution.js';
import { measuresOf } from '../text/report-measures.js';
import { compared, extractedTree, treeSections } from './extracted-trees.js';
import { knownTree, treeIn } from './found-tree.js';

const form =
  'A node: text, kind (argument or evidence), children (nodes again). null where there is no ' +
  'argument.';
const whole = logicTreeSchema as z.ZodType<
  LogicNode | null,
  Readonly<Record<string, unknown>> | null
>;

/** What a judge submits; the schema that it sees has one level. */
export const treeJudgment = z.strictObject({
  tree: z.looseObject({}).nullable().describe(form).pipe(whole),
});
type TreeJudgment = z.infer<typeof treeJudgment>;

const treeSolution = z.strictObject({
  ...whoAnswered,
  /** As judges read it. */
  report: z.string(),
  words: z.int().nonnegative(),
  /** The true tree, where that is known. */
  truth: logicTreeSchema.optional(),
});
type TreeSolution = z.infer<typeof treeSolution>;

export const treeStage: GradingStage<string, ResearchSolution> = {
  workflow: 'research-tree',
  tasksOf: ({ answers }) =>
    answers.map((answer) => {
      const { text: report } = shownReport(answer);
      const { words } = measuresOf(answer.answer);
      const truth = knownTree(answer.solution, report);
      return treeTask(answer.id, { ...whoOf(answer), report, words }, truth);
    }),
};

/** A report whose tree is to be extracted; `truth` if it is known. */
export function treeTask(id: string, known: Omit<TreeSolution, 'truth'>, truth?: LogicNode | null) {
  const solution: TreeSolution = { ...known, ...(truth !== undefined && { truth }) };
  const instruction = 'Extract the logic tree of the report.';
  return { id, instruction, inputs: { report: known.report }, solution };
}

type Answered = AnsweredTasks<TreeJudgment, TreeSolution, ResearchTerms>;

const extractedOf = ({ answers, solutions }: Pick<Answered, 'answers' | 'solutions'>) =>
  [...answers].flatMap(([id, { tree }]) => {
    const solution = solutions?.get(id);
    const found = solution && treeIn(tree, solution.report);
    return found ? [extractedTree(found, solution)] : [];
  });

export const researchTree = taskWorkflow<TreeJudgment, TreeSolution, ResearchTerms>({
  name: treeStage.workflow,
  terms: researchTerms,
  answer: treeJudgment,
  solution: treeSolution,
  prompts: treePrompts,
  agentDefaults: judgeDefaults,
  toolRules: { outline: async (asked) => (await import('./outline.js')).outline(asked) },
  // A judge that invents a whole tree has extracted nothing.
  defect: ({ tree }, asked) =>
    treeIn(tree, inputOf(asked, 'report') ?? '') === undefined
      ? 'answer.tree: expected nodes in the words of the report; found none'
      : undefined,
  score: (answered) => {
    const { due } = answered;
    const trees = extractedOf(answered);
    const nodes = trees.map(({ shape }) => shape.nodes);
    const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
    const dropped = sum(trees.map(({ found }) => found.repairs.dropped));
    const written = dropped + sum(nodes);
    const none = 'no report has a tree';
    const alike = compared(trees).map(({ similarity }) => similarity.mean);
    return {
      extracted: shareFigure(trees.length, due, none),
      nodes: meanFigure(nodes, none),
      dropped: shareFigure(dropped, written, none),
      similarity: meanFigure(alike, 'no true tree is known'),
    };
  },
  sections: (runs) => [
    ...treeSections([...runs].map(([judge, run]) => [judge, extractedOf(run)])),
    ...unreadSection(runs),
  ],
});
