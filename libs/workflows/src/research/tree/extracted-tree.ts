/** What a judge submits as the tree of a report, and what stays of it beside the true one. */

import { z } from 'zod';
import type { AnsweredTasks } from '../../tasks/task-workflow.js';
import { logicTreeSchema, shapeOf, type LogicNode, type TreeShape } from '../logic-tree.js';
import { whoAnswered, type ResearchTerms } from '../research-solution.js';
import { treeIn, type FoundTree } from './found-tree.js';
import { similarityOf, type Similarity } from './tree-similarity.js';

const form =
  'A node: text, kind (argument or evidence), children (nodes again). null where there is no argument.';

const root = z
  .looseObject({
    text: z.string(),
    kind: z.enum(['argument', 'evidence']),
    children: z.array(z.unknown()).optional(),
  })
  .nullable()
  .describe(form);
const whole = logicTreeSchema as z.ZodType<LogicNode | null, z.output<typeof root>>;

/** What a judge submits. Levels below the first are checked as strictly as the first. */
export const treeJudgment = z.strictObject({ tree: root.pipe(whole) });
export type TreeJudgment = z.infer<typeof treeJudgment>;

export const treeSolution = z.strictObject({
  ...whoAnswered,
  /** As judges read it. */
  report: z.string(),
  words: z.int().nonnegative(),
  /** The true tree, where that is known. */
  truth: logicTreeSchema.optional(),
});
export type TreeSolution = z.infer<typeof treeSolution>;

/** A tree that a judge extracted, beside the true one where that is known. */
export interface Extracted {
  readonly id: string;
  readonly solution: TreeSolution;
  readonly found: FoundTree;
  readonly shape: TreeShape;
  readonly truth: TreeShape | null;
  readonly similarity: Similarity | null;
}

export type ExtractedTrees = Pick<
  AnsweredTasks<TreeJudgment, TreeSolution, ResearchTerms>,
  'answers' | 'solutions'
>;

export const extractedOf = ({ answers, solutions }: ExtractedTrees): Extracted[] =>
  [...answers].flatMap(([id, { tree }]): Extracted[] => {
    const solution = solutions?.get(id);
    const found = solution && treeIn(tree, solution.report);
    if (solution === undefined || found === undefined) return [];
    const shape = shapeOf(found.tree);
    const truth = solution.truth === undefined ? null : shapeOf(solution.truth);
    const similarity = truth && similarityOf(shape, truth);
    return [{ id, solution, found, shape, truth, similarity }];
  });
