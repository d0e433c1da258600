/** Trees that judges extracted: the repairs by code, and their similarity to the true ones. */

import type { ReportSection } from '#contracts/result/result';
import { rankCorrelation } from '#metrics/agreement/correlation';
import { meanOf } from '#metrics/sample/return-sample';
import { tableSection, type Rows } from '../../workflow/report-section.js';
import { shapeOf, type LogicNode, type TreeShape } from '../terms/logic-tree.js';
import { rootDepthDefault } from '../terms/rule-metrics.js';
import type { FoundTree } from './found-tree.js';

const similarityNames = ['nodes', 'depth', 'width', 'mean'] as const;

/** 1 where both are 0. */
const alike = (one: number, other: number): number =>
  one === other ? 1 : 1 - Math.abs(one - other) / Math.max(one, other);

/**
 * Each from 0 to 1. Depth is the mean depth of nodes without children, with the root at depth 1;
 * width the mean number of children of nodes that have any. The paper leaves both open.
 *
 * Source: FinResearchBench, arXiv 2507.16248, section 4.3.4.
 */
export function similarityOf(found: TreeShape, truth: TreeShape) {
  const depth = ({ nodes, leafDepth }: TreeShape) => nodes && leafDepth + rootDepthDefault;
  const parts = {
    nodes: alike(found.nodes, truth.nodes),
    depth: alike(depth(found), depth(truth)),
    width: alike(found.width, truth.width),
  };
  return { ...parts, mean: meanOf(Object.values(parts)) };
}

/** By the nodes of the true tree. */
const sizeBins = ['[0, 25)', '[25, 50)', '[50, ∞)'] as const;

export const sizeBinOf = (nodes: number): string =>
  sizeBins[Math.min(2, Math.floor(nodes / 25)) as 0 | 1 | 2];

/**
 * A tree that a judge extracted from a report with this many words, and the shape of the true one
 * if it is known.
 */
export const extractedTree = (
  found: FoundTree,
  { words, truth }: { readonly words: number; readonly truth?: LogicNode | null | undefined },
) => ({
  found,
  words,
  shape: shapeOf(found.tree),
  truth: truth === undefined ? undefined : shapeOf(truth),
});
type Extracted = ReturnType<typeof extractedTree>;

/** Those whose true tree is known. */
export const compared = (trees: readonly Extracted[]) =>
  trees.flatMap(({ shape, truth, words }) =>
    truth ? [{ similarity: similarityOf(shape, truth), truth, nodes: shape.nodes, words }] : [],
  );

type ByJudge = readonly (readonly [judge: string, trees: readonly Extracted[]])[];

export function treeSections(judges: ByJudge): ReportSection[] {
  const rows = judges.flatMap(([judge, trees]): Rows => {
    if (trees.length === 0) return [];
    const means = (['nodes', 'evidence', 'width', 'leafDepth'] as const).map((name) =>
      meanOf(trees.map(({ shape }) => shape[name])),
    );
    const sums = (['dropped', 'moved', 'turned'] as const).map((name) =>
      trees.reduce((sum, { found }) => sum + found.repairs[name], 0),
    );
    return [[judge, trees.length, ...means, ...sums]];
  });
  return [
    tableSection(
      'Extracted trees',
      'Judge|#Trees|#Nodes|#Evidence|#Width|#Leaf depth|#Dropped|#Moved up|#Turned',
      rows,
      'Means a tree, with the root at depth 0; and what code repaired in all: nodes whose ' +
        'words the report does not have, nodes that moved up as their parent was dropped, and ' +
        'evidence with nodes below it, which is an argument.',
    ),
    ...similaritySections(judges),
  ];
}

/** Empty if no true tree is known. */
export function similaritySections(judges: ByJudge): ReportSection[] {
  const known = judges
    .map(([judge, trees]) => ({ judge, own: compared(trees) }))
    .filter(({ own }) => own.length > 0);
  if (known.length === 0) return [];
  const bins = known.flatMap(({ judge, own }) =>
    ['all', ...sizeBins].flatMap((bin): Rows => {
      const within = own.filter(({ truth }) => bin === 'all' || sizeBinOf(truth.nodes) === bin);
      if (within.length === 0) return [];
      const alike = similarityNames.map((name) =>
        meanOf(within.map(({ similarity }) => similarity[name])),
      );
      const words = within.map((one) => one.words);
      const nodes = meanOf(within.map((one) => one.nodes));
      return [[judge, bin, within.length, ...alike, nodes, Math.min(...words), Math.max(...words)]];
    }),
  );
  const correlations = known.flatMap(({ judge, own }): Rows => {
    const nodes = own.map((one) => one.nodes);
    const truths = own.map(({ truth }) => truth.nodes);
    const words = own.map((one) => one.words);
    const means = own.map(({ similarity }) => similarity.mean);
    return [
      ['Nodes, true nodes', rankCorrelation(nodes, truths)] as const,
      ['Nodes, words', rankCorrelation(nodes, words)] as const,
      ['Similarity, words', rankCorrelation(means, words)] as const,
    ].map(([of, { n, value, p }]) => [judge, of, n, value, p]);
  });
  return [
    tableSection(
      'Tree similarity',
      'Judge|True nodes|#Trees|#Nodes|#Depth|#Width|#Mean|#Nodes found|#Words, least|#Words, most',
      bins,
      '1 − |a − b| ÷ the larger of both, of nodes, of the mean depth of nodes without children ' +
        '(the root has depth 1), and of the mean number of children of nodes that have any; and ' +
        'the mean of the three. By size of the true tree.',
    ),
    tableSection(
      'Trees and length',
      'Judge|Of|#Trees|#Spearman’s rho|#p',
      correlations,
      'Rank correlations over reports, with two-sided p.',
    ),
  ];
}
