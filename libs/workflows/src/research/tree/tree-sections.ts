/** Tables of extracted trees: what code repaired, and how near they come to the true ones. */

import type { ReportSection } from '#contracts/result';
import { rankCorrelation } from '#metrics/agreement/correlation';
import { meanOf } from '#metrics/return-sample';
import { tableSection, type Rows } from '../../report-section.js';
import type { Extracted } from './extracted-tree.js';
import { similarityNames, sizeBinOf, sizeBins } from './tree-similarity.js';

type ByJudge = readonly (readonly [judge: string, trees: readonly Extracted[]])[];

export function treeSections(judges: ByJudge): ReportSection[] {
  const rows = judges.flatMap(([judge, trees]): Rows => {
    if (trees.length === 0) return [];
    const mean = (of: (one: Extracted) => number) => meanOf(trees.map(of));
    const sum = (of: (one: Extracted) => number) => trees.reduce((all, one) => all + of(one), 0);
    const { dropped, moved, turned } = {
      dropped: sum(({ found }) => found.repairs.dropped),
      moved: sum(({ found }) => found.repairs.moved),
      turned: sum(({ found }) => found.repairs.turned),
    };
    const shape = [
      ...[mean((one) => one.shape.nodes), mean((one) => one.shape.evidence)],
      ...[mean((one) => one.shape.width), mean((one) => one.shape.leafDepth)],
    ];
    return [[judge, trees.length, ...shape, dropped, moved, turned]];
  });
  return [
    tableSection(
      'Extracted trees',
      'Judge|#Trees|#Nodes|#Evidence|#Width|#Leaf depth|#Dropped|#Moved up|#Turned',
      rows,
      'Means a tree, with the root at depth 0; and what code repaired in all: nodes whose words the report does ' +
        'not have, nodes that moved up as their parent was dropped, and evidence with nodes below it, which is an ' +
        'argument.',
    ),
    ...similaritySections(judges),
  ];
}

/** Nothing where no true tree is known. */
export function similaritySections(judges: ByJudge): ReportSection[] {
  const known = judges.flatMap(([judge, trees]) => {
    const own = trees.flatMap(({ similarity, truth, shape, solution: { words } }) =>
      similarity && truth ? [{ similarity, truth, nodes: shape.nodes, words }] : [],
    );
    return own.length === 0 ? [] : [{ judge, own }];
  });
  if (known.length === 0) return [];
  const bins = known.flatMap(({ judge, own }) =>
    ['all', ...sizeBins.map(({ name }) => name)].flatMap((bin): Rows => {
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
    const [nodes, truths] = [own.map((one) => one.nodes), own.map(({ truth }) => truth.nodes)];
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
      '1 − |a − b| ÷ the larger of both, of nodes, of the mean depth of nodes without children (the root has depth ' +
        '1), and of the mean number of children of nodes that have any; and the mean of the three. By size of the ' +
        'true tree.',
    ),
    tableSection(
      'Trees and length',
      'Judge|Of|#Trees|#Spearman’s rho|#p',
      correlations,
      'Rank correlations over reports, with two-sided p.',
    ),
  ];
}
