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
  const depth = ({ nodes, leafDepth }: TreeShape) => nodes && leafDepth + rootDepthDefault;
  const parts = {
    nodes: alike(found.nodes, truth.nodes),
    depth: alike(depth(found), depth(truth)),
    width: alike(found.width, truth.width),
  };
  return { ...parts, mean: meanOf(Object.values(parts)) };
}

/** By the nodes of the true tree. */
export const sizeBins = ['[0, 25)', '[25, 50)', '[50, ∞)'] as const;

export const sizeBinOf = (nodes: number): string =>
  sizeBins[Math.min(2, Math.floor(nodes / 25)) as 0 | 1 | 2];
