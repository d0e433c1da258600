/** A logic tree: arguments and the evidence that they rest on, and measures of its shape. */

import { z } from 'zod';
import { isNestedWithin } from '#contracts/parsing/nesting';
import { meanOf } from '#metrics/sample/return-sample';

/** Levels of a tree; far more than any report has. */
const levelsMax = 100;
const nodesMax = 20_000;

export interface LogicNode {
  readonly text: string;
  readonly kind: 'argument' | 'evidence';
  readonly children: readonly LogicNode[];
}

const node: z.ZodType<LogicNode> = z.object({
  text: z.string().max(100_000),
  kind: z.enum(['argument', 'evidence']),
  children: z.lazy(() => z.array(node)).default([]),
});

/** A tree from outside; null is the empty one. Each level is an object within a list. */
export const logicTreeSchema = z
  .unknown()
  .refine((value) => isNestedWithin(value, 2 * levelsMax), `at most ${levelsMax} levels`)
  .pipe(node.nullable())
  .refine((tree) => numberedNodes(tree).length <= nodesMax, `at most ${nodesMax} nodes`);

/**
 * Each node before its children, with its id (`n1` and so on) and its depth; the root is
 * first, at depth 0.
 */
export function numberedNodes<Node extends LogicNode & { readonly children: readonly Node[] }>(
  tree: Node | null,
): (Node & { readonly id: string; readonly depth: number })[] {
  const nodes: (Node & { id: string; depth: number })[] = [];
  const visit = (node: Node, depth: number): void => {
    nodes.push({ ...node, id: `n${nodes.length + 1}`, depth });
    for (const child of node.children) visit(child, depth + 1);
  };
  if (tree !== null) visit(tree, 0);
  return nodes;
}

/**
 * Counts of a tree, whose root is a node like all others at depth 0: nodes, evidence, the mean
 * number of children of nodes that have any (width), the deepest node, and the mean depth of nodes
 * without children. All 0 without a tree.
 */
export function shapeOf(tree: LogicNode | null) {
  const all = numberedNodes(tree);
  const leaves = all.filter(({ children }) => children.length === 0);
  const parents = all.length - leaves.length;
  return {
    nodes: all.length,
    evidence: all.filter(({ kind }) => kind === 'evidence').length,
    width: parents === 0 ? 0 : (all.length - 1) / parents,
    deepest: Math.max(0, ...all.map(({ depth }) => depth)),
    leafDepth: meanOf(leaves.map(({ depth }) => depth)),
  };
}
export type TreeShape = Readonly<ReturnType<typeof shapeOf>>;
