/** A logic tree: arguments and the evidence that they rest on, and what its shape comes to. */

import { z } from 'zod';
import { isNestedWithin } from '#contracts/nesting';

/** Levels of a tree; far more than anybody writes. */
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
  .refine((tree) => tree === null || shapeOf(tree).nodes <= nodesMax, `at most ${nodesMax} nodes`);

/** Counts of a tree; the root is a node like all others. */
export interface TreeShape {
  readonly nodes: number;
  readonly evidence: number;
  /** Mean number of children, of the nodes that have any; 0 where none has. */
  readonly width: number;
  /** The deepest node, with the root at depth 0. */
  readonly deepest: number;
  /** Mean over nodes without children, with the root at depth 0. */
  readonly leafDepth: number;
}

/** The shape of a tree; all 0 without one. */
export function shapeOf(tree: LogicNode | null): TreeShape {
  let [nodes, evidence, parents, deepest, leaves, leafDepths] = [0, 0, 0, 0, 0, 0];
  const left = tree === null ? [] : [{ node: tree, depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node: one, depth } = next;
    nodes++;
    if (one.kind === 'evidence') evidence++;
    deepest = Math.max(deepest, depth);
    if (one.children.length > 0) parents++;
    else {
      leaves++;
      leafDepths += depth;
    }
    for (const child of one.children) left.push({ node: child, depth: depth + 1 });
  }
  return {
    ...{ nodes, evidence, deepest },
    width: parents === 0 ? 0 : (nodes - 1) / parents,
    leafDepth: leaves === 0 ? 0 : leafDepths / leaves,
  };
}
