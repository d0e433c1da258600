/** How alike a tree and the true one are, by their sizes. */

import { meanOf } from '#metrics/return-sample';
import type { TreeShape } from '../logic-tree.js';
import { rootDepthDefault } from '../rule-metrics.js';

export const similarityNames = ['nodes', 'depth', 'width', 'mean'] as const;
export type Similarity = Readonly<Record<(typeof similarityNames)[number], number>>;

/** 1 where both are 0. */
const alike = (one: number, other: number): number =>
  one === other ? 1 : 1 - Math.abs(one - other) / Math.max(one, other);

/**
 * Each from 0 to 1. Depth is the mean depth of nodes without children, with the root at depth 1; width the mean number
 * of children of nodes that have any. The paper leaves both open.
 *
 * Source: FinResearchBench, arXiv 2507.16248, section 4.3.4.
 */
export function similarityOf(found: TreeShape, truth: TreeShape): Similarity {
  const depth = ({ nodes, leafDepth }: TreeShape) =>
    nodes === 0 ? 0 : leafDepth + rootDepthDefault;
  const parts = {
    nodes: alike(found.nodes, truth.nodes),
    depth: alike(depth(found), depth(truth)),
    width: alike(found.width, truth.width),
  };
  return { ...parts, mean: meanOf(Object.values(parts)) };
}

/** By the nodes of the true tree; each up to, and without, the start of the next. */
export const sizeBins = [
  { name: '[0, 25)', from: 0 },
  { name: '[25, 50)', from: 25 },
  { name: '[50, ∞)', from: 50 },
] as const;

export const sizeBinOf = (nodes: number): string =>
  sizeBins.findLast(({ from }) => nodes >= from)!.name;
