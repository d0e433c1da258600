/**
 * The four dimensions of a research report that follow from its logic tree and its sections by
 * rule, 0 to 100.
 */

import { shapeOf, type LogicNode } from './logic-tree.js';

type Dimension = 'analysisWidth' | 'analysisDepth' | 'informationDensity' | 'paragraphRichness';
export type RuleMetrics = Readonly<Record<Dimension, number>>;

/** The depth of a root: the paper leaves it open. With 1, depth is the number of levels. */
export type RootDepth = 0 | 1;
export const rootDepthDefault: RootDepth = 1;

const clamped = (score: number): number => Math.min(100, Math.max(0, score));

/**
 * Scores a tree, and the mean number of words under a subtitle; nothing is rounded. Width is the
 * mean over nodes that have children: over all nodes it is below 1 in every tree, and would
 * score 0. An empty tree scores 0 in what follows from it.
 *
 * Source: FinResearchBench, arXiv 2507.16248, section 3.1.4.
 */
export function ruleMetrics(
  tree: LogicNode | null,
  wordsPerSubtitle: number,
  rootDepth: RootDepth = rootDepthDefault,
): RuleMetrics {
  const { nodes, evidence, width, deepest, leafDepth } = shapeOf(tree);
  const byDeepest = clamped(25 * (deepest + rootDepth - 2));
  const byLeaves = clamped(40 * (leafDepth + rootDepth - 1.5));
  const byKind = clamped((100 * evidence) / Math.max(1, nodes));
  return {
    analysisWidth: clamped(33.33 * (width - 1)),
    analysisDepth: 0.4 * byDeepest + 0.6 * byLeaves,
    informationDensity: 0.7 * clamped(2 * (nodes - 5)) + 0.3 * byKind,
    paragraphRichness: richness(wordsPerSubtitle),
  };
}

/**
 * Follows the mean number of words; it jumps from 60 to 68 at 100, as published. At 1000, which is
 * left out there, it is 100.
 */
function richness(words: number): number {
  if (words <= 0) return 0;
  if (words < 100) return 0.6 * words;
  if (words < 500) return 60 + 0.08 * words;
  return words <= 1000 ? 100 : Math.max(60, 100 - 0.05 * (words - 1000));
}
